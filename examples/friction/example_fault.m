%% Why do faults slip in earthquakes and not all the time?
% A block is dragged over a rough surface by a spring whose end moves at 1 mm/s (a belt under a
% block held by a spring: the same). Rate-and-state friction heals with time and weakens with
% speed: a stiff spring slides steadily, a spring softer than (b - a) N/L sticks, loads and slips
% in events.

N = 9.81e3; a = 0.010; b = 0.015; L = 1e-4; V = 1e-3;            % pressed by one ton
law = nsd_rate_state(0.6, a, b, 1e-6, L);
critical = (b - a)*N/L;
fault = @(k) NsdSystem.linear(diag([1000 1000]), diag([500 0]), diag([k 0]), [0; -N]) ...
        .contact([0; 1], 0, 'Friction', law, 'Tangent', [1; 0], 'SurfaceVelocity', V);
rest = @(k) [0.6*N/k*0.95; 0];                                   % the spring is loaded already
soft = nsd_simulate(fault(critical/5), [0 60], rest(critical/5), [V; 0], 'Step', 2e-3);
stiff = nsd_simulate(fault(critical*2), [0 60], rest(critical*2), [V; 0], 'Step', 2e-3);
steady = 0.6 + (a - b)*log(V/1e-6);
fprintf('stiff spring: mu = %.4f finally (steady sliding %.4f)\n', stiff.surface.mu(end), steady);

figure('Position', [100 100 900 460]);
subplot(2, 1, 1);
plot(soft.t(2:end), soft.surface.mu(2:end), 'r', stiff.t(2:end), stiff.surface.mu(2:end), 'b');
ylabel('coefficient of friction'); xlim([0 60]); ylim([0.4 0.7]);
title('Earthquakes and creep'); legend('soft spring', 'stiff spring');
subplot(2, 1, 2);
slip = @(s) max(abs(s.v(:, 1) - V), 1e-9);
semilogy(soft.t, slip(soft), 'r', stiff.t, slip(stiff), 'b');
xlabel('time (s)'); ylabel('sliding speed (m/s)'); xlim([0 60]);
title('Between the events it hardly slides');
nsd_style
