%% What does a planetary gear make of a motor?
% A motor turns the sun with a constant torque. Three planets roll on it and inside a ring that
% stands still; a carrier takes their centres along, against dry friction. Nobody tells the gears
% what carries the wheels. Willis: the carrier turns zs/(zs + zr) times as fast as the sun, so that
% 0.1 Nm of the motor overcome 0.3 Nm of friction.
[zs, zp, zr, module] = deal(24, 18, 60, 0.01);    % teeth; zr = zs + 2 zp
R = module*[zs zp zr]/2;                          % radii: sun, planets, ring
angle = pi/2 + 2*pi*(0:2)/3;
places = (R(1) + R(2))*[cos(angle); sin(angle)];
arm = @(k) {'box', 'Size', [R(1)+R(2); 0.02], 'Centre', places(:, k)/2, 'Angle', angle(k)};
world = NsdBodies('Gravity', [0 0]);
world = world.disc('Radius', R(1), 'Position', [0; 0], 'Mass', 0.5);
world = world.disc('Radius', R(2), 'Position', places, 'Mass', 0.3);
world = world.compound({arm(1), arm(2), arm(3)}, 'Mass', 0.4).ignore(1, 5);   % the carrier
world = world.joint('hinge', [0 1], 'Point', [0; 0]);
world = world.joint('hinge', [0 5], 'Point', [0; 0], 'Friction', 0.3);
for k = 1:3
  world = world.joint('hinge', [5 1 + k], 'Point', places(:, k));
  world = world.joint('gear', [1 1 + k], 'Ratio', -zs/zp);
  world = world.joint('gear', [0 1 + k], 'Ratio', zr/zp, 'Points', [[0; 0], places(:, k)]);
end
world = world.torque(1, 0.1).named('planetary gear', {'sun', 'p1', 'p2', 'p3', 'carrier'});
sol = nsd_simulate(world, [0 1], 'Step', 1e-3);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 420]); end
subplot(1, 2, 1);
colors = [0.00 0.36 0.63; 0.80 0.33 0.10; 0.15 0.55 0.35];      % as the curves
animate(sol, 'At', 0.5, 'Axes', 'off', 'Color', colors([1 2 2 2 3], :));
hold('on');
s = linspace(0, 2*pi, 200);
plot(R(3)*cos(s), R(3)*sin(s), 'k', 'LineWidth', 2);
axis(1.05*R(3)*[-1 1 -1 1]);
subplot(1, 2, 2);
plot(sol.t, sol.v(:, [3 6 15]));
xlabel('time (s)'); ylabel('spin (rad/s)');
legend('sun', 'planet', 'carrier', 'Location', 'northwest');
nsd_style
fprintf('ratio %.8f of %.8f, drift %.0e; of %.4f J of the motor friction took %.4f\n', ...
        sol.q(end, 15)/sol.q(end, 3), zs/(zs + zr), max(sol.joints.drift(:)), ...
        sol.energy.external(end), -sol.energy.friction(end));
