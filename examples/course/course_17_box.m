%% Course 17: when does a box tip over?
% A box stands on a ramp that is rough enough to hold it. The ramp is made steeper, run by run, and
% at some angle the box no longer stands but falls onto its side. At which?
%
% Gravity acts at the centre: where does it meet the ramp? Then make the ramp smooth
% (Friction 0.4): what happens before the box can tip?

answer = [];                                    % degrees

[width, height, friction] = deal(0.5, 1, 1);
slopes = [20 24 28 32];                         % degrees

figure('Position', [100 100 1000 460]);
subplot(1, 2, 2)
for k = 1:4
  slope = slopes(k);
  down  = [sind(slope), -cosd(slope)];          % the ramp is horizontal, gravity is tilted
  world = NsdBodies('Gravity', 9.81*down, 'Friction', friction).plane([0 1], 0);
  world = world.box('Size', [width; height], 'Position', [0; height/2]);
  sol   = nsd_simulate(world, [0 2.5], 'Step', 1e-3);
  looks = {'-', '--', '-', '-'};                % two curves are on one another
  plot(sol.t, sol.q(:, 3)*180/pi, looks{k}); hold on
end
hold off; ylim([-100 10]); xlabel('time (s)'); ylabel('angle of the box (degrees)'); grid on
legend(strcat(cellstr(num2str(slopes')), ' degrees'), 'Location', 'southwest');
title('It stands, or it falls');
subplot(1, 2, 1)
turn = @(a) [cosd(a), -sind(a); sind(a), cosd(a)];
edge = [-1 1 1 -1 -1; -1 -1 1 1 -1].*repmat([width; height]/2, 1, 5);
for t = 0:0.25:1.25                             % later is darker
  q = sol.at(t);
  box = turn(-slope)*(turn(q(3)*180/pi)*edge + repmat(q(1:2)', 1, 5));
  plot(box(1, :), box(2, :), 'Color', [0.85 0.85 0.85]*(1 - t/1.25)); hold on
end
ramp = turn(-slope)*[-1 2.5; 0 0];
plot(ramp(1, :), ramp(2, :), 'k', 'LineWidth', 2); hold off
axis equal; xlabel('x (m)'); ylabel('y (m)'); title(sprintf('%d degrees', slope));
nsd_style

nsd_check('box', answer, 'width', width, 'height', height);
