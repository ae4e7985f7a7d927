function cases = nsd_benchmark_friction()
%NSD_BENCHMARK_FRICTION  Sliding, rolling and resting: C5 to C10, C15, C20 to C22 of NSD_BENCHMARK.
  g = 9.81;
  a = pi/6;
  drop = sqrt(2*g);                               % speed after a fall of 1 m
  cases = [ ...
    nsd_benchmark_case('C5', 'ball slides down a ramp, mu 0.1: speed after 1 s', ...
        g*(sin(a) - 0.1*cos(a)), @(h) down_a_ramp('sphere', 0.1, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C5', 'ball rolls down a ramp, mu 0.3: speed after 1 s', ...
        5/7*g*sin(a), @(h) down_a_ramp('sphere', 0.3, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C6', 'box slides down a ramp, mu 0.3: speed after 1 s', ...
        g*(sin(a) - 0.3*cos(a)), @(h) down_a_ramp('box', 0.3, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C6', 'box sticks on a ramp, mu 0.6: speed after 1 s', 0, ...
        @(h) down_a_ramp('box', 0.6, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C7', 'bowling ball slides, then rolls: place after 1.5 s', ...
        5*1.5 - 2/7*5*(1.5 - 5/(7*0.2*g)), @bowling, 'Unit', 'm', 'Step', 1e-3, ...
        'Accuracy', 'h^2', 'Bound', 1e-5), ...
    nsd_benchmark_case('C8', 'box slides to rest, four directions: farthest from the distance', ...
        2^2/(2*0.4*g), @(h) stopping_box(h, 1), 'Unit', 'm', 'Step', 1e-3, 'Accuracy', 'h^2', ...
        'Bound', 1e-5), ...
    nsd_benchmark_case('C8', 'the same: largest distance from the straight line', 0, ...
        @(h) stopping_box(h, 2), 'Unit', 'm', 'Step', 1e-3, 'Accuracy', 'solver', ...
        'Bound', 1e-9), ...
    nsd_benchmark_case('C9', 'rolling resistance stops a ball: distance', ...
        0.6^2/(2*5/7*0.02*g/0.3), @rolling_resistance, 'Unit', 'm', 'Step', 1e-3, ...
        'Accuracy', 'h^2', 'Bound', 1e-5), ...
    nsd_benchmark_case('C10', 'spinning friction slows a ball: spin after 0.1 s', ...
        50 - 5*0.01*g*0.1/(2*0.1^2), @spinning_ball, 'Unit', 'rad/s'), ...
    nsd_benchmark_case('C15', 'stack of ten boxes: force below over the weight above, worst', ...
        1, @stack, 'Accuracy', 'solver', 'Bound', 1e-5), ...
    nsd_benchmark_case('C20', 'disc in a groove, half angle 30 degrees: force of a wall', ...
        g/(2*sin(pi/6)), @groove, 'Unit', 'N', 'Accuracy', 'solver', 'Bound', 1e-5), ...
    nsd_benchmark_case('C21', 'box on a belt, mu 0.3: it sticks after', 1/(0.3*g), ...
        @(h) belt(h, 1), 'Unit', 's', 'Step', 1e-3, 'Accuracy', 'h', 'Bound', 2e-3), ...
    nsd_benchmark_case('C21', 'the same: place after 1 s', 1 - 1/(2*0.3*g), @(h) belt(h, 2), ...
        'Unit', 'm', 'Step', 1e-3, 'Accuracy', 'h^2', 'Bound', 1e-5), ...
    nsd_benchmark_case('C22', 'box falls, hits, slides and sticks: its place', ...
        3*drop/g + (3 - 0.3*drop)^2/(2*0.3*g), @falls_and_slides, 'Unit', 'm', 'Step', 1e-3, ...
        'Accuracy', 'h', 'Bound', 5e-3)];
end

function [v, how] = down_a_ramp(shape, mu, h)
  world = NsdBodies('Gravity', 9.81*[sin(pi/6) 0 -cos(pi/6)], 'Friction', mu).plane([0 0 1], 0);
  if strcmp(shape, 'sphere')
    world = world.sphere('Radius', 0.5, 'Position', [0; 0; 0.5]);
  else
    world = world.box('Size', [1; 1; 0.2], 'Position', [0; 0; 0.1]);
  end
  [sol, how] = nsd_benchmark_run(world, 1, h);
  v = sol.v(end, 1);
end

function [x, how] = bowling(h)
  world = NsdBodies('Friction', 0.2).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Position', [0; 0; 0.1], 'Velocity', [5; 0; 0]);
  [sol, how] = nsd_benchmark_run(world, 1.5, h);
  x = sol.q(end, 1);
end

function [value, how] = stopping_box(h, wanted)
% wanted 1: the distance that is farthest from the exact one; 2: away from the straight line
  exact = 2^2/(2*0.4*9.81);
  [far, aside] = deal(exact, 0);
  for angle = [0 22.5 30 45]*pi/180
    along = [cos(angle); sin(angle); 0];
    world = NsdBodies('Friction', 0.4).plane([0 0 1], 0);
    world = world.box('Size', [1; 1; 0.2], 'Position', [0; 0; 0.1], 'Velocity', 2*along);
    [sol, how] = nsd_benchmark_run(world, 0.7, h);
    x = sol.q(end, 1:3)*along;
    if abs(x - exact) > abs(far - exact), far = x; end
    aside = max(aside, abs(sol.q(end, 1:2)*[-along(2); along(1)]));
  end
  values = [far aside];
  value = values(wanted);
end

function [x, how] = rolling_resistance(h)
  world = NsdBodies('Friction', 0.5, 'Rolling', 0.02).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.3, 'Position', [0; 0; 0.3], 'Velocity', [0.6; 0; 0], ...
                       'Spin', [0; 2; 0]);
  [sol, how] = nsd_benchmark_run(world, 2, h);
  x = sol.q(end, 1);
end

function [w, how] = spinning_ball(h)
  world = NsdBodies('Friction', 0.5, 'Spinning', 0.01).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Position', [0; 0; 0.1], 'Spin', [0; 0; 50]);
  [sol, how] = nsd_benchmark_run(world, 0.1, h);
  w = sol.v(end, 6);
end

function [part, how] = stack(h)
% sol.reaction has the forces below and above of each box: those below follow from the top
  n = 10;
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1; 1; 0.5], 'Position', [zeros(2, n); 0.25 + 0.5*(0:n-1)]);
  [sol, how] = nsd_benchmark_run(world, 1, h);
  below = zeros(1, n + 1);
  for k = n:-1:1, below(k) = sol.reaction(end, k) - below(k + 1); end
  parts = below(1:n)./(9.81*(n:-1:1));
  [~, worst] = max(abs(parts - 1));
  part = parts(worst);
end

function [N, how] = groove(h)
  b = pi/6;
  world = NsdBodies('Gravity', [0 -9.81]).plane([cos(b) sin(b)], 0).plane([-cos(b) sin(b)], 0);
  world = world.disc('Radius', 0.5, 'Position', [0; 0.5/sin(b)]);
  [sol, how] = nsd_benchmark_run(world, 1, h);
  N = sol.reaction(end, 1)/2;
end

function [value, how] = belt(h, wanted)
% wanted 1: the first time at which the box has the speed of the belt; 2: where it is after 1 s
  world = NsdBodies('Friction', 0.3);
  world = world.box('Size', [9; 1; 0.1], 'Position', [0; 0; -0.05], 'Velocity', [1; 0; 0], ...
                    'Fixed', true);
  world = world.box('Size', [0.4; 0.4; 0.2], 'Position', [0; 0; 0.1]);
  [sol, how] = nsd_benchmark_run(world, 1, h);
  moves = find(sol.v(:, 7) < 1 - 1e-6, 1, 'last');
  values = [sol.t(min(moves + 1, end)), sol.q(end, 8)];
  value = values(wanted);
end

function [x, how] = falls_and_slides(h)
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).plane([0 1], 0);
  world = world.box('Size', [1; 0.1], 'Position', [0; 1.05], 'Velocity', [3; 0]);
  [sol, how] = nsd_benchmark_run(world, 1.5, h);
  x = sol.q(end, 1);
end
