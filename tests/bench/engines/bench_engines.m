function bench_engines(scenes, steps)
%BENCH_ENGINES  NsdBodies in the scenes of tests/bench/engines/scenes.h.
%   Prints lines "extra engine SCENE nsd STEP SECONDS ERROR" as the programs of the other engines
%   do; seconds are CPU time of the whole call of nsd_simulate, where theirs are of the steps alone.
  nsd_simulate(NsdBodies().sphere('Radius', 1, 'Position', [0; 0; 0]), [0 1], 'Step', 0.1);
  for scene = scenes                              % the first call of all loads the kernels
    for h = steps
      [world, T, options] = scene_of(scene{1});
      before = cputime();
      sol = nsd_simulate(world, [0 T], 'Step', h, 'Progress', 'off', 'KeepContacts', 'off', ...
                         'OutputEvery', 1000000, options{:});
      seconds = cputime() - before;
      fprintf('extra engine %s nsd %g %.6g %.6g\n', scene{1}, h, seconds, ...
              error_of(scene{1}, world, sol));
      fprintf('extra unsolved %s %g %d of %d\n', scene{1}, h, sol.stats.unsolved, sol.stats.steps);
    end
    if strncmp(scene{1}, 'hit', 3), hit_otherwise(scene{1}, steps(1)); end
  end
end

function hit_otherwise(name, h)
% the wall falls otherwise when the ball is a little slower or faster: how much of a row is chance
  for speed = 11.6:0.1:12.4
    [world, T, options] = scene_of(name);
    v = world.InitialVelocity;
    v(end-4) = speed;
    sol = nsd_simulate(world.start(world.InitialPosition, v), [0 T], 'Step', h, 'Progress', ...
                       'off', 'KeepContacts', 'off', 'OutputEvery', 1000000, options{:});
    fprintf('extra speed %s %g %d sweeps, %d unsolved\n', name, speed, ...
            sol.stats.lcpIterations, sol.stats.unsolved);
  end
end

function [world, T, options] = scene_of(name)
  options = {};
  floor = @(mu) NsdBodies('Friction', mu).plane([0 0 1], 0);
  switch name
    case 'stack'
      T = 60;
      world = floor(0.5).box('Size', [1; 1; 1], 'Position', [zeros(2, 10); 0.5 + (0:9)]);
    case 'slide'
      T = 2;
      world = floor(0.3).box('Size', [1; 1; 0.2], 'Position', [0; 0; 0.1], 'Velocity', [3; 0; 0]);
    case 'bounce'
      T = 10;
      world = NsdBodies('Restitution', 1).plane([0 0 1], 0);
      world = world.sphere('Radius', 0.1, 'Position', [0; 0; 1.1]);
    case 'spheres', [world, T] = spheres(1000, 10, 3);
    case 'many', [world, T] = spheres(5000, 17, 1);
    case 'hit', [world, T, options] = hit(floor(0.5), 6, 6, 5);
    case 'hit200', [world, T, options] = hit(floor(0.5), 20, 10, 20);
  end
end

function [world, T] = spheres(count, side, T)
  n = 1:count;
  grid = [mod(n - 1, side); mod(fix((n - 1)/side), side); fix((n - 1)/side^2)];
  aside = [0.02*sin(7*n); 0.02*cos(5*n); 0.6 + 0*n];
  far = 1.05*(side - 1) + 0.6;
  world = NsdBodies('Friction', 0.3).container([-0.6 far -0.6 far 0 Inf]);
  world = world.sphere('Radius', 0.5, 'Position', 1.05*grid + aside);
end

function [world, T, options] = hit(world, columns, rows, mass)
  T = 2;
  options = {'LcpTol', 1e-4};
  [column, row] = ndgrid(0:columns-1, 0:rows-1);
  place = [1.02*column(:) + 0.5*mod(row(:), 2), 0*row(:), 0.25 + 0.5*row(:)]';
  world = world.box('Size', [1; 0.5; 0.5], 'Position', place);
  world = world.sphere('Radius', 0.5, 'Position', [0.5*(columns - 1); -1.2; 0.25*rows], ...
                       'Velocity', [0; 12; 0], 'Mass', mass);
end

function miss = error_of(name, world, sol)
  q = reshape(sol.q(end, :), 7, []);
  switch name
    case 'slide', miss = abs(q(1) - 9/(2*0.3*9.81));
    case 'bounce', miss = abs(sol.energy.total(end) - sol.energy.total(1))/9.81;
    case {'hit', 'hit200'}, miss = NaN;
    case 'spheres', miss = mean_overlap(q(1:3, :), 1.05*9 + 0.6);
    case 'many', miss = mean_overlap(q(1:3, :), 1.05*16 + 0.6);
    otherwise
      start = reshape(world.InitialPosition, 7, []);
      miss = max(max(abs(q(1:3, :) - start(1:3, :))));
  end
end

function miss = mean_overlap(x, far)
% of what touches, up to a thousandth of a diameter apart
  gaps = [x(3, :), x(1, :) + 0.6, far - x(1, :), x(2, :) + 0.6, far - x(2, :)] - 0.5;
  for k = 2:size(x, 2)
    near = sqrt(sum(bsxfun(@minus, x(:, 1:k-1), x(:, k)).^2, 1)) - 1;
    gaps = [gaps, near(near < 1e-3)]; %#ok<AGROW>
  end
  gaps = gaps(gaps < 1e-3);
  miss = sum(max(0, -gaps))/max(1, numel(gaps));
end
