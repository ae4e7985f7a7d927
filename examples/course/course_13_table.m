%% Course 13: when does a ball take off from a vibrating table?
% A ball lies on a table that moves up and down as A sin(omega t). As long as the table does not
% fall faster than the ball would, the ball stays on it. Then it flies, lands, and bounces.
%
% Change `answer`, run again. Then try omega = 30: does it take off at all? (Inf: it never does.)

answer = [];                                    % seconds

[A, omega, g] = deal(0.01, 40, 9.81);
ball = NsdSystem.linear(1, 0, 0, @(t) -g + A*omega^2*sin(omega*t));     % as seen from the table
ball = ball.contact(1, 0, 'Restitution', 0.3);
sol  = nsd_simulate(ball, [0 0.6], 0, 0, 'Refine', 20);
plate = A*sin(omega*sol.t);

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(sol.t, 1e3*(plate + sol.q), sol.t, 1e3*plate, 'r--')
xlim([0 0.6])
ylabel('height (mm)')
legend('ball', 'table')
title('The ball and the table')
subplot(2, 1, 2)
plot(sol.t, sol.reaction)
axis([0 0.6 0 30])
xlabel('time (s)')
ylabel('force (N)')
title('Force between impacts: it falls to zero at the take-off')
nsd_style

nsd_check('table', answer, 'A', A, 'omega', omega, 'g', g);
