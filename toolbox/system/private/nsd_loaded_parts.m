function [parts, tangents, speeds] = nsd_loaded_parts(sys, t0, q0, v0)
%NSD_LOADED_PARTS  What changes in a system when each friction of given limit gets a coordinate.
%   The coordinate z has a mass, is pressed on a stop z >= 0 by the limit and never moves; the stop
%   has friction 1 along T, so that its cone is |R| <= limit                              (FC.11)
%   PARTS: properties of the NsdSystem with z after its n coordinates; T0, Q0, V0: where a run
%   starts. TANGENTS, SPEEDS: of each friction, for .contact.
  n = numel(q0);
  d = one_by_one(sys.Drags, sys.Parameters);
  k = numel(d);
  least = least_limit(sys, d, t0, q0, v0);
  none = zeros(k, 1);
  tangents = cellfun(@(d) longer(d.tangent, n, none), d, 'UniformOutput', false);
  speeds = cellfun(@(d) d.velocity, d, 'UniformOutput', false);
  limits = cellfun(@(d) at_least(d.limit, least), d, 'UniformOutput', false);
  parts = struct('Drags', {{}}, 'Builtin', [], 'Labels', {{}}, 'Drawing', [], 'Tapes', []);
  parts.Parameters = struct();                    % their values are bound
  parts.Gaps = cellfun(@(r) relation(r, n, k), sys.Gaps, 'UniformOutput', false);
  parts.JointGroups = cellfun(@(r) relation(r, n, k), sys.JointGroups, 'UniformOutput', false);
  masses = diag(cellfun(@(d) mass_along(sys.Mass, d.tangent), d));
  if strcmp(sys.Kind, 'linear')
    parts.Mass = blkdiag(sys.Mass, masses);
    [parts.Damping, parts.Stiffness] = deal(padded(sys.Damping, k), padded(sys.Stiffness, k));
    parts.Force = linear_force(sys.Force, limits, n);
    parts.ContactNormals = [sys.ContactNormals; sparse(k, size(sys.ContactNormals, 2))];
    parts.JointNormals = [sys.JointNormals; sparse(k, size(sys.JointNormals, 2))];
    return
  end
  parts.Originals = functions(sys, limits, masses, n);
  if isnumeric(sys.Mass), parts.Mass = blkdiag(sys.Mass, masses); end
  if ~isfield(parts.Originals, 'forceJacobian'), parts.ForceJacobian = []; end
end

function each = one_by_one(groups, p)
% the frictions of all calls, one struct each; limits are numbers, @(t) or @(t,q,v)
  each = {};
  for g = 1:numel(groups)
    d = groups{g};
    d.limit = nsd_bind_parameters(nsd_bind_parameters(d.limit, 2, p), 4, p);
    for j = 1:d.count
      one = d;
      if d.count > 1
        width = size(d.tangent, 2)/d.count;
        one.tangent = d.tangent(:, (j - 1)*width + (1:width));
        one.limit = d.limit(j);
      end
      if numel(d.velocity) > 1
        width = numel(d.velocity)/d.count;
        one.velocity = d.velocity((j - 1)*width + (1:width));
      end
      each{end+1} = one; %#ok<AGROW>  a handful
    end
  end
end

function least = least_limit(sys, d, t0, q0, v0)
% What stands for a limit of zero: a stop that is not pressed at all might open. Part of the forces
% at the start; 1e-12 of them is enough for Method 'event' to hold the stop, 1e-16 is not.
  forces = nsd_probe(@() full(sys.force(t0, q0, v0)));
  for j = 1:numel(d)
    limit = nsd_probe(@() limits_at({d{j}.limit}, t0, q0, v0));
    forces = [forces(:); limit(:)];
  end
  largest = max(abs([0; forces(isfinite(forces))]));
  if largest == 0, largest = 1; end
  least = 1e-11*largest;
end

function limit = at_least(limit, least)
  given = limit;
  if isnumeric(given)
    limit = max(given, least);
  elseif nargin(given) == 3
    limit = @(t, q, v) max(one_number(given(t, q, v)), least);
  else
    limit = @(t) max(one_number(given(t)), least);
  end
end

function limit = one_number(limit)
  if numel(limit) ~= 1
    error('nsd:system:badLimit', 'friction: limit must return one number, not %s', ...
          nsd_size_text(limit));
  end
end

function m = mass_along(M, T)
% mass that moves along T, so that velocities of z and T'v are of one size; 1 where it is not known
  m = 1;
  if isnumeric(M) && isnumeric(T), m = 1/full(max(diag(T'*(M\T)))); end
  if ~(m > 0 && isfinite(m)), m = 1; end
end

function A = padded(A, k)
  if ~isempty(A), A = blkdiag(A, zeros(k)); end
end

function f = longer(f, n, rows)
% columns f, or the function f of (q) or (q,t) that returns them, with zeros below
  if ~isa(f, 'function_handle')
    f = [f; repmat(rows, 1, size(f, 2))];
    return
  end
  given = f;
  if nargin(given) == 1
    f = @(q) below(given(q(1:n)), rows);
  else
    f = @(q, t) below(given(q(1:n), t), rows);
  end
end

function y = below(y, rows)
  y = [y; repmat(rows, 1, size(y, 2))];
end

function r = relation(r, n, k)
% contacts or joints that do not depend on the coordinates behind the n
  if ~isempty(r.H), r.H = [r.H; sparse(k, size(r.H, 2))]; end
  [r.known, r.restitution] = deal([]);
  [value, jacobian, rate] = deal(r.value, r.jacobian, r.rate);
  if isa(value, 'function_handle')
    r.value = @(q) value(q(1:n));
    if nargin(value) ~= 1, r.value = @(q, t) value(q(1:n), t); end
  end
  if isa(jacobian, 'function_handle')
    r.jacobian = @(q) beside(jacobian(q(1:n)), k);
    if nargin(jacobian) ~= 1, r.jacobian = @(q, t) beside(jacobian(q(1:n), t), k); end
  end
  if isa(rate, 'function_handle'), r.rate = @(q, t) rate(q(1:n), t); end
  r.original = struct('value', r.value, 'jacobian', r.jacobian, 'rate', r.rate);
  for name = {'tangent', 'rollingTangent', 'spinningTangent'}
    T = r.surface.(name{1});
    if ~isempty(T), r.surface.(name{1}) = longer(T, n, zeros(k, 1)); end
  end
end

function J = beside(J, k)
  J = [J, zeros(size(J, 1), k)];
end

function force = linear_force(force, limits, n)
% F(t) with the limits below, as the struct of nsd_force_struct
  k = numel(limits);
  if all(cellfun(@isnumeric, limits))
    pressed = -[limits{:}]';
    force.constant = [force.constant; pressed];
    if strcmp(force.kind, 'none'), force.kind = 'constant'; end
    [force.cosine, force.sine] = deal([force.cosine; zeros(k, size(force.cosine, 2))], ...
                                      [force.sine; zeros(k, size(force.sine, 2))]);
    if ~isempty(force.values)
      force.values = [force.values; repmat(pressed, 1, size(force.values, 2))];
    elseif ~isempty(force.handle)
      given = force;
      force.handle = @(t) [nsd_force_value(given, t, n); pressed];
    end
    return
  elseif strcmp(force.kind, 'columns')
    error('nsd:system:badLimit', ['F is given by columns on the steps of a run; beside it a ' ...
          'limit of friction must be a number']);
  end
  given = force;
  force = struct('kind', 'function', 'constant', zeros(n + k, 1), 'cosine', zeros(n + k, 0), ...
                 'sine', zeros(n + k, 0), 'omega', zeros(0, 1), 'times', [], 'values', [], ...
                 'handle', @(t) [nsd_force_value(given, t, n); -limits_at(limits, t, [], [])]);
end

function all_limits = limits_at(limits, t, q, v)
  parts = cell(numel(limits), 1);
  for j = 1:numel(limits)
    limit = limits{j};
    if isa(limit, 'function_handle')
      if nargin(limit) == 3, limit = limit(t, q, v); else, limit = limit(t); end
    end
    parts{j} = limit;
  end
  all_limits = vertcat(parts{:});
end

function f = functions(sys, limits, masses, n)
% Originals of a nonlinear system, with the parameters bound
  k = numel(limits);
  [M, F, jacobian, U] = deal(sys.Mass, sys.Force.handle, sys.ForceJacobian, sys.Potential);
  f = struct('force', @(t, q, v) stacked(F(t, q(1:n), v(1:n)), ...
                                         limits_at(limits, t, q(1:n), v(1:n))));
  if isa(M, 'function_handle')
    f.mass = @(q) [M(q(1:n)), zeros(n, k); zeros(k, n), masses];
  end
  if ~isempty(U), f.potential = @(q) U(q(1:n)); end
  of_state = cellfun(@(limit) isa(limit, 'function_handle') && nargin(limit) == 3, limits);
  if ~isempty(jacobian) && ~any(of_state)
    f.forceJacobian = @(t, q, v) wider(jacobian(t, q(1:n), v(1:n)), n, k);
  end
end

function f = stacked(f, limits)
  f = [f(:); -limits];
end

function J = wider(J, n, k)
  J = [J(:, 1:n), zeros(n, k), J(:, n+1:end), zeros(n, k); zeros(k, 2*(n + k))];
end
