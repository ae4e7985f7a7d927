%% Why does a super ball hop to and fro?
% Three balls are dropped with the same spin and a throw against it. Friction in the bounce takes
% the sliding velocity of an ordinary ball away: it goes on bouncing on the spot. A super ball has
% tangential restitution as well: every bounce turns its sliding velocity round, and with it spin
% and flight, so that it comes back to where it started. A ball without rebound slips to a stop.

R = 0.03; g = 9.81; M = diag([1 1 0.4*R^2]);            % x, y, angle; sliding velocity vx + R w
ball = @(e, eT, mu) NsdSystem.linear(M, 0, 0, [0; -g; 0]).contact([0; 1; 0], -R, ...
    'Restitution', e, 'Friction', mu, 'TangentialRestitution', eT, 'Tangent', [1; 0; R]);
q0 = [0; 0.5; 0]; v0 = [0.4*R*60; 0; 60];         % no angular momentum about the floor
super = nsd_simulate(ball(1, 0.98, 2), [0 3], q0, v0, 'Step', 1e-4);
plain = nsd_simulate(ball(0.9, 0, 0.4), [0 3], q0, v0, 'Step', 1e-4);
dead = nsd_simulate(ball(0, 0, 0.1), [0 3], q0, v0, 'Step', 1e-4);
slip = @(s) s.v*[1; 0; R];
rest = dead.events.t(find(strcmp(dead.events.kind, 'stick'), 1));
fprintf('the dead ball slips from %.3f s to %.3f s and stops\n', dead.events.t(1), rest);

figure('Position', [100 100 900 480]);
subplot(2, 1, 1);
plot(super.q(:, 1), super.q(:, 2), 'r', plain.q(:, 1), plain.q(:, 2), 'b', ...
     dead.q(:, 1), dead.q(:, 2), 'k', [-0.3 0.6], [0 0], 'k:');
xlabel('x (m)'); ylabel('y (m)'); axis([-0.3 0.6 0 0.6]);
title('Super ball, elastic ball, dead ball');
legend('e = 1, e_T = 0.98', 'e = 0.9, e_T = 0', 'e = 0', 'Location', 'northeast');
subplot(2, 1, 2);
stairs(super.t, slip(super), 'r'); hold on
stairs(plain.t, slip(plain), 'b'); stairs(dead.t, slip(dead), 'k'); hold off
xlabel('time (s)'); ylabel('sliding velocity (m/s)'); xlim([0 3]); ylim([-3.5 3.5]);
title('Sliding velocity of the lowest point: reversed, stopped, worn away');
nsd_style
