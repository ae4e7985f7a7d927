%% Is chattering a property of sliding-mode control, or of its discretisation?
% x' = u + d(t) with the control u = -2 sgn(x) against a disturbance |d| <= 1. Written explicitly,
% sgn(x_k) switches at every step for ever. Written implicitly, sgn(x_k+1) is a set-valued
% relation that a relay problem solves: x stays at zero, and u is minus the disturbance.

d = @(t) sin(3*t) .* cos(t);
h = 0.02;
control = NsdSystem.firstOrder(0, 1, 1, 0, 'Law', 'relay', 'Lower', -2, 'Upper', 2, 'Input', d);
names = {'explicit', 'implicit'};

figure('Position', [100 100 900 560]);
for k = 1:2
  sol = nsd_simulate(control, [0 6], 1, 'Step', h, 'Relation', names{k}, 'Theta', 1);
  subplot(2, 2, k);
  plot(sol.t, sol.x, 'LineWidth', 1.2);
  axis([0 6 -0.1 1]);
  ylabel('state x');
  title(sprintf('%s: sgn(x_{k%s})', names{k}, repmat('+1', 1, k - 1)));
  subplot(2, 2, k + 2);
  stairs(sol.t(1:end-1), sol.lambda(2:end), 'LineWidth', 1.0);
  hold('on');
  plot(sol.t, -d(sol.t), 'k--');
  axis([0 6 -2.4 2.4]);
  xlabel('time');
  ylabel('control u');
  legend('u', '-d(t)', 'Location', 'southeast');

  late = sol.t > 2;
  fprintf('%s: |x| <= %.2g once there, u switches %d times\n', names{k}, ...
          max(abs(sol.x(late))), sum(abs(diff(sign(sol.lambda(late)))) > 1));
end
nsd_style
