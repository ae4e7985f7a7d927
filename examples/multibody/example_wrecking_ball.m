%% What does a ball on a rope leave of a wall?
% A wall of bricks with friction, and a heavy ball that swings into it.
[x, z] = ndgrid(0:4, 0:4);
bricks = [x(:)'*0.42 + 0.21*mod(z(:)', 2) - 1; 0*x(:)'; 0.1 + 0.2*z(:)'];
world = NsdBodies('Friction', 0.6).plane([0 0 1], 0);
world = world.box('Size', [0.4; 0.2; 0.2], 'Position', bricks, 'Mass', 4);
world = world.sphere('Radius', 0.25, 'Mass', 60, 'Position', [0; -2; 1.3]);
ball = world.Bodies;
world = world.rope([0 ball], 'Points', [0 0; 0 -2; 3 1.3], 'Length', hypot(2, 1.7));
sol = nsd_simulate(world.named('wall'), [0 2], 'Step', 4e-3, 'LcpTol', 1e-3);

colors = [repmat([0.75 0.35 0.25], ball - 1, 1); 0.3 0.3 0.35];
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 540]); end
times = [0 0.7 1 2];
for k = 1:4
  subplot(2, 2, k);
  animate(sol, 'At', times(k), 'View', [-60 12], 'Color', colors);
end
nsd_style
moved = sqrt(sum((reshape(sol.q(end, :) - sol.q(1, :), 7, [])).^2, 1));
fprintf('%d of %d bricks moved by more than half a brick\n', sum(moved(1:end-1) > 0.2), ball - 1);
