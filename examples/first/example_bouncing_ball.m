%% How does a ball bounce, come to rest, and get thrown up again?
% A ball with coordinates q = (z, x, theta) falls on a rigid plane. The plane pushes only:
%   M v' = F(t) + H P,    0 <= y = z - R - h  _|_  P >= 0,    y'+ = -e y'-
% Its bounces accumulate: infinitely many of them end at a finite time, and the scheme steps
% past it. Later a vertical force throws the ball up, and it comes to rest once more.

m = 1;                                   % mass (kg)
R = 0.1;                                 % radius (m)
h = 0;                                   % height of the plane (m)
g = 9.81;                                % gravity (m/s^2)
e = 0.7;                                 % restitution

M = diag([m, m, 2/5*m*R^2]);             % a solid sphere (3/5 m R^2, as some print, is none)
f = @(t) 2*m*g*(t >= 4 & t < 4.3);       % throws it up: twice its weight for 0.3 s
F = @(t) [f(t) - m*g; 0*t; 0*t];         % gravity and f; one column per time

ball = NsdSystem.linear(M, 0, 0, F);
ball = ball.contact([1; 0; 0], -R - h, 'Restitution', e);
ball = ball.named('bouncing ball', {'z (m)', 'x (m)', '\theta (rad)'});

q0 = [1 + R; 0; 0];
v0 = [0; 0.12; 0.05];                    % drifts and turns: the plane has no friction
sol = nsd_simulate(ball, [0 8], q0, v0);

figure('Position', [100 100 1000 700]);
plot(sol);
nsd_style

drop = sqrt(2/g);                        % first impact, then a geometric series
fprintf('First impacts at t = %s s\n', sprintf('%.3f ', sol.events.t(1:4)));
fprintf('At rest from t = %.3f s: the series of bounces ends there\n', drop*(1 + e)/(1 - e));
disp(sol)
