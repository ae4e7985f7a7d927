function s = nsd_surface_arrays(groups, n, q, t)
%NSD_SURFACE_ARRAYS  Friction of all contacts as the kernels take it (c/model/surface.h).
%   S = NSD_SURFACE_ARRAYS(GROUPS, N, Q, T) for the contact calls GROUPS of a system with N
%   coordinates; functions are evaluated at (Q, T). Fields: layout (directions of sliding,
%   rolling, spinning per contact, zeros left out), mu (m-by-groups), eT (m-by-1), surfaceVelocity,
%   laws and curves (mex/family/mex_linear.c),
%   tangents: n-by-d*m, d directions per contact, or @(q), @(q,t).
  m = nsd_count_rows(groups);
  s = struct('layout', zeros(1, 0), 'mu', zeros(m, 0), 'eT', zeros(m, 1), ...
             'surfaceVelocity', zeros(0, 1), 'tangents', zeros(n, 0), 'withTime', 0, ...
             'laws', [], 'curves', zeros(2, 0));
  names = {'tangent', 'rollingTangent', 'spinningTangent'; 'mu', 'rolling', 'spinning'};
  sizes = cellfun(@(name) common_size(groups, name, n, q, t), names(1, :));
  glued = any(cellfun(@(r) ~isempty(r.surface.cohesion), groups));
  if ~any(sizes) && ~glued, return; end
  if sizes(3) > 1
    error('nsd:system:badTangent', 'SpinningTangent has one column per contact, not %d', sizes(3));
  end
  if sizes(1) == 0, sizes(1) = max(1, sizes(2)); end      % rolling or cohesion alone
  s.layout = sizes(sizes > 0);
  mu = cellfun(@(name) per_contact(groups, name), names(2, sizes > 0), 'UniformOutput', false);
  s.mu = [mu{:}];
  [s.laws, s.curves] = laws_of(groups);
  s.eT = per_contact(groups, 'eT');
  s.surfaceVelocity = surface_velocity(groups, sizes, m);
  s = with_tangents(s, groups, names(1, :), sizes, n);
end

function [laws, curves] = laws_of(groups)
% a row per contact: kind, six parameters, strength, opening, delay, first point, points
  laws = zeros(0, 12);
  curves = zeros(2, 0);
  kinds = {'stribeck', 'curve', 'rateState'};
  any_law = false;
  for k = 1:numel(groups)
    r = groups{k};
    mu = r.surface.mu;
    if isscalar(mu), mu = repmat(mu, r.rows, 1); end
    rows_here = [zeros(r.rows, 1), mu, zeros(r.rows, 10)];
    law = r.surface.law;
    if ~isempty(law)
      one = [find(strcmp(law.kind, kinds)), law.parameters, 0, 0, 0, size(curves, 2), ...
             size(law.curve, 2)];
      curves = [curves, law.curve]; %#ok<AGROW>  a handful of groups
      rows_here = repmat(one, r.rows, 1);
    end
    if ~isempty(r.surface.cohesion)
      rows_here(:, 8:10) = repmat(r.surface.cohesion.parameters, r.rows, 1);
    end
    any_law = any_law || ~isempty(law) || ~isempty(r.surface.cohesion);
    laws = [laws; rows_here]; %#ok<AGROW>
  end
  if ~any_law, laws = []; end
end

function s = with_tangents(s, groups, names, sizes, n)
% s.tangents: a matrix when all tangents are matrices, the user's own function where it has the
% right form, otherwise a function over all contact calls
  functions = false;
  for k = 1:numel(groups)
    for j = 1:3
      T = groups{k}.surface.(names{j});
      functions = functions || isa(T, 'function_handle');
      s.withTime = s.withTime || (isa(T, 'function_handle') && nargin(T) ~= 1);
    end
  end
  s.withTime = double(s.withTime);
  if ~functions
    s.tangents = tangents_at(groups, names, sizes, zeros(n, 1), 0);
  elseif isscalar(groups) && isscalar(s.layout)
    s.tangents = groups{1}.surface.tangent;
  elseif s.withTime
    s.tangents = @(q, t) tangents_at(groups, names, sizes, q, t);
  else
    s.tangents = @(q) tangents_at(groups, names, sizes, q, 0);
  end
end

function all_tangents = tangents_at(groups, names, sizes, q, t)
% Tangential directions of all contacts at (q, t), n-by-d*m, contact by contact. SIZES: directions
% of sliding, rolling, spinning per contact; a contact call without them has zeros. Entries are
% never assigned, so that this function can be recorded (nsd_tapes).
  n = numel(q);
  parts = {};
  for k = 1:numel(groups)
    T = cell(1, 3);
    for j = 1:3, T{j} = nsd_tangent_value(groups{k}.surface.(names{j}), q, t); end
    for c = 1:groups{k}.rows
      for j = find(sizes > 0)
        part = zeros(n, sizes(j));
        if ~isempty(T{j}), part = T{j}(:, (c - 1)*sizes(j) + (1:sizes(j))); end
        parts{end+1} = part; %#ok<AGROW>  a handful of contacts
      end
    end
  end
  all_tangents = horzcat(zeros(n, 0), parts{:});
end

function size_found = common_size(groups, name, n, q, t)
% directions per contact, the same in all contact calls that have tangents; 0 without tangents
  size_found = 0;
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.surface.(name)), continue; end
    T = nsd_first_call(@() nsd_tangent_value(r.surface.(name), q, t), public_name(name), t);
    if isempty(T), continue; end
    each = size(T, 2)/r.rows;
    if ~isnumeric(T) || ~isreal(T) || size(T, 1) ~= n || ~any(each == [1 2])
      hint = '';
      if isnumeric(T) && size(T, 2) == n && any(size(T, 1) == r.rows*[1 2])
        hint = '; did you mean its transpose?';
      end
      error('nsd:system:badTangent', ['%s of contact call %d must be real %d-by-%d (in the ' ...
            'plane) or %d-by-%d (in space), not %s %s%s'], public_name(name), k, n, r.rows, n, ...
            2*r.rows, nsd_size_text(T), class(T), hint);
    end
    if ~all(isfinite(nonzeros(T)))
      error('nsd:system:badTangent', '%s of contact call %d is NaN or Inf', ...
            public_name(name), k);
    end
    if size_found > 0 && each ~= size_found
      error('nsd:system:mixedTangents', ['contacts in the plane and in space cannot be mixed: ' ...
            '%s of call %d has %s per contact, others have %d; in a spatial ' ...
            'system give two to all of them'], public_name(name), k, ...
            nsd_count_text(each, 'direction'), size_found);
    end
    size_found = each;
  end
end

function name = public_name(name)
% the option of .contact behind a field
  others = struct('mu', 'Friction', 'eT', 'TangentialRestitution');
  if isfield(others, name), name = others.(name); else, name(1) = upper(name(1)); end
end

function value = per_contact(groups, name)
  value = zeros(0, 1);
  for k = 1:numel(groups)
    part = groups{k}.surface.(name);
    if isscalar(part), part = repmat(part, groups{k}.rows, 1); end
    if numel(part) ~= groups{k}.rows
      error('nsd:system:badSize', '%s of contact call %d has %d elements for %s', ...
            public_name(name), k, numel(part), nsd_count_text(groups{k}.rows, 'contact'));
    end
    value = [value; part]; %#ok<AGROW>  a handful of groups
  end
end

function w = surface_velocity(groups, sizes, m)
  d = sum(sizes);
  w = zeros(d, m);
  first = 0;
  for k = 1:numel(groups)
    rows_here = groups{k}.rows;
    part = groups{k}.surface.velocity;
    if isscalar(part), part = [repmat(part, 1, rows_here); zeros(sizes(1) - 1, rows_here)]; end
    if numel(part) ~= sizes(1)*rows_here
      error('nsd:system:badSize', 'SurfaceVelocity of contact call %d needs %s', k, ...
            nsd_count_text(sizes(1)*rows_here, 'number'));
    end
    w(1:sizes(1), first + (1:rows_here)) = reshape(part, sizes(1), rows_here);
    first = first + rows_here;
  end
  w = w(:);
end
