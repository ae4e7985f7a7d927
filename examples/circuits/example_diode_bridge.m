%% How does a bridge of four ideal diodes turn an oscillation into a direct current?
% A tank of capacitor and inductor feeds a resistor through the bridge. Two diodes conduct, the
% other two block, and all of them change over when the voltage does: four complementarities.

L = 1e-2;   % H
C = 1e-6;   % F
R = 1e3;    % Ohm
tank = NsdSystem.firstOrder([0 -1/C; 1/L 0], [0 0 -1/C 1/C; 0 0 0 0], ...
                            [0 0; 0 0; -1 0; 1 0], ...
                            [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]);
x0  = [10; 0];
sol = nsd_simulate(tank, [0 5e-3], x0, 'Step', 1e-6, 'Relation', 'midpoint', 'OutputEvery', 10);
resistor = R*(sol.y(:, 1) + sol.lambda(:, 3));      % its current is that of two diodes

% the load is always across the tank, so the exact end is known
exact = expm([-1/(R*C) -1/C; 1/L 0]*5e-3)*x0;
steps = 500*2.^(0:6);
miss  = zeros(numel(steps), 2);
names = {'implicit', 'midpoint'};
for k = 1:numel(steps)
  for j = 1:2
    s = nsd_simulate(tank, [0 5e-3], x0, 'Step', 5e-3/steps(k), 'Relation', names{j});
    miss(k, j) = abs(s.x(end, 1) - exact(1));
  end
end

figure('Position', [100 100 900 400]);
subplot(1, 2, 1);
plot(1e3*sol.t, sol.x(:, 1), 1e3*sol.t(2:end), resistor(2:end), 'LineWidth', 1.3);
legend('capacitor', 'resistor');
xlabel('time (ms)');
ylabel('voltage (V)');
title('Diode bridge');
subplot(1, 2, 2);
loglog(5e3./steps, miss, 'o-', 'LineWidth', 1.3);
legend('relation at the end of the step: order 1', 'in the middle: order 2', ...
       'Location', 'northwest');
xlabel('time step (\mus)');
ylabel('error of the voltage at 5 ms (V)');
nsd_style
