function bench_events()
%BENCH_EVENTS  Event-driven runs beside the loop around ode45; lines "SIDE CASE KEY VALUE".
%   Times are per impact, of the whole call by CPU time and inside the MEX file by the wall clock;
%   the smallest of five runs.
  ball = nsd_ball('Restitution', 1);
  fall = sqrt(2/9.81);
  measure('event-ball', ball, 20000, (2*20000 - 1)*fall, 2*20000*fall);
  P4 = nsd_pendulum('Amplitude', 0.3, 'Stop', 0.2, 'Restitution', 0.8);
  measure('event-pendulum', P4, 10, 12.428416445049, 2600);
  force = @(t, y) [y(2); -9.81];
  classic('event-ball', force, [1 0], 0, 1, 19*fall, 21*fall);
  force = @(t, y) [y(2); P4.force(t, y(1), y(2))];
  plain = @(t, y) [y(2); -0.2*y(2) - sin(y(1)) + 0.3*cos(y(1))*sin(t)];
  assert(norm(force(0.3, [0.1; 0.2]) - plain(0.3, [0.1; 0.2])) < 1e-14);
  classic('event-pendulum', plain, [0.4 0], 0.2, 0.8, 12.428416445049, 130);
end

function measure(name, sys, number, known, T)
  best = Inf;
  inside = Inf;
  for k = 1:5
    start = cputime();
    sol = nsd_simulate(sys, [0 T], 'Method', 'event', 'RelTol', 1e-9, 'AbsTol', 1e-9, ...
                       'Refine', 1, 'Progress', 'off');
    best = min(best, cputime() - start);
    inside = min(inside, sol.stats.kernelSeconds);
  end
  hits = sol.events.t(strcmp(sol.events.kind, 'impact'));
  fprintf('nsd %s us %.6g\n', name, 1e6*best/numel(hits));
  fprintf('kernel %s us %.6g\n', name, 1e6*inside/numel(hits));
  fprintf('nsd %s steps %d\n', name, numel(hits));
  fprintf('nsd %s error %.1e\n', name, abs(hits(number) - known));
end

function classic(name, force, y, stop, e, known, T)
% ten impacts, as in ballode: until the event, back with -e v
  loop = odeset('Events', @(t, y) deal(y(1) - stop, 1, -1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
  t = 0;
  start = cputime();
  for k = 1:10
    [tk, yk] = ode45(force, [t, T], y, loop);
    t = tk(end);
    y = [stop, -e*yk(end, 2)];
  end
  fprintf('plain %s us %.6g\n', name, 1e6*(cputime() - start)/10);
  fprintf('plain %s steps 10\n', name);
  fprintf('plain %s error %.1e\n', name, abs(t - known));
end
