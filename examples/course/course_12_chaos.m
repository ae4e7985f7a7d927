%% Course 12: how does an impact oscillator become chaotic?
% x'' + x = cos(w t) with a wall at x = 0 and r = 0.8. For w = 2.6 it hits once per period of the
% forcing. As w grows the motion needs two periods to repeat itself, then four, then for ever.
% Shown: the position once per period, for many w, each run event-driven on all cores.
%
% At which w does the first split begin? Zoom in by changing `w`.

answer = [];                                    % w

w = linspace(2.6, 2.75, 400);
oscillator = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6));
oscillator = oscillator.contact(-1, 0, 'Restitution', 0.8).start(-1, 0);
d = nsd_bifurcation(oscillator, 'omega', w, @(p) [0 2*pi/p.omega*250], ...
                    'Period', @(p) 2*pi/p.omega, 'Method', 'event');

figure('Position', [100 100 900 560]);
plot(d.values, d.points, '.', 'MarkerSize', 5, 'Color', [0 0.2 0.4])
grid on
axis([w([1 end]) -1.1 0.05])
xlabel('frequency w of the force (rad/s)')
ylabel('x once per period (m)')
title('Period doubling')
nsd_style

fprintf('periods found:'); fprintf(' %d', unique(d.periods)); fprintf('\n');
nsd_check('chaos', answer);
