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
faces = [1 2 3; 1 3 4; 5 6 7; 5 7 8; 1 2 6; 1 6 5; 2 3 7; 2 7 6; 3 4 8; 3 8 7; 4 1 5; 4 5 8];
edges = [1 2 3 4 1 5 6 7 8 5 6 2 3 7 8 4];
cross_with = @(p) [0 -p(4) p(3); p(4) 0 -p(2); -p(3) p(2) 0];
times = [0:0.1:0.7 1.5];
patch('Vertices', [-0.8 -0.3 0; 1 -0.3 0; 1 0.2 0; -0.8 0.2 0], 'Faces', [1 2 3; 1 3 4], ...
      'FaceColor', [0.9 0.9 0.9], 'EdgeColor', 'none');
for k = 1:numel(times)
  x = sol.at(times(k));
  turn = eye(3) + 2*x(4)*cross_with(x(4:7)) + 2*cross_with(x(4:7))^2;
  X = x(1:3)' + turn*corners;
  patch('Vertices', X', 'Faces', faces, 'EdgeColor', 'none', ...
        'FaceColor', [0 0.35 0.65] + (1 - k/numel(times))*[0.7 0.45 0.25]);
  line(X(1, edges), X(2, edges), X(3, edges), 'Color', 'w');
end
view(-8, 14); axis equal off; axis([-0.8 1 -0.3 0.2 0 0.4]); set(gca, 'CameraViewAngle', 4.2);
subplot(2, 2, 3);
plot(sol.t, 1e3*sol.q(:, 3), [0 1.5], 1e3*edge/2*[1 1], 'k--');
xlabel('time (s)'); ylabel('height of the centre (mm)'); xlim([0 1.5]);
subplot(2, 2, 4);
E = sol.energy;
plot(sol.t, E.total - E.total(end), sol.t, -E.impact, sol.t, -E.friction);
xlabel('time (s)'); ylabel('energy (J)'); axis([0 1.5 0 1.6]);
legend('still to lose', 'taken by impacts', 'taken by friction');
