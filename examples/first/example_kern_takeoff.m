%% When does a ball at rest take off under a growing force?
% Figure 2 of D. Kern, A simple time-stepping scheme for the bouncing ball example (2019): the
% ball lies on the ground while a force presses it down, then lifts it. Gap and impulse are
% complementary: one of the two is always zero. Dashed: the exact flight.

g = 10;
T = 10;
w = 2*pi/T;
F = @(t) -(1 + 1.2*sin(w*t))*g;          % weight and an external force, for m = 1

ball = NsdSystem.linear(1, 0, 0, F);
ball = ball.contact(1, 0, 'Restitution', 0.9);
sol  = nsd_simulate(ball, [0 T], 0, 0, 'Method', 'kern', 'Step', 0.01);

leave = (pi + asin(1/1.2))/w;            % the force changes its sign
s = linspace(leave, T, 100);
flight = g*(-(s - leave).^2/2 + 1.2/w^2*(sin(w*s) - sin(w*leave)) ...
            - 1.2/w*cos(w*leave)*(s - leave));

figure('Position', [100 100 800 480]);
[ax, y, P] = plotyy(sol.t, sol.q, sol.t(2:end), sol.impulse(2:end));
set([y P], 'LineWidth', 1.2);
set(ax(1), 'YLim', [-0.5 6], 'YTick', 0:6);
set(ax(2), 'YLim', [-0.02 0.24], 'YTick', 0:0.04:0.24);
xlabel('time (s)');
ylabel(ax(1), 'position (m)');
ylabel(ax(2), 'contact impulse (N s)');
line(s, flight, 'Parent', ax(1), 'LineStyle', '--', 'Color', [0 0 0]);
line([leave leave], [-0.5 6], 'Parent', ax(1), 'LineStyle', ':', 'Color', [0 0 0]);
text(leave - 0.1, 5.5, sprintf('force turns upward\nat t = %.2f s', leave), ...
     'Parent', ax(1), 'HorizontalAlignment', 'right');
title('Take-off, Kern''s scheme, h = 0.01 s');
nsd_style

fprintf('y(10) = %.4f m, exact %.4f m\n', sol.q(end), flight(end));
