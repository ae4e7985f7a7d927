function cases = nsd_benchmark_impacts()
%NSD_BENCHMARK_IMPACTS  Impacts of one and several bodies: C11 to C14, C17 to C19 of NSD_BENCHMARK.
  slope = atan(0.2);
  fall = sqrt(2/9.81);
  cases = [ ...
    nsd_benchmark_case('C11', 'super ball, e = e_T = 1: speed along the floor', 1 - 4/7*0.7, ...
        @(h) super_ball(1, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C11', 'the same: radius times spin', 0.3 + 10/7*0.7, ...
        @(h) super_ball(5, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C12', 'oblique impact that slides, mu 0.2: speed along the floor', ...
        3 - 0.2*3.6, @(h) oblique(0.2, 1, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C12', 'the same: radius times spin', 5/2*0.2*3.6, ...
        @(h) oblique(0.2, 5, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C12', 'oblique impact that sticks, mu 0.9: speed along the floor', 15/7, ...
        @(h) oblique(0.9, 1, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C13', 'cradle of five discs with gaps: speed of the last', 1, ...
        @(h) in_line([0 1.5 1e-3 1e-3 1e-3], 5, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C14', 'rocking block: speed after the first impact over that before', ...
        1 - 3/2*sin(slope)^2, @(h) rocking(h, 1), 'Step', 2e-4, 'Accuracy', 'h', ...
        'Bound', 3e-3), ...
    nsd_benchmark_case('C14', 'the same: time of the first impact', rocking_time(slope), ...
        @(h) rocking(h, 2), 'Unit', 's', 'Step', 2e-4, 'Accuracy', 'h', 'Bound', 2e-3), ...
    nsd_benchmark_case('C17', 'ball with e = 0.9 comes to rest after', fall*1.9/0.1, ...
        @comes_to_rest, 'Unit', 's', 'Step', 1e-3, 'Accuracy', 'h', 'Bound', 0.1), ...
    nsd_benchmark_case('C18', 'two discs, oblique, e = 1: cosine between the paths', 0, ...
        @two_discs), ...
    nsd_benchmark_case('C19', 'three balls, the last two touch: speed of the first', -1/3, ...
        @(h) in_line([0 1.5 0], 1, h), 'Unit', 'm/s'), ...
    nsd_benchmark_case('C19', 'the same with gaps: speed of the last', 1, ...
        @(h) in_line([0 1.5 1e-3], 3, h), 'Unit', 'm/s')];
end

function [value, how] = super_ball(column, h)
  [value, how] = against_the_floor([1; 0; -1], 0.3, {1, 10, 1}, column, h);
end

function [value, how] = oblique(mu, column, h)
  [value, how] = against_the_floor([3; 0; -2], 0, {0.8, mu, 0}, column, h);
end

function [value, how] = against_the_floor(velocity, turning, law, column, h)
% a ball of radius 0.1 without gravity; law: restitution, friction, tangential restitution. Spins
% (columns 4 to 6) are given times the radius.
  R = 0.1;
  world = NsdBodies('Gravity', [0 0 0], 'Restitution', law{1}, 'Friction', law{2}, ...
                    'TangentialRestitution', law{3}).plane([0 0 1], 0);
  world = world.sphere('Radius', R, 'Position', [0; 0; 0.15], 'Velocity', velocity, ...
                       'Spin', [0; turning/R; 0]);
  [sol, how] = nsd_benchmark_run(world, 0.2, h);
  value = sol.v(end, column);
  if column > 3, value = value*R; end
end

function [v, how] = in_line(gaps, which, h)
% discs of diameter 1 with gaps between them, the first one moves
  n = numel(gaps);
  world = NsdBodies('Gravity', [0 0], 'Restitution', 1);
  world = world.disc('Radius', 0.5, 'Position', [cumsum(gaps) + (0:n-1); zeros(1, n)], ...
                     'Velocity', [1 zeros(1, n-1); zeros(1, n)]);
  [sol, how] = nsd_benchmark_run(world, 3, h);
  v = sol.v(end, 3*which - 2);
end

function [value, how] = rocking(h, wanted)
% a block of 0.2 by 1 turns about its corner until the other one hits: the spin grows until then
  slope = atan(0.2);
  tilt = slope/2;
  half = norm([0.1 0.5]);
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.8).plane([0 1], 0);
  world = world.box('Size', [0.2; 1], 'Angle', -tilt, ...
                    'Position', [0.1 - half*sin(slope - tilt); half*cos(slope - tilt)]);
  [sol, how] = nsd_benchmark_run(world, 1.2*rocking_time(slope), h);
  w = abs(sol.v(:, 3));
  k = find(diff(w) < 0, 1);
  values = [w(k + 1)/w(k), sol.t(k)];
  value = values(wanted);
end

function t = rocking_time(slope)
% from half the slope to upright: th'^2 = 2 p^2 (cos(slope - th0) - cos(slope - th)), p^2 = 3g/(4R);
% with th = th0 - u^2 the difference is 2 sin(slope - th0 + u^2/2) sin(u^2/2)
  p = sqrt(3*9.81/(4*norm([0.1 0.5])));
  rest = slope/2;                                 % slope - th0
  near = @(x) 1 - x.^2/6 + x.^4/120;              % sin(x)/x to round-off for x below 0.1
  t = quadgk(@(u) sqrt(2)./(p*sqrt(sin(rest + u.^2/2).*near(u.^2/2))), 0, sqrt(rest), ...
             'RelTol', 1e-12);
end

function [t, how] = comes_to_rest(h)
% at rest the step of gravity is all that is left of the velocity
  world = NsdBodies('Restitution', 0.9).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.1, 'Position', [0; 0; 1.1]);
  [sol, how] = nsd_benchmark_run(world, 10, h);
  t = sol.t(find(abs(sol.v(:, 3)) > 9.81*h, 1, 'last'));
end

function [cosine, how] = two_discs(h)
  world = NsdBodies('Gravity', [0 0], 'Restitution', 1);
  world = world.disc('Radius', 0.5, 'Position', [-2 0; 0.5 0], 'Velocity', [1 0; 0 0]);
  [sol, how] = nsd_benchmark_run(world, 4, h);
  [one, two] = deal(sol.v(end, 1:2), sol.v(end, 4:5));
  cosine = one*two'/(norm(one)*norm(two));
end
