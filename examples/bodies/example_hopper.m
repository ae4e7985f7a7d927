%% How fast do discs run out of a hopper?
% Discs in the plane fall through a slot between two fixed walls. The rate hardly depends on the
% height of the filling: a column of grains does not press like a liquid.
[x, y] = meshgrid(-1.54:0.22:1.54, 1.35 + 0.22*(0:8));
place = [x(:) + 0.03*sin(5*y(:)), y(:)]';
world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3, 'Restitution', 0.1);
world = world.container([-2 2 -1.5 Inf]);
world = world.disc('Radius', 0.1 - 0.015*mod(1:size(place, 2), 2), 'Position', place, ...
                   'Mass', 0.1);
grains = world.Bodies;
world = world.box('Size', [2.2; 0.1], 'Position', [-1.25 1.25; 0.7 0.7], ...
                  'Angle', [-0.75 0.75], 'Fixed', true).named('hopper');
sol = nsd_simulate(world, [0 3], 'Step', 0.004, 'OutputEvery', 5);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 1000 440]); end
times = [0.4 1.6];
colors = [repmat([0.85 0.65 0.3], grains, 1); 0.4 0.4 0.4; 0.4 0.4 0.4];
for k = 1:2
  subplot(1, 3, k);
  animate(sol, 'At', times(k), 'Color', colors);
  xlabel('x (m)');
  if k == 1, ylabel('y (m)'); end
end
subplot(1, 3, 3);
below = sum(sol.q(:, 2:3:3*grains) < -0.1, 2);
plot(sol.t, below, 'LineWidth', 1.5);
xlabel('time (s)'); ylabel('discs below the slot'); title('outflow');
nsd_style
during = sol.t > 0.8 & sol.t < 1.8;
line_of = polyfit(sol.t(during), below(during), 1);
fprintf('%d of %d discs ran out, %.0f per second from 0.8 to 1.8 s\n', below(end), grains, ...
        line_of(1));
