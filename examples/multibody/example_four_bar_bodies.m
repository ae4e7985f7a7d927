%% Does a four-bar linkage run with more hinges than it needs?
% Four hinges with parallel axes in space ask for 20 equations where 17 would do. Rows that depend
% on others are left out; the drop of the linkage keeps its energy.
[a, b, c] = deal(0.4, 1.2, 0.8);                  % crank, coupler, rocker; the ground is 1 long
foot = [1; 0];
cosine = (b^2 - c^2 - norm([0; a] - foot)^2)/(2*c*norm([0; a] - foot));
turn = atan2(a, -1) - acos(min(1, max(-1, -cosine)));
tip = foot + c*[cos(turn); sin(turn)];
ends = {[0; 0], [0; a], tip, foot};
world = NsdBodies();
for k = 1:3
  [p, s] = deal((ends{k} + ends{k+1})/2, ends{k+1} - ends{k});
  world = world.capsule('Radius', 0.03, 'Length', norm(s), 'Position', [p(1); 0.08*k; p(2)], ...
                        'Orientation', [0; atan2(s(1), s(2)); 0]);
end
for k = 1:4
  world = world.joint('hinge', [k - 1, mod(k, 4)], 'Axis', [0; 1; 0], ...
                      'Point', [ends{k}(1); 0.08*k - 0.04; ends{k}(2)]);
end
sol = nsd_simulate(world.named('four-bar'), [0 3], 'Step', 1e-3);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 340]); end
subplot(1, 2, 1);
animate(sol, 'At', 0.4, 'View', [-20 12]);
subplot(1, 2, 2);
angle = 2*atan2(sol.q(:, 6:7:end), sol.q(:, 4:7:end));
plot(sol.t, unwrap(angle)*180/pi);
xlabel('time (s)'); ylabel('angle (degrees)'); title('the crank swings back');
legend('crank', 'coupler', 'rocker', 'Location', 'east');
nsd_style
fprintf('drift of joints %.1e, change of energy %.1e of %.2f J\n', max(sol.joints.drift(:)), ...
        max(abs(sol.energy.total - sol.energy.total(1))), max(sol.energy.kinetic));
