function bench_bodies()
%BENCH_BODIES  Rigid bodies: a box, a stack, and layers of settling spheres, us per step.
%   Prints lines "extra bodies_* VALUE": CPU time of the whole call over its steps, the smallest
%   of some runs, bodies, contacts and sweeps. Spheres stand in five layers, slightly out of line,
%   so that wider beds have more contacts and not longer chains of them; and in cubes, which first
%   collapse and then settle. How long a cube creeps is a matter of chance: small ones are run from
%   several starts, and the means taken.
  box = NsdBodies('Friction', 0.3).plane([0 0 1], 0);
  box = box.box('Size', 1, 'Position', [0 0 0.6], 'Velocity', [1 0 0]);
  fastest('box', box, 2, 1e-3, 5);
  stack = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  stack = stack.box('Size', [1 1 0.5], 'Position', [zeros(2, 10); 0.25 + 0.5*(0:9)]);
  fastest('stack', stack, 1, 1e-3, 3);
  for wide = [5 14 40]
    fastest(sprintf('spheres_%d', wide), bed(wide, 5, 0.3, 0), 0.5, 5e-3, 3 - 2*(wide > 14));
  end
  for edge = [5 10 16]                    % the time of the fall grows with the root of the height
    fastest(sprintf('cube_%d', edge), bed(edge, edge, 0.3, 0), sqrt(edge/10), 5e-3, ...
            3 - 2*(edge > 5));
  end
  settle('settle_5', 5, 0.3, 6);
  settle('settle_10', 10, 0.3, 2);
  settle('settle_16', 16, 0.3, 1);
  settle('rough_5', 5, 0.5, 6);
  settle('rough_8', 8, 0.5, 2);
end

function world = bed(wide, layers, mu, start)
  [x, y, z] = ndgrid(0:wide-1, 0:wide-1, 0:layers-1);
  n = numel(x);
  aside = [0.02*sin(7*(1:n) + start); 0.02*cos(5*(1:n) + 2*start); 0.6*ones(1, n)];
  far = 1.05*(wide - 1) + 0.6;
  world = NsdBodies('Friction', mu).container([-0.6 far -0.6 far 0 Inf]);
  world = world.sphere('Radius', 0.5, 'Position', 1.05*[x(:) y(:) z(:)]' + aside);
end

function fastest(name, world, T, h, repeats)
  us = Inf;
  for k = 1:repeats
    [sol, seconds] = run(world, T, h);
    us = min(us, 1e6*seconds/sol.stats.steps);
  end
  show(name, world.Bodies, us, mean(sol.contacts.count(2:end)), ...
       sol.stats.lcpIterations/sol.stats.steps, sol.stats.unsolved);
end

function settle(name, edge, mu, starts)
  us = 0;
  contacts = 0;
  sweeps = 0;
  unsolved = 0;
  for start = 1:starts
    world = bed(edge, edge, mu, start - 1);
    [sol, seconds] = run(world, 5e-3*round(1600*sqrt(edge/10)), 5e-3);
    us = us + 1e6*seconds/sol.stats.steps/starts;
    contacts = contacts + mean(sol.contacts.count(2:end))/starts;
    sweeps = sweeps + sol.stats.lcpIterations/sol.stats.steps/starts;
    unsolved = unsolved + sol.stats.unsolved;
  end
  show(name, world.Bodies, us, contacts, sweeps, unsolved);
end

function [sol, seconds] = run(world, T, h)
  before = cputime();
  sol = nsd_simulate(world, [0 T], 'Step', h, 'Progress', 'off', 'KeepContacts', 'off');
  seconds = cputime() - before;
end

function show(name, bodies, us, contacts, sweeps, unsolved)
  fprintf('extra bodies_%s %.6g\n', name, us);
  fprintf('extra bodies_%s_count %d\n', name, bodies);
  fprintf('extra bodies_%s_contacts %.6g\n', name, contacts);
  fprintf('extra bodies_%s_sweeps %.6g\n', name, sweeps);
  fprintf('extra bodies_%s_unsolved %d\n', name, unsolved);
end
