%% How does a buck converter hold its voltage with a switch and a diode?
% The switch is a relay: it is closed while a ramp lies below the control signal. The diode is a
% complementarity: the coil current never turns negative, and rests at zero before each period
% ends. Both are solved together in each step; the modes of the circuit are never listed.

E = 24;  L = 1e-3;  C = 100e-6;  R = 60;        % V, H, F, Ohm
target = 12;  gain = 0.2;  T = 100e-6;          % V, 1/V, s
ramp = @(t) mod(t/T, 1);

A = [-1/(R*C) 1/C; -1/L 0];                     % x = (voltage, current)
B = [0 0; 1/L E/L];                             % lambda = (voltage of the diode, switch 0 to 1)
buck = NsdSystem.firstOrder(A, B, [0 1; gain 0], 0, 'Law', {'complementarity', 'relay'}, ...
                            'Lower', 0, 'Upper', 1, ...
                            'Offset', @(t) [0*t; ramp(t) - 0.5 - gain*target]);
sol  = nsd_simulate(buck, [0 20e-3], [0; 0], 'Step', 5e-7);
few = 1:40:numel(sol.t);
last = find(sol.t > 20e-3 - 4*T);
t = 1e3*sol.t;

figure('Position', [100 100 900 520]);
subplot(2, 2, 1);
plot(t(few), sol.x(few, 1), [0 20], [target target], 'k:', 'LineWidth', 1.2);
ylabel('voltage (V)');
title('Start from rest');
subplot(2, 2, 3);
plot(t(few), sol.x(few, 2), 'LineWidth', 1.2);
xlabel('time (ms)');
ylabel('coil current (A)');
title('It rests at zero in each period');
subplot(2, 2, 2);
plot(t(last), ramp(sol.t(last)), t(last), 0.5 + gain*(target - sol.x(last, 1)), 'LineWidth', 1.2);
axis([19.6 20 0 1.5]);
legend('ramp', 'control');
title('The last four periods');
subplot(2, 2, 4);
plot(t(last), sol.x(last, 2), t(last), sol.lambda(last, 2), 'LineWidth', 1.2);
axis([19.6 20 -0.1 1.5]);
legend('coil current (A)', 'switch');
xlabel('time (ms)');
nsd_style
