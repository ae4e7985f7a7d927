%% How does a tossed cube come to rest?
% An acrylic cube of 105 mm and 370 g is thrown onto a table, with friction 0.18 and restitution
% 0.125 as measured for the ContactNets data set (Pfrommer, Halm and Posa, 2020). It hits the table
% with corners and edges, tumbles onto a face, and slides to rest.
edge = 0.1048;
world = NsdBodies('Friction', 0.18, 'Restitution', 0.125).plane([0 0 1], 0);
world = world.box('Size', edge*[1 1 1], 'Mass', 0.37, 'Inertia', 8.1e-4*[1; 1; 1], ...
                  'Position', [-0.6; 0; 0.22], 'Velocity', [1.6; 0; 1.2], ...
                  'Orientation', [0.4; 0.55; 0.2], 'Spin', [2; 14; -3]).named('cube');
sol = nsd_simulate(world, [0 1.5], 'Step', 1e-3);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 1000 620]); end
subplot(2, 2, 1:2);
corners = edge/2*[-1 1 1 -1 -1 1 1 -1; -1 -1 1 1 -1 -1 1 1; -1 -1 -1 -1 1 1 1 1];
faces = [1 2 6 5; 2 3 7 6; 3 4 8 7; 4 1 5 8; 5 6 7 8; 4 3 2 1];
cross_with = @(p) [0 -p(4) p(3); p(4) 0 -p(2); -p(3) p(2) 0];
[az, el] = deal(-8*pi/180, 14*pi/180);               % seen from here: to the right, up
look = [cos(az), -sin(az)*sin(el); sin(az), cos(az)*sin(el); 0, cos(el)];
ground = [-0.8 -0.3 0; 1 -0.3 0; 1 0.2 0; -0.8 0.2 0]*look;
patch(ground(:, 1), ground(:, 2), [0.9 0.9 0.9], 'EdgeColor', 'none');
times = [0:0.1:0.7 1.5];
for k = 1:numel(times)
  x = sol.at(times(k));
  turn = eye(3) + 2*x(4)*cross_with(x(4:7)) + 2*cross_with(x(4:7))^2;
  X = (x(1:3)' + turn*corners)';
  for f = faces'                                     % the faces that look to us
    [P, normal] = deal(X(f, :)*look, cross(X(f(2), :) - X(f(1), :), X(f(3), :) - X(f(1), :)));
    if det([P(2, :) - P(1, :); P(3, :) - P(1, :)]) <= 0, continue; end
    tone = ([0 0.35 0.65] + (1 - k/numel(times))*[0.7 0.45 0.25])*(0.75 + 0.25*normal(3)/edge^2);
    patch(P(:, 1), P(:, 2), max(0, min(1, tone)), 'EdgeColor', 'w');
  end
end
axis equal off; subplot(2, 2, 3);
plot(sol.t, 1e3*sol.q(:, 3), [0 1.5], 1e3*edge/2*[1 1], 'k--');
xlabel('time (s)'); ylabel('height (mm)'); xlim([0 1.5]); title('Its centre');
subplot(2, 2, 4); E = sol.energy;
plot(sol.t, E.total - E.total(end), sol.t, -E.impact, sol.t, -E.friction);
xlabel('time (s)'); ylabel('energy (J)'); axis([0 1.5 0 1.5]); title('Where its energy goes');
legend('still to lose', 'taken by impacts', 'taken by friction', 'Location', 'northeast');
nsd_style
