%% What happens when a pendulum chatters, sticks to its stop and is let go?
% Each bounce is half as fast as the one before: infinitely many in a finite time. The solver
% follows them down to hops of a billionth, jumps to their end by a local map of second order,
% holds the pendulum on the stop as long as it is pressed against it, and lets go when the contact
% force reaches zero. Every one of these instants is an event with its time.

sys = nsd_pendulum('Amplitude', 0.2, 'Stop', 0.1, 'Restitution', 0.5);
sol = nsd_simulate(sys, [0 14], 'Method', 'event', 'RelTol', 1e-10, 'AbsTol', 1e-12);
ev = sol.events;
ends = ev.t(strcmp(ev.kind, 'accumulation'));
goes = ev.t(strcmp(ev.kind, 'detach'));

figure('Position', [100 100 900 640]);
top = subplot(3, 1, 1);
plot(sol, 'position', 'Parent', top);
title(top, 'angle: chatter ends at the red lines, the stop lets go at the green ones');
middle = subplot(3, 1, 2);
plot(sol, 'velocity', 'Parent', middle);
title(middle, 'its velocity');
bottom = subplot(3, 1, 3);
plot(sol.t, sol.reaction, 'Parent', bottom);
grid(bottom, 'on');
xlabel(bottom, 'time (s)');
ylabel(bottom, 'contact force');
title(bottom, 'force on the stop: released where it ends');
for ax = [top middle bottom]
  heights = ylim(ax);
  line([ends ends]', repmat(heights', 1, numel(ends)), 'Parent', ax, 'Color', [0.8 0.2 0.1], ...
       'LineStyle', '--');
  line([goes goes]', repmat(heights', 1, numel(goes)), 'Parent', ax, 'Color', [0.1 0.5 0.2], ...
       'LineStyle', '--');
end
nsd_style

fprintf('%d impacts; chatter ends at %.9f, released at %.12f\n', ...
        sum(strcmp(ev.kind, 'impact') & ev.t < ends(1)), ends(1), goes(1));
