%% Does a time-stepping scheme survive infinitely many bounces?
% Figure 1 of D. Kern, A simple time-stepping scheme for the bouncing ball example (2019): a
% ball is dropped and comes to rest after infinitely many bounces, at a finite time. A scheme
% that looks for each impact stops there; this one steps past it.

g  = 10;
y0 = 0.5;
e  = 0.9;
ball = nsd_ball('Gravity', g, 'Height', y0, 'Restitution', e);
before = warning('off', 'nsd:simulate:penetration');   % the step is that of the paper
sol  = nsd_simulate(ball, [0 10], 'Method', 'kern', 'Step', 0.01);
warning(before);

zeno = sqrt(8*y0/g)/(1 - e) - sqrt(2*y0/g);      % a sum of a geometric series

figure('Position', [100 100 800 480]);
[ax, y, P] = plotyy(sol.t, sol.q, sol.t(2:end), sol.impulse(2:end));
set([y P], 'LineWidth', 1.2);
set(ax(1), 'YLim', [-0.1 0.7], 'YTick', 0:0.1:0.7);
set(ax(2), 'YLim', [-1 7], 'YTick', 0:7);
xlabel('time (s)');
ylabel(ax(1), 'position (m)');
ylabel(ax(2), 'contact impulse (N s)');
line([zeno zeno], [-0.1 0.7], 'Parent', ax(1), 'LineStyle', '--', 'Color', [0 0 0]);
text(zeno + 0.1, 0.5, sprintf('bounces end\nat t = %.2f s', zeno), 'Parent', ax(1));
title('Landing, Kern''s scheme, h = 0.01 s');
nsd_style

fprintf('y(2) = %.6f m, y(10) = %.9g m\n', sol.q(201), sol.q(end));
fprintf('sum of impulses %.6g N s = m g T\n', sum(sol.impulse));
fprintf('at rest: impulse %.3g N s in each step = m g h\n', sol.impulse(end));
