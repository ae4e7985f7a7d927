%% How does a glued joint break, and what does it cost?
% A mass is glued to the floor and pulled by a force that grows with time. A cohesive zone holds
% it rigidly up to its strength; then it opens, and the pull falls on a line while the glue is
% damaged. With a delay (viscous damage) the pull stays up longer, and breaking costs more energy.

strength = 10; opening = 1e-3; delays = [0 0.01 0.02];          % N, m, s
colours = {'b', 'r', 'k'};
figure('Position', [100 100 900 460]);
for k = 1:3
  law = nsd_cohesive(strength, opening, 'Delay', delays(k));
  glued = NsdSystem.linear(1, 0, 0, @(t) 12*t).contact(1, 0, 'Cohesion', law);
  sol = nsd_simulate(glued, [0 1.1], 0, 0, 'Step', 2e-5);
  fprintf('delay %2.0f ms: breaking costs %.3f mJ (strength*opening/2 = %.3f mJ)\n', ...
          1000*delays(k), -1000*sol.energy.impact(end), 1000*strength*opening/2);
  subplot(2, 2, [1 3]);
  plot(1000*sol.q, -sol.reaction, colours{k}); hold on
  subplot(2, 2, 2);
  plot(sol.t, -sol.reaction, colours{k}); hold on
  subplot(2, 2, 4);
  plot(sol.t, sol.surface.damage, colours{k}); hold on
end
subplot(2, 2, [1 3]); hold off
axis([0 3 0 12]); xlabel('opening (mm)'); ylabel('pull of the glue (N)');
title('Pull over opening'); legend('no delay', '10 ms', '20 ms');
subplot(2, 2, 2); hold off
axis([0.6 1.1 0 12]); ylabel('pull (N)'); title('It opens at t = 10/12 s');
subplot(2, 2, 4); hold off
axis([0.6 1.1 0 1.1]); xlabel('time (s)'); ylabel('damage');
nsd_style
