%% Why does a violin string sound under a steady bow?
% A mass on a spring rests on a belt that moves at constant speed. Friction is larger in sticking
% than in sliding (Stribeck), so the belt carries the mass along until the spring tears it off, it
% slides back, and is caught again: stick-slip. On a fast belt the mass finds rest.
% 'event' locates stick and slip; time stepping comes to the same period, off by about its step.

g = 9.81; k = 40; law = nsd_stribeck(0.5, 0.25, 0.15);
belt = @(speed) NsdSystem.linear(eye(2), diag([0.6 0]), diag([k 0]), [0; -g]).contact([0; 1], 0, ...
    'Friction', law, 'Tangent', [1; 0], 'SurfaceVelocity', speed);
slow = nsd_simulate(belt(0.1), [0 12], [0; 0], [0.1; 0], 'Method', 'event');
fast = nsd_simulate(belt(0.8), [0 12], [0; 0], [0.1; 0], 'Method', 'event');
slips = @(sol) sol.events.t(strcmp(sol.events.kind, 'slip'));
period = @(sol) mean(diff(slips(sol)));
fprintf('stick-slip period %.6f s (free oscillation %.3f s)\n', period(slow), 2*pi/sqrt(k));
h = [8e-3 4e-3 2e-3 1e-3];
off = zeros(size(h));
for j = 1:numel(h)
  other = nsd_simulate(belt(0.1), [0 12], [0; 0], [0.1; 0], 'Step', h(j));
  off(j) = abs(period(other) - period(slow));
end

figure('Position', [100 100 900 460]);
subplot(2, 2, 1);
plot(slow.t, slow.q(:, 1), 'b', fast.t, fast.q(:, 1), 'r'); xlim([0 12]);
xlabel('time (s)'); ylabel('position (m)'); title('Mass on the belt');
subplot(2, 2, 3);
loglog(h, off, 'ko-', h, h, 'k:'); xlim([8e-4 1e-2]);
xlabel('step of moreau (s)'); ylabel('period off by (s)')
title('Time stepping (dotted: one step)');
subplot(2, 2, [2 4]);
late = slow.t > 4;
plot(slow.q(late, 1), slow.v(late, 1), 'b', fast.q(:, 1), fast.v(:, 1), 'r'); hold on
plot([0.04 0.14], [0.1 0.1], 'k:'); hold off
xlabel('position (m)'); ylabel('velocity (m/s)'); axis([-0.02 0.15 -0.5 0.5]);
title('Limit cycle: the flat top is sticking');
legend('belt at 0.1 m/s', 'at 0.8 m/s', 'Location', 'northeast');
nsd_style
