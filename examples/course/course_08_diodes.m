%% Course 8: what does a diode bridge do to an oscillating circuit?
% A coil and a capacitor swing; a bridge of four ideal diodes feeds the load from them. Currents
% jump between diodes, yet the voltage at 5 ms can be found on paper. How?
%
% Compare the schemes: 'Relation' 'implicit' and 'midpoint' at the same step.

answer = [];                                    % volts

[C, R, L] = deal(1e-6, 1e3, 1e-2);
bridge = NsdSystem.firstOrder([0 -1/C; 1/L 0], [0 0 -1/C 1/C; 0 0 0 0], ...
                              [0 0; 0 0; -1 0; 1 0], ...
                              [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]);
sol = nsd_simulate(bridge, [0 5e-3], [10; 0], 'Step', 1e-6, 'Relation', 'midpoint');

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(1e3*sol.t, sol.x(:, 1))
ylabel('voltage (V)')
title('the capacitor swings')
grid on
subplot(2, 1, 2)
plot(1e3*sol.t, sol.lambda(:, [1 2]))
xlabel('time (ms)')
ylabel('voltage (V)')
title('blocked by two diodes')
legend('diode 1', 'diode 2')
grid on
nsd_style

nsd_check('diodes', answer, 'L', L, 'C', C, 'R', R);
