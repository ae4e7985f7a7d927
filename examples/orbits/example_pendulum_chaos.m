%% What does an impacting pendulum do when it is shaken harder?
% It never repeats itself. The picture on the left takes the state once per period of the forcing:
% not a point, as for a periodic motion, and not a cloud, but folded sheets. On the right every
% impact is a point: when in the period it happens, and how fast the pendulum leaves the stop.

sys = nsd_pendulum('Amplitude', 0.6, 'Damping', 0.01, 'Stop', -0.2, 'Restitution', 0.95);
periods = 8000;
times = 2*pi*(0:periods);
sol = nsd_simulate(sys, times, 'Method', 'event');
hits = strcmp(sol.events.kind, 'impact');

figure('Position', [100 100 1000 450]);
left = subplot(1, 2, 1);
plot(left, sol.q(50:end), sol.v(50:end), '.', 'MarkerSize', 3, 'Color', [0.1 0.3 0.6]);
xlabel(left, 'angle (rad)');
ylabel(left, 'velocity');
title(left, sprintf('once per period of the forcing, %d periods', periods));
right = subplot(1, 2, 2);
plot(right, mod(sol.events.t(hits), 2*pi), sol.events.vAfter(hits), '.', 'MarkerSize', 3, ...
     'Color', [0.7 0.2 0.1]);
xlim(right, [0 2*pi]);
xlabel(right, 'phase of the forcing at impact (rad)');
ylabel(right, 'velocity after the impact');
title(right, sprintf('%d impacts', sum(hits)));
nsd_style

fprintf('%d impacts in %d periods, computed in %.2g s\n', sum(hits), periods, ...
        sol.stats.kernelSeconds);
