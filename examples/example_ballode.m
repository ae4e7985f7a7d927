%% What replaces the classic event loop of ballode?
% Five lines of nsd beside the loop that MATLAB's tutorial teaches: integrate until the height
% is zero, reverse the velocity, start again. The loop must be told how many bounces to take
% and cannot pass their accumulation; and it is only as good as the events of its solver.
% GNU Octave puts them on a straight line between two steps, which is too early for a ball.

ball = NsdSystem.linear(1, 0, 0, -9.8);                     % nsd, in five lines
ball = ball.contact(1, 0, 'Restitution', 0.9);
warning('off', 'nsd:energy:gain');       % tiny, in the last bounces: doc/user-guide.md, 7
sol  = nsd_simulate(ball, [0 50], 0, 20, 'Step', 0.005);
figure('Position', [100 100 800 480]);
plot(sol, 'position');

fall   = @(t, y) [y(2); -9.8];                              % the classic loop
warning('off', 'integrate_adaptive:unexpected_termination');  % an event is no surprise
floor0 = odeset('Events', @(t, y) deal(y(1), 1, -1));       % stop when y falls through 0
t = 0;
y = [0 20];
hits = zeros(1, 10);
for k = 1:10
  [tk, yk] = ode45(fall, [t(end), 50], y(end, :), floor0);
  hits(k) = tk(end);
  t = [t; tk(2:end); tk(end)];                              %#ok<AGROW>
  y = [y; yk(2:end, :); 0, -0.9*yk(end, 2)];                %#ok<AGROW>
end

exact = 2*20/9.8*(1 - 0.9.^(1:10))/(1 - 0.9);
hold on
plot(t, y(:, 1), 'r--', exact, 0*exact, 'k^', 20/9.8*2*10*[1 1], [0 20], 'k:');
hold off
ylim([-1 21]);
legend('nsd, h = 0.005 s', 'ode45 and ten restarts', 'exact impacts', 'accumulation');
title('ballode: y'''' = -9.8, e = 0.9');

fprintf('impact   exact     nsd error   ode45 error (s)\n');
fprintf('%4d  %9.4f  %9.4f  %9.4f\n', [1:10; exact; sol.events.t(1:10)' - exact; hits - exact]);
