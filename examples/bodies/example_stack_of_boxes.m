%% What does a heavy ball do to a stack of boxes?
% Eight boxes rest on each other with friction; a ball thrown at them knocks the upper ones off.
% Contacts are found during the run: corners, faces and edges of boxes, the ball, the floor.
boxes = [zeros(2, 8); 0.25 + 0.5*(0:7)];
world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
world = world.box('Size', [1 1 0.5], 'Position', boxes);
world = world.sphere('Radius', 0.6, 'Mass', 4, 'Position', [-4 0.2 1.5], ...
                     'Velocity', [8 0 3]).named('stack of boxes');
sol = nsd_simulate(world, [0 2], 'Step', 0.002, 'OutputEvery', 5);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 420]); end
times = [0 0.6 1 2];
for k = 1:4
  subplot(2, 2, k);
  animate(sol, 'At', times(k), 'View', [-20 14]);
  camzoom(1.18);
end
nsd_style
events = sol.events;
ball = find(any(events.bodies == 9, 2), 1);
fprintf('the ball hits box %d at t = %.3f; friction takes %.1f J, impacts %.1f J\n', ...
        events.bodies(ball, 1), events.t(ball), -sol.energy.friction(end), -sol.energy.impact(end));
disp(sol)
