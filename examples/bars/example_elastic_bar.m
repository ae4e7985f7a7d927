%% How hard and how long does an elastic bar hit the floor?
% A steel bar of one metre falls on a rigid floor with 0.1 m/s. In the continuum a wave runs up
% and back: contact from 0.5 to 0.885 ms with the constant force rho c S v, then it leaves with
% +0.1 m/s. Finite elements vibrate behind the front; damping of high frequencies calms them.

N = 400;
c = sqrt(210e9/7800);                              % speed of waves (m/s)
h = 0.5/(N*c);                                     % half of what a wave needs for an element
steps = round(1.2e-3/h);
bar = nsd_elastic_bar('Elements', N);
ends = [5e-4, 5e-4 + 2/c];                         % exact contact
force = 7800*c*3.14e-4*0.1;                        % exact force, 1270.83 N

figure('Position', [100 100 900 600]);
methods = {{'newmark'}, {'genalpha', 'SpectralRadius', 0.2}};
for k = 1:2
  sol = nsd_simulate(bar, [0 steps*h], 'Step', h, 'Method', methods{k}{:});
  subplot(2, 1, 1);
  hold on
  plot(1e3*sol.t, sol.reaction);
  subplot(2, 1, 2);
  hold on
  plot(1e3*sol.t, 1e6*sol.gap);
  on = sol.t(sol.impulse > 0);
  fprintf('%-9s contact %.4f to %.4f ms, mean force %.1f N\n', methods{k}{1}, 1e3*on(1), ...
          1e3*on(end), sum(sol.impulse)/diff(ends));
end
subplot(2, 1, 1);
plot(1e3*ends([1 1 2 2]), [0 force force 0], 'k--');
axis([0.4 1 0 2*force]);
ylabel('contact force (N)');
title('Impacting elastic bar, 400 elements, against the exact wave');
legend('newmark', 'genalpha, rho = 0.2', 'exact', 'Location', 'northwest');
subplot(2, 1, 2);
plot(1e3*[0 ends 1.2e-3], [50 0 0 0.1*1e6*(1.2e-3 - ends(2))], 'k--');
axis([0 1.2 -5 55]);
xlabel('time (ms)');
ylabel('gap (\mum)');
nsd_style
