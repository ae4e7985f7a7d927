%% Where does a relay stop switching and start to slide?
% x'' = -x + lambda, lambda = -sgn(y), y = x + 2 x'. Trajectories cross the switching line y = 0
% where both sides lead across it; where both lead towards it, they slide along it to the origin
% with a lambda between -1 and 1 that no switch has, only their mixture.

relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');

figure('Position', [100 100 900 420]);
subplot(1, 2, 1);
plot([-4 4], [2 -2], 'k--');
hold('on');
for angle = 0:pi/4:7*pi/4
  sol = nsd_simulate(relay, [0 12], 3*[cos(angle); sin(angle)], 'Step', 0.002);
  slides = find(abs(sol.y(1:end-1)) + abs(sol.y(2:end)) < 1e-9);
  plot(sol.x(1:10:end, 1), sol.x(1:10:end, 2), 'Color', [0.2 0.4 0.7]);
  ends = sol.x(slides([1 end]), :);
  plot(ends(:, 1), ends(:, 2), 'Color', [0.85 0.2 0.1], 'LineWidth', 3);
end
axis([-4 4 -4 4]);
axis('square');
xlabel('x');
ylabel('x''');
title('Sliding (red) on the switching line (dashed)');

subplot(1, 2, 2);
sol = nsd_simulate(relay, [0 12], [3; 0], 'Step', 0.002);
k = 1:10:numel(sol.t);
plot(sol.t(k), sol.lambda(k), sol.t(k), sol.y(k), 'LineWidth', 1.3);
legend('\lambda', 'y');
xlabel('time');
title('One trajectory');
nsd_style

first = find(abs(sol.y) > 1e-9, 1, 'last') + 1;
fprintf('slides from t = %.3f on, |y| < %.1e\n', sol.t(first), max(abs(sol.y(first:end))));
