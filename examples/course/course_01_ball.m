%% Course 1: when does a bouncing ball come to rest?
% A ball is dropped from 1 m. Each bounce returns e = 0.9 of the speed: infinitely many bounces,
% but do they take infinitely long? Look at the picture, then find the time by hand.
%
% Change `answer`, run again. Then try e = 0.5, and a ball thrown upwards.

answer = [];                                    % seconds

e    = 0.9;
ball = nsd_ball('Restitution', e);
sol  = nsd_simulate(ball, [0 10]);

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(sol, 'position');
subplot(2, 1, 2)
flight = diff(sol.events.t(strcmp(sol.events.kind, 'impact')));
semilogy(flight, 'o-')
grid on
xlabel('bounce')
ylabel('length of flight (s)')
title('A straight line here is a geometric series')
nsd_style

nsd_check('ball', answer, 'e', e);
