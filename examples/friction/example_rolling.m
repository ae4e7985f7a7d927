%% Where does a rolling ball stop?
% Without rolling friction never. A resisting torque of at most mu_R N (mu_R a length: how far the
% reaction moves ahead) slows the ball by 5/7 mu_R g/R; a torque about the normal, mu_S N, stops
% its spin. A bowling ball starts sliding, catches, rolls, and stops.

R = 0.108; m = 7; g = 9.81; I = 0.4*m*R^2; mu = 0.2; muR = 0.008; muS = 0.01;
D = [eye(3); cross(repmat([0 0 -R], 3, 1), eye(3), 2)'];         % velocity of the lowest point
ball = NsdSystem.linear(diag([m m m I I I]), 0, 0, [0; 0; -m*g; 0; 0; 0]);
free = ball.contact(D(:, 3), -R, 'Friction', mu, 'Tangent', D(:, 1:2));
ball = ball.contact(D(:, 3), -R, 'Friction', mu, 'Tangent', D(:, 1:2), ...
    'Rolling', muR, 'RollingTangent', [zeros(3, 2); eye(3, 2)], ...
    'Spinning', muS, 'SpinningTangent', [zeros(5, 1); 1]);
q0 = [0; 0; R; 0; 0; 0]; v0 = [4; 0; 0; 0; 0; 30];              % thrown without rolling, spinning
sol = nsd_simulate(ball, [0 8], q0, v0, 'Step', 1e-3);
ever = nsd_simulate(free, [0 8], q0, v0, 'Step', 1e-3);
rolls = sol.events.t(find(strcmp(sol.events.kind, 'stick'), 1));
fprintf('rolls from %.2f s (without rolling friction 2/7 v0/(mu g) = %.2f s), stops: %.2f m\n', ...
        rolls, 2/7*4/(mu*g), sol.q(end, 1));

figure('Position', [100 100 900 460]);
subplot(2, 1, 1);
plot(sol.t, sol.v(:, 1), 'b', sol.t, R*sol.v(:, 5), 'r', ever.t, ever.v(:, 1), 'k:');
ylabel('velocity (m/s)'); title('Sliding, rolling, rest');
legend('ball', 'R times its rolling rate', 'without rolling friction', 'Location', 'east');
subplot(2, 1, 2);
plot(sol.t, sol.v(:, 6), 'b', ever.t, ever.v(:, 6), 'k:'); ylim([0 35]);
xlabel('time (s)'); ylabel('spin (rad/s)');
nsd_style
