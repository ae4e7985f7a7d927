function test_suite = test_bodies_kept()
%TEST_BODIES_KEPT  A second run of a world reuses what the first has prepared, and gives the bits of
%   a world that was never run before; a world, a function or a file that has changed is noticed.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function world = balls()
  world = NsdBodies('Friction', 0.3, 'Restitution', 0.4).plane([0 0 1], 0);
  world = world.sphere('Radius', 0.5, 'Position', [0 0.02 0; 0 0 0.03; 0.6 1.7 2.8]);
end

function world = door()
% a board on a hinge, turned by a motor, with a sphere before it that a function pushes
  world = NsdBodies('Friction', 0.2).plane([0 0 1], 0);
  world = world.box('Size', [1; 0.1; 0.6], 'Position', [0.5; 0; 0.5]);
  world = world.joint('hinge', [0 1], 'Point', [0; 0; 0.5], 'Axis', [0; 0; 1], 'Motor', ...
                      'speed', 'Target', @(t) 1 + sin(3*t), 'MaxTorque', 5);
  world = world.sphere('Radius', 0.2, 'Position', [0.6; 0.6; 0.2]);
  world = world.force(2, @(t, x) [0; -2*cos(t) - x(9); 0]);
end

function world = discs()
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).container([0 4 0 Inf]);
  world = world.disc('Radius', 0.4, 'Position', [1 2 3; 1 1 1.5]);
end

function yes = is_kept(world, span, given)
  yes = ~isempty(nsd_kernel('recall', world.Stamp, span, given));
end

function assert_same_as_new(make, starts, span, varargin)
% runs of one world from several starts, beside runs of worlds that were made for each
  one = make();
  for k = 1:size(starts, 1)
    start = starts(k, :);
    kept = nsd_simulate(one, span, start{:}, varargin{:});
    fresh = nsd_simulate(make(), span, start{:}, varargin{:});
    assertTrue(isequal(kept, fresh), sprintf('start %d', k));
    assertTrue(isequal(kept.energy, fresh.energy));
    assertEqual(kept.stats.why, fresh.stats.why);
    assertTrue(isequal(kept.system, one));
  end
  assertTrue(is_kept(one, span, [start, varargin]), 'the run is kept');
end

function test_other_starts_give_the_bits_of_a_new_world()
% each call took its options, its arrays and its checks anew: several times what the steps took
  for make = {@balls, @door, @discs}
    world = make{1}();
    [q0, v0] = deal(world.InitialPosition, world.InitialVelocity);
    v1 = v0 + 0.1*sin(1:numel(v0))'*(world.Joints == 0);
    starts = {q0, v0; q0, v0; q0, v0; q0, v1; q0, v0};
    assert_same_as_new(make{1}, starts, [0 0.3], 'Step', 5e-3);
    assert_same_as_new(make{1}, starts, 0:0.03:0.3, 'Step', 5e-3);
    assert_same_as_new(make{1}, cell(4, 0), [0 0.3], 'Step', 5e-3, 'KeepContacts', 'off');
  end
  assert_same_as_new(@balls, {q0_of(balls()), zeros(18, 1); q0_of(balls()), ones(18, 1); ...
                              q0_of(balls()), 2*ones(18, 1)}, [0 0.05]);
end

function q0 = q0_of(world)
  q0 = world.InitialPosition;
end

function test_a_changed_copy_is_another_world()
  world = balls();
  for k = 1:3, before = nsd_simulate(world, [0 0.5], 'Step', 5e-3); end
  copies = {world.plane([1 0 0], -2), world.start(world.InitialPosition), world.named('a'), ...
            world.parameter('restitution', 0), world.parameter('gravity', 1), ...
            world.force(1, [1; 0; 0]), world.spring([0 1], 'Points', [0 0; 0 0; 0 0.6], ...
            'Stiffness', 10), world.ignore(1, 2), world.joint('ball', [1 2], 'Point', ...
            [0; 0; 1.1]), world.box('Size', 1, 'Position', [5; 5; 1])};
  stamps = cellfun(@(w) w.Stamp, [{world}, copies]);
  assertEqual(numel(unique(stamps)), numel(stamps));
  for k = 1:numel(copies)
    assertFalse(isequal(nsd_simulate(copies{k}, [0 0.5], 'Step', 5e-3).system, world) ...
                && k ~= 2);
  end
  after = nsd_simulate(copies{4}, [0 0.5], 'Step', 5e-3);
  assertFalse(isequal(after, before));
  assertTrue(isequal(after, nsd_simulate(balls().parameter('restitution', 0), [0 0.5], ...
                                         'Step', 5e-3)));
  assertTrue(isequal(before, nsd_simulate(world, [0 0.5], 'Step', 5e-3)));
end

function test_worlds_are_equal_where_their_bodies_are()
% numbers of surfaces that are not named are NaN: no world was equal to itself
  assertTrue(isequal(balls(), balls()));
  assertFalse(isequal(balls(), discs()));
  assertFalse(isequal(balls(), balls().named('x')));
  assertFalse(isequal(balls(), 3));
  assertFalse(isfield(balls().toStruct(), 'Stamp'));
  assertTrue(isequal(NsdBodies.fromStruct(balls().toStruct()), balls()));
end

function test_other_spans_and_options_are_other_runs()
  world = balls();
  for k = 1:3, first = nsd_simulate(world, [0 0.1], 'Step', 5e-3); end
  assertEqual(first.t(end), 0.1);
  assertEqual(nsd_simulate(world, [0 0.2], 'Step', 5e-3).t(end), 0.2);
  assertEqual(nsd_simulate(world, [0 0.1], 'Step', 1e-2).stats.step, 1e-2);
  assertEqual(nsd_simulate(world, [0 0.1]).stats.steps, 1000);
end

function id = warning_of(call)
  lastwarn('');
  evalc('call();');
  [~, id] = lastwarn();
end

function test_a_start_inside_the_floor_is_told_in_every_run()
  world = balls();
  [q0, v0] = deal(world.InitialPosition, world.InitialVelocity);
  low = q0;
  low(3:7:end) = low(3:7:end) - 0.3;
  for k = 1:3, nsd_simulate(world, [0 0.01], q0, v0, 'Step', 1e-3); end
  for k = 1:4
    id = warning_of(@() nsd_simulate(world, [0 0.01], low, v0, 'Step', 1e-3));
    assertEqual(id, 'nsd:simulate:startPenetrates', sprintf('run %d', k));
    assertEqual(warning_of(@() nsd_simulate(world, [0 0.01], q0, v0, 'Step', 1e-3)), '');
  end
  given = {'Step', 1e-3, 'Start', 'refuse'};
  for k = 1:3, nsd_simulate(world, [0 0.01], q0, v0, given{:}); end
  assertExceptionThrown(@() nsd_simulate(world, [0 0.01], low, v0, given{:}), ...
                        'nsd:simulate:gapStart');
end

function test_a_start_off_the_joints_is_moved_and_told_in_every_run()
  world = door();
  [q0, v0] = deal(world.InitialPosition, world.InitialVelocity);
  off = q0;
  off(1) = off(1) + 0.01;
  for k = 1:3, nsd_simulate(world, [0 0.01], q0, v0, 'Step', 1e-3); end
  for k = 1:3
    id = warning_of(@() nsd_simulate(world, [0 0.01], off, v0, 'Step', 1e-3));
    assertEqual(id, 'nsd:simulate:jointStart', sprintf('run %d', k));
  end
end

function test_warnings_of_a_run_come_in_every_run()
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1 1 0.5], 'Position', [zeros(2, 10); 0.25 + 0.5*(0:9)]);
  quick = balls().start(balls().InitialPosition, 200*ones(18, 1));
  prepared = nsd_prepare(quick, [0 0.02], 'Step', 5e-3);
  for k = 1:4
    id = warning_of(@() nsd_simulate(world, [0 0.02], 'Step', 5e-3, 'MaxIter', 1, ...
                                     'LcpTol', 1e-12));
    assertEqual(id, 'nsd:simulate:maxIter', sprintf('run %d', k));
    assertEqual(warning_of(@() nsd_simulate(quick, [0 0.02], 'Step', 5e-3)), 'nsd:bodies:fast');
    assertEqual(warning_of(@() prepared(quick.InitialPosition, quick.InitialVelocity)), ...
                'nsd:bodies:fast');
  end
end

function test_bad_starts_are_refused_as_at_first()
  world = balls();
  [q0, v0] = deal(world.InitialPosition, world.InitialVelocity);
  for k = 1:3, nsd_simulate(world, [0 0.01], q0, v0, 'Step', 1e-3); end
  run = @(q, v) @() nsd_simulate(world, [0 0.01], q, v, 'Step', 1e-3);
  assertExceptionThrown(run(NaN*q0, v0), 'nsd:simulate:notFinite');
  assertExceptionThrown(run(q0(2:end), v0), 'nsd:simulate:badSize');
  assertExceptionThrown(run(q0, v0(2:end)), 'nsd:simulate:badSize');
  assertExceptionThrown(run(0*q0, v0), 'nsd:bodies:badOrientation');
end

function test_steps_one_after_the_other_leave_what_is_kept()
% each step has a span of its own, which never comes again
  world = balls();
  kept = balls();
  for k = 1:3, nsd_simulate(kept, [0 0.01], 'Step', 1e-3); end
  state = struct('t', 0, 'q', world.InitialPosition, 'v', world.InitialVelocity);
  for k = 1:12, state = nsd_step(world, 'moreau', state.t, state, 1e-3); end
  assertTrue(is_kept(kept, [0 0.01], {'Step', 1e-3}));
end

function test_an_edited_function_file_is_noticed()
  [folder, remove] = new_folder(); %#ok<ASGLU>
  write_push(folder, 1);
  addpath(folder);
  world = floating().force(1, @(t) nsd_test_body_push(t));
  for k = 1:3, before = nsd_simulate(world, [0 0.1], 'Step', 1e-2); end
  assertTrue(is_kept(world, [0 0.1], {'Step', 1e-2}));
  write_push(folder, 2.5);
  after = nsd_simulate(world, [0 0.1], 'Step', 1e-2);
  assertElementsAlmostEqual([before.v(end, 1), after.v(end, 1)], [0.1, 0.25], 'absolute', 1e-12);
end

function world = floating()
  world = NsdBodies('Gravity', [0 0 0]).sphere('Radius', 0.5, 'Position', [0; 0; 0]);
end

function write_push(folder, value)
  fid = fopen(fullfile(folder, 'nsd_test_body_push.m'), 'w');
  fprintf(fid, 'function f = nsd_test_body_push(t)\n  f = [%g + 0*t; 0; 0];\nend\n', value);
  fclose(fid);
  clear nsd_test_body_push
  rehash();
end

function test_globals_and_data_by_reference_are_noticed()
  global nsd_test_body_push_value
  nsd_test_body_push_value = 1;
  map = containers.Map({'push'}, {1});
  worlds = {floating().force(1, @(t) [pushed(t); 0; 0]), ...
            floating().force(1, @(t) [map('push') + 0*t; 0; 0])};
  for j = 1:2
    for k = 1:3, before = nsd_simulate(worlds{j}, [0 0.1], 'Step', 1e-2); end
    if j == 1, nsd_test_body_push_value = 3; else, map('push') = 3; end
    after = nsd_simulate(worlds{j}, [0 0.1], 'Step', 1e-2);
    assertElementsAlmostEqual([before.v(end, 1), after.v(end, 1)], [0.1, 0.3], 'absolute', 1e-12);
  end
  clear -global nsd_test_body_push_value
end

function f = pushed(t)
  global nsd_test_body_push_value
  f = nsd_test_body_push_value + 0*t;
end
