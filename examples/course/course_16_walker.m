%% Course 16: can two sticks walk?
% Two legs without knees, motors or brains, linked at the hip, on a gentle slope: the simplest
% walker (Garcia, Chatterjee, Ruina, Coleman 1998). x = [angle of the standing leg, its rate, angle
% between the legs, its rate]; when the swinging foot meets the ground the legs change roles.
%
% How long does one step take? (The answer is checked for the slope 0.009.) Then try another slope,
% and another start: when does it fall?

answer = [];                                    % in units of sqrt(length/gravity)

slope = 0.009;
fall  = @(t, x) [x(2); sin(x(1) - slope); x(4); ...
                 sin(x(1) - slope) + x(2)^2*sin(x(3)) - cos(x(1) - slope)*sin(x(3))];
foot  = @(x) max(2*x(1) - x(3), x(1) + 0.05);   % both <= 0: the foot is down, and in front
step  = @(x) [-x(1); cos(2*x(1))*x(2); -2*x(1); cos(2*x(1))*(1 - cos(2*x(1)))*x(2)];
walker = NsdSystem.hybrid(fall, foot, step).named('walker');
sol = nsd_simulate(walker, [0 60], [0.21; -0.21; 0.42; -0.02]);

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(sol.t, sol.x(:, 1), sol.t, sol.x(:, 1) - sol.x(:, 3))
ylabel('angles of the legs (rad)')
legend('standing', 'swinging')
subplot(2, 1, 2)
plot(diff(sol.events.t), 'o-')
xlabel('step')
xlim([1 numel(sol.events.t)-1])
ylabel('time of the step, in sqrt(l/g)')
title('It falls into its own rhythm')
nsd_style

nsd_check('walker', answer);
