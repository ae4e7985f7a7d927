function cases = nsd_benchmark_engines(seed)
%NSD_BENCHMARK_ENGINES  SimBenchmark's four tests: C1 to C4 of NSD_BENCHMARK.
%   Scenes and measures are those of SimBenchmark (Robotic Systems Lab, ETH Zurich; sources at
%   leggedrobotics/SimBenchmark): values before each step, mean over the steps. Its random start is
%   drawn anew, by a generator of our own that is the same everywhere and begins with SEED.
  cases = [];
  for h = [0.01 0.004 0.001]
    group = 'fine';
    if h == 0.01, group = 'engines'; end
    given = {'Step', h, 'Group', group, 'Accuracy', 'kept'};
    cases = [cases, ...
      nsd_benchmark_case('C1', 'bouncing, 49 balls: mean (E - E0)^2', 0, @bouncing, ...
          given{:}, 'Unit', 'J^2', 'Bound', 1e-18), ...
      nsd_benchmark_case('C2', 'elastic 666, LcpTol 1e-8: mean (E - E0)^2', 0, ...
          @(h) elastic(h, seed, {'LcpTol', 1e-8}), given{:}, 'Unit', 'J^2', 'Bound', 1e-6), ...
      nsd_benchmark_case('C2', 'elastic 666, default: mean (E - E0)^2', 0, ...
          @(h) elastic(h, seed, {}), given{:}, 'Unit', 'J^2', 'Bound', 10), ...
      nsd_benchmark_case('C3', '666: mean sum of squared penetrations', 0, ...
          @(h) penetration(h, seed), given{:}, 'Unit', 'm^2', 'Bound', 1e-4)]; %#ok<AGROW>  few
  end
  cases = [cases, nsd_benchmark_case('C4', 'rolling, 25 balls: mean squared velocity error', 0, ...
      @rolling, 'Unit', 'm^2/s^2', 'Step', 1e-3, 'Group', 'engines', 'Accuracy', 'kept', ...
      'Bound', 1e-20)];
end

function [mean_square, how] = bouncing(h)
  [x, y] = ndgrid(2*(0:6), 2*(0:6));
  world = NsdBodies('Restitution', 1).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Mass', 10, 'Position', [x(:)'; y(:)'; 5 + zeros(1, 49)]);
  [sol, how] = nsd_benchmark_run(world, 20, h, 'KeepContacts', 'off');
  mean_square = energy_error(sol);
end

function [mean_square, how] = elastic(h, seed, given)
  [sol, how] = nsd_benchmark_run(six_cubed(1.101, 1, seed), 10, h, 'KeepContacts', 'off', given{:});
  mean_square = energy_error(sol);
end

function mean_square = energy_error(sol)
  E = sol.energy.total;
  mean_square = mean((E(1:end-1) - E(1)).^2);
end

function world = six_cubed(lowest, e, seed)
% 216 balls in a grid, each moved aside by up to 1 mm: numbers of Park and Miller's generator
  [x, y, z] = ndgrid(0:5, 0:5, 0:5);
  aside = zeros(3, 216);
  seed = mod(seed, 2147483647);
  for k = 1:numel(aside)
    seed = mod(16807*seed, 2147483647);
    aside(k) = seed/2147483647;
  end
  place = 0.21*[x(:)'; y(:)'; z(:)'] + 0.001*aside;
  place(3, :) = place(3, :) + lowest;
  world = NsdBodies('Restitution', e).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Mass', 10, 'Position', place);
end

function [mean_sum, how] = penetration(h, seed)
% overlaps of all pairs, and with the floor, from the positions alone
  [sol, how] = nsd_benchmark_run(six_cubed(0.101, 0, seed), 10, h, 'KeepContacts', 'off');
  total = 0;
  upper = triu(true(216), 1);
  for k = 1:numel(sol.t) - 1
    x = reshape(sol.q(k, :), 7, []);
    square = sum(x(1:3, :).^2, 1);
    apart = bsxfun(@plus, square, square') - 2*x(1:3, :)'*x(1:3, :);
    near = apart(upper & apart < 0.2^2);
    total = total + sum((0.2 - sqrt(near)).^2) + sum(max(0, 0.1 - x(3, :)).^2);
  end
  mean_sum = total/(numel(sol.t) - 1);
end

function [mean_square, how] = rolling(h)
% a plate pulled over the floor with 25 balls on it; the mean is over steps and bodies
  along = [0.5; 0.8660254; 0];
  [x, y] = ndgrid(2*(-2:2), 2*(-2:2));
  world = NsdBodies().plane([0 0 1], 0, 'Friction', 0.4);
  world = world.box('Size', [20; 20; 1], 'Mass', 10, 'Position', [0; 0; 0.5], 'Friction', 0.4);
  world = world.sphere('Radius', 0.5, 'Mass', 1, 'Friction', 1.2, ...
                       'Position', [x(:)'; y(:)'; 1.5 + zeros(1, 25)]);
  world = world.force(1, 150*along);
  [sol, how] = nsd_benchmark_run(world, 4, h, 'KeepContacts', 'off');
  % friction 0.8 between balls and box: the mean of 0.4 and 1.2
  pull = 150*norm(along) - 0.4*35*9.81;
  speed = pull/(10 + 25*2/7)*[1, 2/7*ones(1, 25)];
  v = reshape(sol.v(1:end-1, :)', 6, 26, []);
  t = reshape(sol.t(1:end-1), 1, 1, []);
  right = bsxfun(@times, bsxfun(@times, along/norm(along), speed), t);
  mean_square = mean(mean(sum((v(1:3, :, :) - right).^2, 1), 2), 3);
end
