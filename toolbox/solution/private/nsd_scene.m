function scene = nsd_scene(sol, options, times)
%NSD_SCENE  Data of an animation: pieces, limits of the picture, and points(k) of frame k.
%   A piece has faces (of a patch; [] for a line), colors, style; points(k) is a cell with a matrix
%   for each piece, one point per row. HULL: points of a scene in space, one per row, that the
%   picture must show. SPACE: [], or the scene in space of which this is a view.
  sys = sol.system;
  scene = struct('pieces', {{}}, 'dimension', 2, 'limits', [], 'points', [], 'hull', [], ...
                 'space', []);
  q = sol.at(times);
  draw = options.Drawing;
  if isempty(draw) && isa(sys, 'NsdSystem'), draw = sys.Drawing; end
  if ~isempty(draw)
    if isempty(options.At) && numel(times) > 1
      scene = nsd_scene_drawing(scene, draw, times, q);
    else
      scene = single_pictures(scene, draw, times, sol);
    end
    return
  elseif isa(sys, 'NsdBodies')
    scene = nsd_scene_bodies(scene, sol, options);
  else
    scene = builtin_scene(scene, sol, sys);
  end
  pieces = scene.pieces;
  scene.points = @(k) cellfun(@(piece) points_of(piece, q(k, :)', times(k)), pieces, ...
                              'UniformOutput', false);
end

function scene = single_pictures(scene, draw, times, sol)
% pictures at some times, with axes that hold the whole motion, as in the film
  times = [times; linspace(sol.t(1), sol.t(end), 100)'];
  scene = nsd_scene_drawing(scene, draw, times, sol.at(times));
end

function points = points_of(piece, q, t)
% pieces that change with time beside q take both
  if nargin(piece.points) == 2, points = piece.points(q, t); else, points = piece.points(q); end
end

function scene = builtin_scene(scene, sol, sys)
% the pendulum and the bar of segments, which are compiled models
  q = sol.q;
  builtin = '';
  if ~isempty(sys.Builtin), builtin = sys.Builtin.name; end
  red = {'Color', nsd_palette(2), 'LineWidth', 2, 'Marker', 'o', 'MarkerSize', 10, ...
         'MarkerFaceColor', nsd_palette(2)};
  if ~isempty(sys.FirstOrder)
    error('nsd:solution:noPicture', ['animate does not know what a first-order system looks ' ...
          'like: use plot(sol, ''phase''), or write animate(sol, @(t,x) POINTS)']);
  elseif strcmp(builtin, 'pendulum')
    stop = sys.Builtin.parameters.Stop;
    scene = add(scene, @(q) [0 0; 1.3*sin(stop) -1.3*cos(stop)], {'Color', [0.5 0.5 0.5]});
    scene = add(scene, @(q) [0 0; sin(q(1)) -cos(q(1))], red);
    scene.limits = [-1.4 1.4 -1.4 1.4];
  elseif strcmp(builtin, 'bar')
    p = sys.Builtin.parameters;
    scene = add(scene, @(q) chain(q, p), {'Color', [0.1 0.3 0.6], 'LineWidth', 3, ...
                                          'Marker', '.', 'MarkerSize', 12});
    scene.limits = around([q(:, 1), q(:, 2)], p.Length);
    scene = add(scene, @(q) [scene.limits(1:2)' [0; 0]], {'Color', [0.4 0.4 0.4]});
  else
    n = size(q, 2);
    example = '[0 0; sin(q(1)) -cos(q(1))])  for a pendulum';
    if n == 1
      example = '{{''points'', [0 q]}, {''line'', [-1 0; 1 0]}})  for a ball on a floor';
    end
    error('nsd:solution:noPicture', ['animate does not know what this system with %s looks ' ...
          'like: write animate(sol, @(t,q) POINTS), where row k of POINTS is [x y] of a point, ' ...
          'as in  animate(sol, @(t,q) %s, or sys = sys.drawing(@(t,q) ...) before the run'], ...
          nsd_count_text(n, 'coordinate'), example);
  end
end

function scene = add(scene, points, style)
  scene.pieces{end+1} = struct('faces', [], 'colors', [], 'style', {style}, 'points', points);
end

function limits = around(x, margin)
  limits = reshape([min(x, [], 1) - margin; max(x, [], 1) + margin], 1, []);
end

function points = chain(q, p)
% points of the bar from its lower end, segment by segment
  n = p.Segments;
  theta = reshape(q(2+(1:n)), [], 1);
  points = [q(1:2)'; cumsum([cos(theta) sin(theta)]*(p.Length - p.Radius)/n, 1) + ...
                     repmat(q(1:2)', n, 1)];
end
