%% What replaces the classic event loop of ballode?
% Three ways to bounce a ball, side by side. The loop that MATLAB's tutorial teaches: integrate
% until the height is zero, reverse the velocity, start again, as often as one has asked for. The
% event-driven solver of nsd: the same idea, in one call, past the point where infinitely many
% bounces accumulate. Time stepping: no search for impacts at all.

ball = NsdSystem.linear(1, 0, 0, -9.8).contact(1, 0, 'Restitution', 0.9);
tol = {'RelTol', 1e-8, 'AbsTol', 1e-10};
exact = 40/9.8*(1 - 0.9.^(1:10)')/0.1;                      % impacts 1 to 10
report = @(name, time, wrong, last) fprintf(['%-24s %8.2f ms, impacts 1 and 10 wrong by ' ...
  '%7.1e and %7.1e s, ends at %g s\n'], name, 1e3*time, abs(wrong([1 10])), last);

fall = @(t, y) [y(2); -9.8];                                % the classic loop
before = warning('off', 'integrate_adaptive:unexpected_termination');  % an event is no surprise
loop = odeset('Events', @(t, y) deal(y(1), 1, -1), tol{:}, 'Refine', 20);     % y falls through 0
[t, y, hits] = deal(0, [0 20], zeros(10, 1));
tic
for k = 1:10
  [tk, yk] = ode45(fall, [t(end), 50], y(end, :), loop);
  hits(k) = tk(end);
  t = [t; tk(2:end); tk(end)];                              %#ok<AGROW>
  y = [y; yk(2:end, :); 0, -0.9*yk(end, 2)];                %#ok<AGROW>
end
warning(before);
report('ode45 and ten restarts', toc, hits - exact, t(end));

tic
events = nsd_simulate(ball, [0 50], 0, 20, 'Method', 'event', tol{:});
report('nsd, event', toc, events.events.t(1:10) - exact, events.t(end));
tic
steps = nsd_simulate(ball, [0 50], 0, 20, 'Step', 0.005);
report('nsd, moreau, h = 0.005', toc, steps.events.t(1:10) - exact, steps.t(end));

figure('Position', [100 100 800 480]);
plot(events, 'position'), hold on                           % moreau: dots 0.25 s apart
plot(steps.t(1:50:end), steps.q(1:50:end), 'k.', t, y(:, 1), 'r--', exact, 0*exact, 'k^', ...
     400/9.8*[1 1], [0 13], 'k:');
hold off, ylim([-1 21]);
legend('nsd, event', 'nsd, moreau', 'this host''s ode45', 'exact impacts', 'accumulation');
title('ballode: y'''' = -9.8, e = 0.9');
