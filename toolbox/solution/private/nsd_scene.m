function scene = nsd_scene(sol, options)
%NSD_SCENE  Data of an animation: pieces whose points are functions of q, limits of the picture.
%   A piece has faces (of a patch; [] for a line), colors, style, and points(q), one row each.
  sys = sol.system;
  scene = struct('pieces', {{}}, 'dimension', 2, 'limits', [], 'start', sol.q(1, :)');
  if isa(sys, 'NsdBodies')
    scene = nsd_scene_bodies(scene, sol, options);
    return
  end
  q = sol.q;
  builtin = '';
  if ~isempty(sys.Builtin), builtin = sys.Builtin.name; end
  red = {'Color', [0.75 0.2 0.1], 'LineWidth', 2, 'Marker', 'o', 'MarkerSize', 10, ...
         'MarkerFaceColor', [0.75 0.2 0.1]};
  if ~isempty(sys.FirstOrder)
    error('nsd:solution:noPicture', ...
          'a first-order system has no picture: use plot(sol, ''phase'')');
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
  elseif strcmp(sys.Name, 'bouncing pendulum')
    scene = add(scene, @(q) [0 0; q(1) q(2)], red);
    scene.limits = around([q(:, 1:2); 0 0], 0.1*max(1, max(max(abs(q(:, 1:2))))));
  else
    scene = balls(scene, sys, q, red);
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

function scene = balls(scene, sys, q, style)
% coordinates side by side, each a ball that moves up and down, with its floors and ceilings
  n = size(q, 2);
  level = zeros(0, 2);
  if ~nsd_kind(sys).nonlinear
    H = full(sys.ContactNormals);
    for a = find(sum(H ~= 0, 1) == 1)
      i = find(H(:, a));
      level(end+1, :) = [i, -sys.ContactOffset(a)/H(i, a)]; %#ok<AGROW>
    end
  end
  low = min([q(:); level(:, 2)]);
  high = max([q(:); level(:, 2)]);
  margin = 0.1*max(high - low, eps(high) + realmin) + 0.02*max(abs([low high]));
  high = high + margin;
  low = low - margin;
  width = (high - low)/max(n, 1);                       % so that axes are equal
  place = ((1:n)' - (n + 1)/2)*min(width, (high - low)/4);
  style{find(strcmp(style, 'LineWidth')) + 1} = 0.5;
  scene = add(scene, @(q) [place, q(1:n)], [style, {'LineStyle', 'none'}]);
  half = 0.4*min(width, (high - low)/4);
  for a = 1:size(level, 1)
    x = place(level(a, 1));
    scene = add(scene, @(q) [x - half, level(a, 2); x + half, level(a, 2)], ...
                {'Color', [0.4 0.4 0.4], 'LineWidth', 2});
  end
  wide = max((high - low)/2, abs(place(end)) + 2*half);
  scene.limits = [-wide wide low high];
end
