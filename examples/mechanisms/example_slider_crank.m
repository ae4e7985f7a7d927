%% What does a stop do to the slider of a slider-crank mechanism?
% A crank of length 1, a rod of length 2 and a slider on y = 0, in the coordinates of their
% masses: crank angle, pin (x,y) and slider x. Joints tie them; a torque turns the crank. With a
% stop at x = 2.7 the crank no longer goes round: each impact of the slider throws it back.

r = 1; L = 2; stop = 2.7;
torque = 3;                                             % N m on the crank
F = @(t,q,v) [torque - 0.5*v(1); 0; -0.5*9.81; 0];
joints = @(q) [q(2) - r*cos(q(1)); q(3) - r*sin(q(1)); (q(4) - q(2))^2 + q(3)^2 - L^2];
slope = @(q) [r*sin(q(1)) 1 0 0; -r*cos(q(1)) 0 1 0; 0, 2*(q(2) - q(4)), 2*q(3), 2*(q(4) - q(2))];
crank = NsdSystem.lagrangian(diag([0.3 0.5 0.5 1]), F).joint(joints, 'Jacobian', slope);
crank = crank.named('slider-crank', {'crank (rad)', 'pin x (m)', 'pin y (m)', 'slider (m)'});
start = @(a) [a; r*cos(a); r*sin(a); r*cos(a) + sqrt(L^2 - r^2*sin(a)^2)];
free = nsd_simulate(crank, [0 8], start(2), zeros(4, 1), 'Step', 4e-3, 'Project', 'on');
crank = crank.contact([0; 0; 0; -1], stop, 'Restitution', 0.8);
sol = nsd_simulate(crank, [0 8], start(2), zeros(4, 1), 'Step', 4e-3, 'Project', 'on');

figure('Position', [100 100 900 460]);
subplot(2, 2, [1 3]);
for k = 1:60:900
  q = sol.q(k, :);
  shade = 0.8*(1 - k/900)*[1 1 1];
  plot([0 q(2) q(4)], [0 q(3) 0], '.-', 'MarkerSize', 12, 'Color', shade); hold on
end
plot(r*cos(0:0.05:6.3), r*sin(0:0.05:6.3), ':', 'Color', [0.4 0.4 0.4]);
plot([stop stop], [-0.5 0.5], 'r', 'LineWidth', 3); hold off
axis equal; axis([-1.3 3 -1.7 1.7]); xlabel('x (m)'); ylabel('y (m)');
title('Crank, rod, slider (later is darker)');
subplot(2, 2, 2);
plot(free.t, free.q(:, 4), '--', 'Color', [0.6 0.6 0.6]); hold on
plot(sol.t, sol.q(:, 4), 'b', sol.t([1 end]), stop*[1 1], 'r'); hold off
ylabel('slider (m)'); title('With the stop, and without (dashed)'); ylim([0.8 3.2]);
subplot(2, 2, 4);
plot(sol.t, sol.v(:, 1), 'b', free.t, free.v(:, 1), '--', 'Color', [0.6 0.6 0.6]);
xlabel('time (s)'); ylabel('crank (rad/s)');
nsd_style
