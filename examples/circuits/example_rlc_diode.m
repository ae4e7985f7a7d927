%% What does one diode do to an electrical oscillator?
% The tank of example_diode_bridge feeds a resistor through a single diode: only the positive half
% waves reach it, and only they are damped. One complementarity, 0 <= -v_diode _|_ i_diode >= 0.

L = 1e-2;   % H
C = 1e-6;   % F
R = 1e3;    % Ohm
tank = NsdSystem.firstOrder([0 -1/C; 1/L 0], [-1/C; 0], [-1 0], R);
tank = tank.named('RLC circuit with a diode', {'voltage (V)', 'current (A)'});

sol = nsd_simulate(tank, [0 5e-3], [10; 0], 'Step', 1e-6, 'Relation', 'midpoint', ...
                    'OutputEvery', 10);
energy = C/2*sol.x(:, 1).^2 + L/2*sol.x(:, 2).^2;
t = 1e3*sol.t;

figure('Position', [100 100 800 620]);
subplot(3, 1, 1);
plot(t, sol.x(:, 1), t, R*sol.lambda, 'LineWidth', 1.3);
axis([0 5 -10 10]);
legend('capacitor', 'resistor', 'Orientation', 'horizontal');
ylabel('voltage (V)');
title('A diode passes one half of each wave');
subplot(3, 1, 2);
plot(t, 1e3*sol.lambda, t, -sol.y, 'LineWidth', 1.3);
axis([0 5 -10 10]);
legend('current (mA)', 'voltage (V)', 'Orientation', 'horizontal');
ylabel('diode');
title('Its current and its voltage are never there together');
subplot(3, 1, 3);
plot(t, 1e6*energy, 'LineWidth', 1.3);
xlabel('time (ms)');
ylabel('energy (\muJ)'); title('The resistor takes it while current flows');
nsd_style
