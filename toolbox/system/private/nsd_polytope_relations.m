function [s, o] = nsd_polytope_relations(s, o)
%NSD_POLYTOPE_RELATIONS  -y in the normal cone of {lambda : G lambda <= h} as relations of rows.
%   (FO.12): y + G'nu = 0 with lambda free, and 0 <= h - G lambda _|_ nu >= 0. Relations and
%   multipliers of the faces, nu, stand behind those of lambda.
  if ~iscell(o.Set) || numel(o.Set) ~= 2
    error('nsd:system:badSet', ['firstOrder: Law ''polytope'' takes ''Set'', {G, h} for the ' ...
          'set G*lambda <= h']);
  elseif ~ischar(o.Law) || ~(isempty(o.Lower) && isempty(o.Upper))
    error('nsd:system:badSet', ['firstOrder: Set goes with Law ''polytope'' for all relations; ' ...
          'bounds of single ones are rows of G']);
  end
  G = nsd_real_array(o.Set{1}, 'G of Set', 'system', 'any');
  if isnumeric(o.Set{1}) && strcmp(s.kind, 'firstOrderNonlinear') && isempty(o.Relations)
    s.m = size(G, 2);
  end
  [m, faces] = deal(s.m, size(G, 1));
  h = nsd_check_vector(o.Set{2}, faces, 'h of Set', 'system');
  if size(G, 2) ~= m
    error('nsd:system:badSize', 'firstOrder: G of Set must have a column for each lambda (%d)', m);
  end
  s.m = m + faces;
  o.Law = [repmat({'equality'}, m, 1); repmat({'complementarity'}, faces, 1)];
  o.Relations = s.m;
  if strcmp(s.kind, 'firstOrder')
    s.B = [s.B, zeros(s.n, faces)];
    s.C = [s.C; zeros(faces, s.n)];
    s.D = [s.D, G'; -G, zeros(faces)];
    o.Offset = with_faces(o.Offset, m, h);
    return
  elseif ~(isempty(o.OutputJacobian) && isempty(o.ActionJacobian))
    error('nsd:system:badSet', 'firstOrder: with Set derivatives of h and g are found, not given');
  end
  [output, action] = deal(s.output, s.action);
  if nargin(output) == 4
    s.output = @(x, l, t, p) [output(x, l(1:m), t, p) + G'*l(m+1:m+faces); h - G*l(1:m)];
  else
    s.output = @(x, l, t) [output(x, l(1:m), t) + G'*l(m+1:m+faces); h - G*l(1:m)];
  end
  if nargin(action) == 4
    s.action = @(x, l, t, p) action(x, l(1:m), t, p);
  else
    s.action = @(x, l, t) action(x, l(1:m), t);
  end
end

function offset = with_faces(offset, m, h)
% the offset of the given relations, then h
  if isempty(offset)
    offset = [zeros(m, 1); h];
  elseif isa(offset, 'function_handle')
    offset = @(t) [offset(t); h];
  elseif isnumeric(offset) && size(offset, 1) == m
    offset = [offset; repmat(h, 1, size(offset, 2))];
  else
    error('nsd:system:badSet', 'firstOrder: with Set the Offset is a vector or a function of t');
  end
end
