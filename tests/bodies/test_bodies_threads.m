function test_suite = test_bodies_threads
%TEST_BODIES_THREADS  Rigid bodies on several threads: the same bits for any number.
  try
    test_functions = localfunctions();
  catch
  end
  initTestSuite;
end

function world = crowd()
% spheres that press on each other, with more than 4096 contacts, so that there are several slabs
  [i, j, k] = ndgrid(0:14, 0:14, 0:7);
  n = (1:numel(i))';
  place = [i(:) + 0.002*sin(7*n), j(:) + 0.002*cos(5*n), 0.499 + 0.998*k(:)]';
  world = NsdBodies('Friction', 0.3).container([-0.5 14.5 -0.5 14.5 0 Inf]);
  world = world.sphere('Radius', 0.5, 'Position', place);
end

function test_the_bits_do_not_depend_on_the_number_of_threads()
  world = crowd();
  one = nsd_simulate(world, [0 0.02], 'Step', 5e-3);
  assertTrue(max(one.contacts.count) > 4096);
  for threads = [2 3]
    sol = nsd_simulate(world, [0 0.02], 'Step', 5e-3, 'Threads', threads);
    assertEqual(sol.q, one.q);
    assertEqual(sol.v, one.v);
    assertEqual(sol.energy.total, one.energy.total);
    assertEqual(sol.stats.lcpIterations, one.stats.lcpIterations);
  end
end

function test_small_and_linked_worlds_take_threads_too()
  boxes = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  boxes = boxes.box('Size', [1; 1; 1], 'Position', [zeros(2, 4); 0.5 + (0:3)]);
  swing = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0; 0; 0.6]);
  swing = swing.joint('distance', [0 1], 'Points', [0 0; 0 0; 2 0.6]);
  for world = {boxes, swing}
    one = nsd_simulate(world{1}, [0 0.1], 'Step', 5e-3);
    two = nsd_simulate(world{1}, [0 0.1], 'Step', 5e-3, 'Threads', 2);
    assertEqual(two.q, one.q);
  end
end

function test_a_run_of_a_sweep_has_one_thread_and_the_same_bits()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0; 0; 0.6]);
  one = nsd_simulate(world, [0 0.1], 'Step', 5e-3, 'Threads', 2);
  out = nsd_sweep(world, struct('friction', [0 0]), [0 0.1], 'Step', 5e-3, 'Threads', 2);
  assertEqual(out.q(1, :), one.q(end, :));
end

function test_numbers_of_threads_that_are_none_are_refused()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0; 0; 0.6]);
  for wrong = {0, 1.5, 1e6, -1}
    assertExceptionThrown(@() nsd_simulate(world, [0 0.1], 'Threads', wrong{1}), ...
                          'nsd:options:badValue');
  end
end
