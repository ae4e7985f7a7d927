function [parts, tangents, speeds] = nsd_loaded_parts(sys, t0, q0, v0)
%NSD_LOADED_PARTS  What changes in a system when each friction of given limit gets a coordinate.
%   The coordinate z has a mass, is pressed on a stop z >= 0 by the limit and never moves; the stop
%   has friction 1 along T, so that its cone is |R| <= limit                              (FC.11)
%   PARTS: properties of the NsdSystem with z after its n coordinates; T0, Q0, V0: where a run
%   starts. TANGENTS, SPEEDS: of each friction, for .contact.
  n = numel(q0);
  d = one_by_one(sys.Drags, q0, t0);
  k = numel(d);
  nsd_require_values(sys);
  least = nsd_least_limit(sys, sys.Parameters, t0, q0, v0);
  none = zeros(k, 1);
  tangents = cellfun(@(d) longer(d.tangent, n, none), d, 'UniformOutput', false);
  speeds = cellfun(@(d) d.velocity, d, 'UniformOutput', false);
  limits = cellfun(@(d) d.limit, d, 'UniformOutput', false);
  parts = struct('Drags', {{}}, 'Builtin', [], 'Labels', {{}}, 'Drawing', [], 'Tapes', []);
  parts.Gaps = cellfun(@(r) relation(r, n, k), sys.Gaps, 'UniformOutput', false);
  parts.JointGroups = cellfun(@(r) relation(r, n, k), sys.JointGroups, 'UniformOutput', false);
  masses = diag(cellfun(@(d) nsd_mass_along(sys.Mass, d.tangent), d));
  if strcmp(sys.Kind, 'linear')
    parts.Mass = blkdiag(sys.Mass, masses);
    [parts.Damping, parts.Stiffness] = deal(padded(sys.Damping, k), padded(sys.Stiffness, k));
    parts.Force = linear_force(sys.Force, limits, n, least);
    parts.ContactNormals = [sys.ContactNormals; sparse(k, size(sys.ContactNormals, 2))];
    parts.JointNormals = [sys.JointNormals; sparse(k, size(sys.JointNormals, 2))];
    return
  end
  parts.Parameters = sys.Parameters;
  parts.Parameters.nsd_least_limit = least;       % other in each run of a sweep
  parts.Originals = functions(sys, limits, masses, n);
  if isnumeric(sys.Mass), parts.Mass = blkdiag(sys.Mass, masses); end
  if ~isfield(parts.Originals, 'forceJacobian'), parts.ForceJacobian = []; end
end

function each = one_by_one(groups, q0, t0)
% the frictions of all calls, one struct each
  each = {};
  for g = 1:numel(groups)
    d = groups{g};
    width = columns_of(d, q0, t0)/d.count;
    for j = 1:d.count
      one = d;
      if d.count > 1
        one.tangent = columns(d.tangent, (j - 1)*width + (1:width));
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

function count = columns_of(d, q0, t0)
% how many columns T has, of a function at the start
  T = d.tangent;
  if isa(T, 'function_handle')
    at = {q0, t0};
    T = T(at{1:abs(nargin(T))});
    n = numel(q0);
    if size(T, 1) ~= n || ~any(size(T, 2) == d.count*[1 2])
      error('nsd:system:badTangent', ['friction: T must return %d-by-%d, or %d-by-%d in space, ' ...
            'not %s'], n, d.count, n, 2*d.count, nsd_size_text(T));
    end
  end
  count = size(T, 2);
end

function T = columns(T, some)
% some columns of T, or the function that returns them
  if ~isa(T, 'function_handle')
    T = T(:, some);
    return
  end
  given = T;
  if nargin(given) == 1
    T = @(q) of_columns(given(q), some);
  else
    T = @(q, t) of_columns(given(q, t), some);
  end
end

function T = of_columns(T, some)
  T = T(:, some);
end

function limit = one_number(limit)
  number = ~(iscell(limit) || isstruct(limit) || ischar(limit));        % it may be recorded
  if numel(limit) ~= 1 || ~number || (isnumeric(limit) && ~isreal(limit))
    error('nsd:system:badLimit', 'friction: limit must return one real number, not %s %s', ...
          nsd_size_text(limit), class(limit));
  end
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
  r.known = [];
  same = @(y) y;
  r.original.value = of_first(r.original.value, n, same);
  r.original.jacobian = of_first(r.original.jacobian, n, @(J) beside(J, k));
  r.original.rate = of_first(r.original.rate, n, same);
  for name = {'tangent', 'rollingTangent', 'spinningTangent'}
    T = r.surface.(name{1});
    if ~isempty(T), r.surface.(name{1}) = longer(T, n, zeros(k, 1)); end
  end
end

function g = of_first(f, n, after)
% AFTER applied to the function f of a relation, which takes the first N coordinates; or []
  g = f;
  if ~isa(f, 'function_handle'), return; end
  switch nargin(f)
    case 1, g = @(q) after(f(q(1:n)));
    case 3, g = @(q, t, p) after(f(q(1:n), t, of_user(p)));
    otherwise, g = @(q, t) after(f(q(1:n), t));
  end
end

function p = of_user(p)
% the parameters that the functions of the user see
  p = rmfield(p, 'nsd_least_limit');
end

function J = beside(J, k)
  J = [J, zeros(size(J, 1), k)];
end

function force = linear_force(force, limits, n, least)
% F(t) with the limits below, as the struct of nsd_force_struct
  k = numel(limits);
  if all(cellfun(@isnumeric, limits))
    pressed = -max([limits{:}]', least);
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
                 'handle', @(t) [nsd_force_value(given, t, n); ...
                                 -limits_at(limits, t, [], [], struct(), least)]);
end

function all_limits = limits_at(limits, t, q, v, p, least)
  parts = cell(numel(limits), 1);
  for j = 1:numel(limits)
    limit = one_number(nsd_limit_value(limits{j}, t, q, v, p));
    parts{j} = limit + max(0, least - limit);     % max(limit, least), which would hide a NaN
  end
  all_limits = vertcat(parts{:});
end

function f = functions(sys, limits, masses, n)
% Originals of a nonlinear system; all of them take the parameters
  k = numel(limits);
  given = sys.Originals;
  f = struct('force', @(t, q, v, p) stacked(given.force, {t, q(1:n), v(1:n)}, limits, p));
  if isfield(given, 'mass')
    M = given.mass;
    f.mass = @(q, p) [with_parameters(M, {q(1:n)}, 2, p), zeros(n, k); zeros(k, n), masses];
  end
  if isfield(given, 'potential')
    f.potential = @(q, p) with_parameters(given.potential, {q(1:n)}, 2, p);
  end
  of_state = cellfun(@(limit) isa(limit, 'function_handle') && nargin(limit) > 2, limits);
  if isfield(given, 'forceJacobian') && ~any(of_state)
    f.forceJacobian = @(t, q, v, p) wider(given.forceJacobian, {t, q(1:n), v(1:n)}, k, p);
  end
end

function varargout = with_parameters(f, in, count, p)
% f of IN, and of the parameters where it takes COUNT arguments
  if nargin(f) == count, in{end+1} = of_user(p); end
  [varargout{1:max(1, nargout)}] = f(in{:});
end

function f = stacked(force, in, limits, p)
  f = with_parameters(force, in, 4, p);
  f = [f(:); -limits_at(limits, in{:}, of_user(p), p.nsd_least_limit)];
end

function [Jq, Jv] = wider(jacobian, in, k, p)
  [Jq, Jv] = with_parameters(jacobian, in, 4, p);
  n = size(Jq, 1);
  below = zeros(k, n + k);
  [Jq, Jv] = deal([Jq, zeros(n, k); below], [Jv, zeros(n, k); below]);
end
