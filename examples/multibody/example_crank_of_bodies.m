%% What does the bearing of a slider-crank carry, and what does its motor?
% Crank, rod and piston are three bodies with three hinges and a slider; a motor turns the crank at
% a constant speed. The travel of the piston has a closed form.
[r, l, omega] = deal(0.1, 0.3, 30);
world = NsdBodies('Gravity', [0 -9.81]);
world = world.box('Size', [r; 0.03], 'Position', [r/2; 0], 'Mass', 0.5);
world = world.box('Size', [l; 0.02], 'Position', [r + l/2; 0], 'Mass', 0.4);
world = world.box('Size', [0.08; 0.06], 'Position', [r + l; 0], 'Mass', 1);
world = world.joint('hinge', [0 1], 'Point', [0; 0], 'Motor', 'speed', 'Target', omega);
world = world.joint('hinge', [1 2], 'Point', [r; 0]);
world = world.joint('hinge', [2 3], 'Point', [r + l; 0]);
world = world.joint('slider', [0 3], 'Axis', [1; 0]).named('slider-crank');
v0 = [0 r*omega/2 omega, 0 r*omega/2 -r*omega/l, 0 0 0]';
sol = nsd_simulate(world.start(world.InitialPosition, v0), [0 4*pi/omega], 'Step', 1e-4);

phi = sol.body(1).orientation;
exact = r*cos(phi) + sqrt(l^2 - r^2*sin(phi).^2);
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 520]); end
subplot(3, 2, [1 2]);
animate(sol, 'At', 0.05, 'Axes', 'off');
axis([-0.05 0.55 -0.04 0.12]);                     % all that is to be seen now
subplot(3, 2, [3 5]);
plot(sol.t(2:end), sol.joints.force(2:end, 1:2));     % row 1 is before the first step
xlabel('time (s)'); ylabel('force (N)'); legend('x', 'y'); title('main bearing');
xlim(sol.t([1 end]));
subplot(3, 2, [4 6]);
plot(sol.t(2:end), sol.joints.torque(2:end, 1));
xlabel('time (s)'); ylabel('torque (N m)'); title('motor'); xlim(sol.t([1 end]));
nsd_style
fprintf('piston off its closed form by %.1e m, joints drift by %.1e\n', ...
        max(abs(sol.body(3).position(:, 1) - exact)), max(sol.joints.drift(:)));
