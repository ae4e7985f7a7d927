%% When does a box on a conveyor take the speed of the belt?
% A belt is a plane that moves along itself. Boxes, a standing cylinder and a ball are put on it at
% rest: the first two slide until t = v/(mu g), the ball rolls in the end at 2/7 of the speed.
[speed, mu] = deal(1, 0.3);
world = NsdBodies('Friction', mu).plane([0 0 1], 0, 'Velocity', [speed; 0; 0]);
world = world.box('Size', [0.3; 0.2; 0.15], 'Position', [0; -0.5; 0.075]);
world = world.cylinder('Radius', 0.12, 'Length', 0.2, 'Position', [0; 0; 0.1]);
world = world.sphere('Radius', 0.12, 'Position', [0; 0.5; 0.12]).named('conveyor');
sol = nsd_simulate(world, [0 0.6], 'Step', 5e-4);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 360]); end
subplot(1, 2, 1);
colors = [0.00 0.36 0.63; 0.80 0.33 0.10; 0.15 0.55 0.35];      % as the curves; the belt is body 1
animate(sol, 'At', 0.6, 'View', [-30 25], 'Color', [0.7 0.7 0.7; colors]);
subplot(1, 2, 2);
v = [sol.body(2).velocity(:, 1), sol.body(3).velocity(:, 1), sol.body(4).velocity(:, 1)];
plot(sol.t, v(:, 1), sol.t, v(:, 2), '--', sol.t, v(:, 3), [1 1]*speed/(mu*9.81), [0 1], 'k:');
xlabel('time (s)'); ylabel('speed (m/s)'); legend({'box', 'cylinder', 'ball', 'v/(\mu g)'});
nsd_style
fprintf('the box sticks at t = %.4f, v/(mu g) = %.4f; the ball rolls at %.4f\n', ...
        sol.t(find(v(:, 1) > speed - 1e-6, 1)), speed/(mu*9.81), v(end, 3));
