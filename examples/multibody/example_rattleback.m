%% Why does a rattleback turn back?
% A half boat whose principal axes of inertia are turned against its long axis. Spun the wrong way,
% it begins to rattle, stops and spins the other way: energy goes from spin to pitching and back.
[a, b, c] = deal(0.2, 0.04, 0.03);                % the ellipsoid, of which the lower half touches
turn = 0.1;                                       % of the principal axes, radians
I = diag([1.5e-4, 1.6e-3, 1.7e-3]);
Q = [cos(turn) -sin(turn) 0; sin(turn) cos(turn) 0; 0 0 1];
world = NsdBodies('Friction', 0.8).plane([0 0 1], 0);
world = world.ellipsoid('Radii', [a; b; c], 'Centre', [0; 0; 0.012], 'Mass', 0.15, ...
                        'Inertia', Q*I*Q', 'Position', [0; 0; c - 0.012], ...
                        'Spin', [0.01; 0.02; -5], 'Spinning', 5e-5);
sol = nsd_simulate(world.named('rattleback'), [0 8], 'Step', 5e-4);

body = sol.body(1);
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 340]); end
subplot(1, 2, 1);
animate(sol, 'At', 1, 'View', [-30 20]);
subplot(1, 2, 2);
plot(sol.t, body.spin(:, 3));
xlabel('time (s)'); ylabel('spin (rad/s)'); title('it turns back');
nsd_style
fprintf('the spin goes from %.2f to %.2f rad/s\n', body.spin(1, 3), max(body.spin(:, 3)));
