function cases = nsd_benchmark_turning()
%NSD_BENCHMARK_TURNING  Bodies that turn: C16, a rolling disc and a heavy top of NSD_BENCHMARK.
  [sn, ~, ~] = ellipj(5, 1/3);
  a = 0.2;
  alpha = 0.5;
  rate = sqrt(4*9.81/(a*sin(alpha)));
  cases = [ ...
    nsd_benchmark_case('C16', 'free body, moments 1, 2, 3: spin about the second axis, 5 s', ...
        sn, @(h) free_body(h, 1), 'Unit', 'rad/s', 'Step', 1e-3, 'Accuracy', 'h^2', ...
        'Bound', 1e-5), ...
    nsd_benchmark_case('C16', 'the same: largest change of energy and momentum', 0, ...
        @(h) free_body(h, 2), 'Accuracy', 'kept', 'Bound', 1e-11), ...
    nsd_benchmark_case('disc', 'thin disc rolls in a circle, its centre at rest: rate', rate, ...
        @(h) rolling_disc(a, alpha, rate, h, 1), 'Unit', 'rad/s', 'Step', 2*pi/rate/4000, ...
        'Accuracy', 'h', 'Bound', 1e-2*rate), ...
    nsd_benchmark_case('disc', 'the same with Order 2', rate, ...
        @(h) rolling_disc(a, alpha, rate, h, 2), 'Unit', 'rad/s', 'Step', 2*pi/rate/1000, ...
        'Accuracy', 'h^2', 'Bound', 1e-4*rate), ...
    nsd_benchmark_case('top', 'heavy top precesses: rate', heavy_top(), @heavy_top, ...
        'Unit', 'rad/s', 'Step', 1.25e-4, 'Accuracy', 'h^2', 'Bound', 1e-6)];
end

function [value, how] = free_body(h, wanted)
% spin (1, 0, 1) of the body: 2E = 4, L^2 = 10, so that its spins are cn, sn and dn of t with
% parameter 1/3 (Landau and Lifshitz, Mechanics, section 37)
  world = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.1, 'Position', [0; 0; 0], ...
                    'Inertia', [1; 2; 3], 'Spin', [1; 0; 1]);
  [sol, how] = nsd_benchmark_run(world, 5, h);
  own = nsd_quaternion_rotate(sol.q(end, 4:7)', sol.v(end, 4:6)', -1);
  [~, L] = world.momentum(sol.q(end, :)', sol.v(end, :)');
  kept = max([abs(sol.energy.total - sol.energy.total(1)); abs(L - [1; 0; 3])]);
  values = [own(2), kept];
  value = values(wanted);
end

function [rate, how] = rolling_disc(a, alpha, exact, h, order)
% the axis leans by alpha and turns with the point of contact; after one turn it is back
  thick = 1e-8;
  low = [cos(alpha); 0; -sin(alpha)];             % from the centre to the lowest point
  world = NsdBodies('Friction', 5).plane([0 0 1], 0);
  world = world.cylinder('Radius', a, 'Length', thick, 'Spin', -exact*sin(alpha)*low, ...
      'Orientation', [cos(alpha/2); 0; sin(alpha/2); 0], ...
      'Position', [0; 0; a*sin(alpha) + thick/2*cos(alpha)]);
  T = 2*pi/exact;
  [sol, how] = nsd_benchmark_run(world, T, h, 'Order', order);
  p = sol.q(:, 4:7);
  lean = [2*(p(:, 2).*p(:, 4) + p(:, 1).*p(:, 3)), 2*(p(:, 3).*p(:, 4) - p(:, 1).*p(:, 2))];
  angle = unwrap(atan2(lean(:, 2), lean(:, 1)));
  rate = abs(angle(end))/T;
end

function [rate, how] = heavy_top(h)
% A W^2 cos(th) - I3 w3 W + m g l = 0, A = I1 + m l^2, the slower root; without h the exact rate
  [m, l, I1, I3, g, th, w3] = deal(1, 0.3, 0.02, 0.03, 9.81, 0.5, 60);
  A = I1 + m*l^2;
  rate = (I3*w3 - sqrt((I3*w3)^2 - 4*A*cos(th)*m*g*l))/(2*A*cos(th));
  if nargin < 1, return; end
  up = [sin(th); 0; cos(th)];
  spin = [0; 0; rate] + (w3 - rate*cos(th))*up;
  world = NsdBodies('Gravity', [0 0 -g]).sphere('Radius', 0.05, 'Position', l*up, 'Mass', m, ...
      'Orientation', [0; th; 0], 'Inertia', [I1; I1; I3], 'Spin', spin, ...
      'Velocity', cross(spin, l*up));
  world = world.joint('ball', [0 1], 'Point', [0; 0; 0]);
  [sol, how] = nsd_benchmark_run(world, 1, h);
  angle = unwrap(atan2(sol.q(:, 2), sol.q(:, 1)));
  rate = angle(end);
end
