%% Course 6: what happens to a pendulum that bounces ever faster?
% A forced pendulum hits a stop at 0.1 rad and keeps half its speed. The bounces get shorter and
% shorter, then the pendulum lies against the stop, until the forcing lifts it off again.
%
% The event-driven solver passes the point where infinitely many impacts pile up, and logs it.
% At which time? Look into sol.events: t, kind, vBefore, vAfter, impulse.

answer = [];                                    % nondimensional time

pendulum = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
sol = nsd_simulate(pendulum, [0 20], 'Method', 'event');

figure('Position', [100 100 1000 400]);
subplot(1, 2, 1)
plot(sol, 'position'); title('ever shorter bounces, then rest')
subplot(1, 2, 2)
plot(sol, 'phase'); title('phase portrait')
nsd_style

[kinds, ~, place] = unique(sol.events.kind);
for k = 1:numel(kinds)
  fprintf('%4d %s\n', sum(place == k), kinds{k});
end
nsd_check('pendulum', answer);
