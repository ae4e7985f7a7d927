function scene = nsd_scene_flat(scene, angles)
%NSD_SCENE_FLAT  A scene in space as a flat one, seen from the direction ANGLES: for gnuplot.
%   gnuplot draws patches in space without light, and leaves flat floors out. Here points are
%   projected along the view, faces are shaded, sorted by depth and drawn from back to front. Lines
%   stay lines. The points of the patch of all faces are a struct with vertices and colors.
  view_of = nsd_view_axes(angles);
  seen = scene.hull(all(isfinite(scene.hull), 2), :)*view_of(:, 1:2);
  margin = 0.02*max(max(seen, [], 1) - min(seen, [], 1));
  scene.limits = reshape([min(seen, [], 1) - margin; max(seen, [], 1) + margin], 1, []);
  [pieces, points] = deal(scene.pieces, scene.points);
  solid = cellfun(@(piece) ~isempty(piece.faces), pieces);
  scene.dimension = 2;
  if all_shaded(pieces(solid))
    for p = find(solid & cellfun(@is_round, pieces)), pieces{p} = discs_of(pieces{p}); end
    floors = find(solid & cellfun(@(piece) isfield(piece, 'floor') && piece.floor, pieces));
    widest = max([3, cellfun(@(piece) size(piece.faces, 2), pieces(solid))]);
    count = sum(cellfun(@(piece) size(piece.faces, 1), pieces(solid)));
    style = {{'EdgeColor', 'flat', 'LineWidth', 0.5}};
    patch_of_all = struct('faces', reshape(1:count*widest, widest, count)', ...
                          'colors', zeros(count, 3), 'style', style);
    scene.pieces = [{patch_of_all}, pieces(~solid)];
    scene.points = @(k) sorted_points(points(k), pieces, solid, floors, view_of, widest);
  else                                            % drawings of the user, in their order
    scene.points = @(k) cellfun(@(x) onto(x, view_of), points(k), 'UniformOutput', false);
  end
end

function yes = is_round(piece)
  yes = isfield(piece, 'round') && piece.round > 0;
end

function piece = discs_of(piece)
% round bodies look like discs, with a brighter spot where the light comes from: two faces each
  balls = max(piece.faces(:))/piece.round;
  each = size(piece.faces, 1)/balls;
  colors = reshape(max(reshape(piece.colors, each, balls, 3), [], 1), balls, 3);
  piece.faces = reshape(1:2*24*balls, 24, 2*balls)';
  piece.colors = reshape([0.85*colors'; min(1, 0.9*colors' + 0.1)], 3, [])';
end

function points = discs(points, n, view_of)
% corners of the outlines and spots, body by body, from the n corners of each
  seen = permute(reshape(view_of'*points', 3, n, []), [2 1 3]);
  parts = arrayfun(@(k) outline(seen(:, :, k)), 1:size(seen, 3), 'UniformOutput', false);
  points = vertcat(parts{:})*view_of';
end

function corners = outline(seen)
% 24 corners of the outline of a convex body, the furthest in as many directions, then 24 of its
% spot
  angle = 2*pi*(0:23)/24;
  [~, furthest] = max(seen(:, 1:2)*[cos(angle); sin(angle)], [], 1);
  ring = seen(furthest, 1:2);
  middle = (max(ring, [], 1) + min(ring, [], 1))/2;
  turn = pi*(0:89)/90;
  along = seen(:, 1:2)*[cos(turn); sin(turn)];
  narrow = min(max(along, [], 1) - min(along, [], 1));       % its smallest width
  spot = bsxfun(@plus, 0.5*ring, 0.5*middle + narrow*[-0.12 0.15]);
  depth = mean(seen(:, 3))*ones(24, 1);
  corners = [ring, depth; spot, depth + 1e-3*narrow];
end

function yes = all_shaded(pieces)
% bodies have colours of faces; drawings of the user have styles of their own
  yes = all(cellfun(@(piece) ~any(strcmpi('FaceColor', piece.style(1:2:end))), pieces)) ...
        && ~isempty(pieces);
end

function x = onto(x, view_of)
  if size(x, 2) == 2, x(:, 3) = 0; end
  x = x*view_of(:, 1:2);
end

function drawn = sorted_points(points, pieces, solid, floors, view_of, widest)
% the faces of all solid pieces from back to front, then the lines
  light = [-1 -2 4]'/norm([-1 -2 4]);
  [X, colors, depth] = deal(zeros(0, 2*widest), zeros(0, 3), zeros(0, 1));
  for p = find(solid)
    piece = pieces{p};
    if is_round(piece), points{p} = discs(points{p}, piece.round, view_of); end
    faces = filled(piece.faces, widest);
    corner = @(k) points{p}(faces(:, k), :);
    normal = cross(corner(2) - corner(1), corner(3) - corner(1), 2);
    normal = bsxfun(@rdivide, normal, max(sqrt(sum(normal.^2, 2)), realmin));
    normal = bsxfun(@times, normal, 1 - 2*(normal*view_of(:, 3) < 0));   % towards the viewer
    bright = min(1, 0.68 + 0.4*max(0, normal*light));
    if is_round(piece), bright(:) = 1; end
    own = piece.colors;
    if size(own, 1) == 1, own = repmat(own, size(faces, 1), 1); end
    flat = points{p}*view_of;
    at = reshape(flat(faces, :), [size(faces), 3]);
    own_corners = ~isnan([piece.faces, NaN(size(faces) - [0, size(piece.faces, 2)])]);
    back = sum(at(:, :, 3).*own_corners, 2)./sum(own_corners, 2);
    if any(p == floors)
      [back, bright] = deal(-Inf(size(back)), ones(size(bright)));
    end
    X = [X; at(:, :, 1), at(:, :, 2)]; %#ok<AGROW>  few pieces
    colors = [colors; bsxfun(@times, own, bright)]; %#ok<AGROW>
    depth = [depth; back]; %#ok<AGROW>
  end
  [~, order] = sort(depth);
  across = reshape(X(order, 1:widest)', [], 1);
  up = reshape(X(order, widest+1:end)', [], 1);
  all_faces = struct('vertices', [across, up], 'colors', colors(order, :));
  lines = cellfun(@(x) onto(x, view_of), points(~solid), 'UniformOutput', false);
  drawn = [{all_faces}, lines];
end

function faces = filled(faces, widest)
% shorter faces repeat their last corner
  faces(:, end+1:widest) = NaN;
  for k = 2:widest
    none = isnan(faces(:, k));
    faces(none, k) = faces(none, k-1);
  end
end
