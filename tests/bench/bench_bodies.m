function bench_bodies()
%BENCH_BODIES  Rigid bodies: a box, a stack, and layers of settling spheres, us per step.
%   Prints lines "extra bodies_* VALUE": CPU time of the whole call over its steps, the smallest
%   of some runs, bodies, contacts and sweeps. Spheres stand in five layers, slightly out of line,
%   so that wider beds have more contacts and not longer chains of them; and in cubes.
  box = NsdBodies('Friction', 0.3).plane([0 0 1], 0);
  box = box.box('Size', 1, 'Position', [0 0 0.6], 'Velocity', [1 0 0]);
  show('box', box, 2, 1e-3, 5);
  stack = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  stack = stack.box('Size', [1 1 0.5], 'Position', [zeros(2, 10); 0.25 + 0.5*(0:9)]);
  show('stack', stack, 1, 1e-3, 3);
  for wide = [5 14 40]
    show(sprintf('spheres_%d', wide), bed(wide, 5), 0.5, 5e-3, 3 - 2*(wide > 14));
  end
  for edge = [5 10 16]                    % the time of the fall grows with the root of the height
    show(sprintf('cube_%d', edge), bed(edge, edge), sqrt(edge/10), 5e-3, 3 - 2*(edge > 5));
  end
end

function world = bed(wide, layers)
  [x, y, z] = ndgrid(0:wide-1, 0:wide-1, 0:layers-1);
  n = numel(x);
  place = 1.05*[x(:) y(:) z(:)]' + [0.02*sin(7*(1:n)); 0.02*cos(5*(1:n)); 0.6*ones(1, n)];
  far = 1.05*(wide - 1) + 0.6;
  world = NsdBodies('Friction', 0.3).container([-0.6 far -0.6 far 0 Inf]);
  world = world.sphere('Radius', 0.5, 'Position', place);
end

function show(name, world, T, h, repeats)
  us = Inf;
  for k = 1:repeats
    before = cputime();
    sol = nsd_simulate(world, [0 T], 'Step', h, 'Progress', 'off', 'KeepContacts', 'off');
    us = min(us, 1e6*(cputime() - before)/sol.stats.steps);
  end
  touching = sol.contacts.count(2:end);
  fprintf('extra bodies_%s %.6g\n', name, us);
  fprintf('extra bodies_%s_count %d\n', name, world.Bodies);
  fprintf('extra bodies_%s_contacts %.6g\n', name, mean(touching));
  fprintf('extra bodies_%s_sweeps %.6g\n', name, sol.stats.lcpIterations/sol.stats.steps);
  fprintf('extra bodies_%s_unsolved %d\n', name, sol.stats.unsolved);
end
