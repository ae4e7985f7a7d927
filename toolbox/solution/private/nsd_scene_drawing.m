function scene = nsd_scene_drawing(scene, draw, times, q)
%NSD_SCENE_DRAWING  A scene from a function DRAW(t, q) of the user: animate(sol, @(t,q) ...).
%   DRAW returns a matrix with a point [x y] or [x y z] per row, joined by a line with marks, or a
%   cell of pieces: matrices, or {'line', X, ...}, {'points', X, ...}, {'patch', X, ...} with
%   properties of lines or patches at the end. Raises nsd:solution:badDrawing.
  draw = of_both(draw);
  count = numel(times);
  frames = cell(1, count);
  for k = 1:count
    [frames{k}, looks] = pieces_of(draw(times(k), q(k, :)'), times(k));
    if k == 1, first = looks; end
    if numel(looks) ~= numel(first)
      error('nsd:solution:badDrawing', ['the drawing has %d pieces at t = %g and %d at t = %g: ' ...
            'it must have as many at all times; points NaN hide one'], numel(first), times(1), ...
            numel(looks), times(k));
    end
  end
  everything = [frames{:}];
  width = max(cellfun(@(x) size(x, 2), everything));
  everything = cellfun(@(x) [x, zeros(size(x, 1), width - size(x, 2))], everything, ...
                       'UniformOutput', false);
  everything = vertcat(everything{:});
  [low, high] = deal(min(everything, [], 1), max(everything, [], 1));
  margin = 0.06*max([high - low, 1e-3*max(abs([low, high])), realmin]);
  scene.limits = reshape([low - margin; high + margin], 1, []);
  scene.dimension = width;
  scene.hull = everything;
  scene.pieces = first;
  scene.points = @(k) frames{k};
end

function draw = of_both(draw)
% a function of (t, q): one that takes only one argument takes q, or by its name t
  draw = nsd_wrap_builtin(draw);
  if nargin(draw) ~= 1, return; end
  if strncmp(func2str(draw), '@(t)', 4)
    draw = @(t, q) draw(t);
  else
    draw = @(t, q) draw(q);
  end
end

function [points, looks] = pieces_of(drawn, t)
% points and style of each piece
  if isnumeric(drawn), drawn = {drawn}; end
  if ~iscell(drawn) || isempty(drawn), refuse(t, drawn); end
  if ischar(drawn{1}), drawn = {drawn}; end
  points = cell(1, numel(drawn));
  looks = points;
  for k = 1:numel(drawn)
    piece = drawn{k};
    given = piece;
    if isnumeric(piece), piece = {'line', piece, 'Marker', 'o'}; end
    good = iscell(piece) && numel(piece) > 1 && ischar(piece{1}) && isnumeric(piece{2}) ...
           && isreal(piece{2}) && any(size(piece{2}, 2) == [2 3]) ...
           && any(strcmp(piece{1}, {'line', 'points', 'patch'}));
    if ~good, refuse(t, given); end
    points{k} = double(piece{2});
    looks{k} = look_of(piece{1}, size(piece{2}, 1), nsd_chars(piece(3:end)), k);
  end
end

function refuse(t, piece)
  error('nsd:solution:badDrawing', ['the drawing must return points, one [x y] or [x y z] per ' ...
        'row, or a cell of {''line'', X}, {''points'', X}, {''patch'', X}; at t = %g it ' ...
        'returned a %s of size %s'], t, class(piece), mat2str(size(piece)));
end

function look = look_of(kind, count, given, k)
  colour = nsd_palette(k);
  look = struct('faces', [], 'colors', colour, 'style', {{}});
  switch kind
    case 'patch'
      look.faces = 1:count;
      look.style = [{'FaceColor', colour, 'EdgeColor', [0.25 0.25 0.25]}, given];
    case 'points'
      look.style = [{'LineStyle', 'none', 'Marker', 'o', 'MarkerSize', 10, 'Color', colour, ...
                     'MarkerFaceColor', colour}, given];
    otherwise
      look.style = [{'LineWidth', 2, 'Color', colour, 'MarkerFaceColor', colour}, given];
  end
end
