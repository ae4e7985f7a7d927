%% What does the floor carry while spheres settle in a box?
% A grid of spheres, slightly out of line, falls into a box with walls. The force on the floor is
% that of the impacts first, and in the end the weight, less what friction at the walls holds.
n = [4 4 8];
count = prod(n);
[x, y, z] = ndgrid(0:n(1)-1, 0:n(2)-1, 0:n(3)-1);
place = 1.05*[x(:) y(:) z(:)]' + [0.02*sin(7*(1:count)); 0.02*cos(5*(1:count)); 0.6*ones(1, count)];
world = NsdBodies('Friction', 0.3).container([-0.6 3.8 -0.6 3.8 0 Inf]);
world = world.sphere('Radius', 0.5, 'Position', place).named(sprintf('%d spheres', count));
h = 0.005;
sol = nsd_simulate(world, [0 2], 'Step', h, 'KeepContacts', 'on');

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 1000 480]); end
times = [0.2 2];
for k = 1:2
  subplot(1, 3, k);
  animate(sol, 'At', times(k), 'View', [-30 14]);
  camzoom(0.68);
end
subplot(1, 3, 3);
c = sol.contacts;
onFloor = c.bodies(:, 2) == -5;                    % the fifth plane of the container is its floor
force = accumarray(c.row(onFloor), c.impulse(onFloor, 3), [numel(sol.t) 1])/h;
plot(sol.t, filter(ones(20, 1)/20, 1, force)/(count*9.81), sol.t([1 end]), [1 1], 'k--');
axis([0 2 0 2.5]);
xlabel('time (s)'); ylabel('force on the floor / weight'); title('floor; walls carry the rest');
nsd_style
fprintf('%d contacts at the end; %d of %d steps missed the tolerance\n', c.count(end), ...
        sol.stats.unsolved, sol.stats.steps);
