function arrays = nsd_body_arrays(world, mechanism)
%NSD_BODY_ARRAYS  A world of rigid bodies as the gateways take it (mex/family/mex_bodies.h).
%   MECHANISM [none]: its loads, from nsd_mechanism_arrays.
  persistent stamp kept                           % of the world that was asked for last
  if ~isequal(stamp, world.Stamp), [kept, stamp] = deal(arrays_of(world), world.Stamp); end
  arrays = kept;
  if nargin > 1, arrays.mechanism = mechanism; end
end

function arrays = arrays_of(world)
  d = world.Dimension;
  shapes = nsd_shape_table();
  names = world.Shapes;
  shape = zeros(1, numel(names));
  next = 1:numel(names) > 0;                      % shapes whose kind is not looked up yet
  while any(next)
    name = names{find(next, 1)};
    same = strcmp(names, name);
    shape(same) = find(strcmp({shapes.name}, name));
    next(same) = false;
  end
  bodies = numel(world.Masses);
  first = 0:bodies;                               % of body b: shapes first(b) to first(b+1) - 1
  if ~nsd_one_shape_each(world)
    first = [0, cumsum(accumarray(world.Owners(:), 1, [bodies 1])')];
  end
  arrays = struct('dimension', d, 'shapeNames', {{shapes.kernel}}, 'shape', shape, ...
                  'size', world.Sizes, 'mass', world.Masses, 'inertia', world.Inertias, ...
                  'surface', world.Surfaces, 'first', first, 'place', world.ShapePlaces, ...
                  'data', world.ShapeData - 1, 'hulls', {world.Hulls}, ...
                  'terrains', {world.Terrains}, 'group', world.Groups, 'plane', world.Planes, ...
                  'planeSurface', world.PlaneSurfaces, 'usual', world.Usual, ...
                  'gravity', [world.Gravity; zeros(3 - d, 1)], 'cell', cell_edge(world), ...
                  'mechanism', [], 'ignore', ignored(world));
end

function pairs = ignored(world)
% bodies that do not touch, two rows from 0, in order; the planes count as a body behind the last
  pairs = world.Ignored;
  if isempty(pairs), return; end
  pairs(pairs == 0) = world.Bodies + 1;
  pairs = unique(sort(pairs, 1)', 'rows')' - 1;
end

function edge = cell_edge(world)
% cell size of the contact search: the largest diameter, unless a few bodies are much larger than
% the others; these few are then compared with all bodies
  edge = 0;
  if numel(world.Masses) < 3, return; end         % all pairs
  wide = sort(2*nsd_body_bounds(world), 'descend');
  wide = wide(wide > 0);
  if numel(wide) < 3, return; end
  usual = wide(min(floor(sqrt(numel(wide))) + 1, end));
  edge = wide(1);
  if edge > 3*usual, edge = usual; end
  edge = edge*(1 + 1e-6);
end
