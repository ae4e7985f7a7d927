%% Does an impacting pendulum settle into a periodic motion?
% A pendulum with a shaken pivot hits a stop. The event-driven solver finds every impact; after
% some periods of the forcing there is one per period, always at the same phase and speed. How
% fast it gets there is in the eigenvalues of the state transition matrix over one period,
% impact included: both lie inside the unit circle.

sys = nsd_pendulum();                        % stop at -0.1 rad, restitution 0.7
opt = nsd_options('Method', 'event', 'RelTol', 1e-10, 'AbsTol', 1e-12);
transient = nsd_simulate(sys, [0 28*2*pi], opt);
[q, v] = transient.at(transient.t(end));
once = nsd_simulate(sys, [0 2*pi], q, v, opt, 'Sensitivity', 'on');

figure('Position', [100 100 1000 430]);
first = subplot(1, 2, 1);
early = nsd_simulate(sys, [0 5*2*pi], opt);
plot(early, 'phase', 'Parent', first, 'Color', [0.6 0.7 0.85]);
hold(first, 'on');
plot(once, 'phase', 'Parent', first, 'Color', [0.75 0.1 0.1], 'LineWidth', 2);
hold(first, 'off');
title(first, 'the first five periods, and the last');

hits = strcmp(transient.events.kind, 'impact');
phase = mod(transient.events.t(hits), 2*pi);
speed = transient.events.vAfter(hits);
second = subplot(1, 2, 2);
semilogy(second, 1:numel(phase) - 1, abs(phase(1:end-1) - phase(end)), 'o-', ...
         1:numel(speed) - 1, abs(speed(1:end-1) - speed(end)), 's-');
grid(second, 'on');
xlabel(second, 'impact');
ylabel(second, 'distance from the last one');
legend(second, {'phase of the forcing', 'speed after the impact'});
title(second, 'impacts converge');
nsd_style

fprintf('impact at phase %.12f, speeds %.12f and %.12f\n', phase(end), ...
        transient.events.vBefore(find(hits, 1, 'last')), speed(end));
fprintf('multipliers of the orbit: |%.4f|, |%.4f|\n', abs(eig(once.sensitivity.Phi(:, :, end))));
