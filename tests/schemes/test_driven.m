function test_suite = test_driven()
%TEST_DRIVEN  Obstacles that move: what contacts lose and what the obstacles do are two works.
  test_functions = localfunctions(); %#ok<NASGU>
  initTestSuite;
end

function test_an_impact_on_a_rising_table_has_its_loss_and_its_work()
  % table of speed w: P = m (1 + e)(w - v), loss m (1 - e^2)(v - w)^2/2, work of the table P w
  [m, e, w, v] = deal(2, 0.6, 0.5, -3);
  sys = NsdSystem.lagrangian(m, @(t, q, v) 0).contact(@(q, t) q - w*t, 'Restitution', e);
  wanted = [-m*(1 - e^2)*(v - w)^2/2, m*(1 + e)*(w - v)*w];
  for method = {'event', 'event-newmark', 'moreau', 'newmark', 'rattle', 'paoli'}
    E = simulate_quietly(sys, [0 1], 1, v, 'Method', method{1}, 'Step', 0.01).energy;
    assertElementsAlmostEqual([E.impact(end), E.driven(end)], wanted, 'absolute', 1e-11, method{1});
  end
end

function test_on_a_shaken_table_impacts_only_take_energy()
  % Regression: the work of the table was booked as impact, which rose by up to 0.34 J at an impact
  for method = {'event', 'event-newmark', 'moreau', 'newmark'}
    sol = nsd_simulate(shaken('Restitution', 0.5), [0 3], 0.1, 0, 'Method', method{1});
    E = sol.energy;
    assertTrue(all(diff(E.impact) <= 1e-14), method{1});
    assertElementsAlmostEqual(sum(sol.events.loss), -E.impact(end), 'relative', 1e-12, method{1});
    assertTrue(E.driven(end) > 8 && ledger_miss(sol) < 1e-13, method{1});
    assertElementsAlmostEqual(E.external, 0*E.external, 'absolute', 1e-12, method{1});
  end
end

function test_steps_of_their_own_length_book_the_work_of_the_table()
  % Regression: the two halves of a step were added without the work of the obstacle, so that driven
  % was 0.0996 J instead of -0.0748 J, and the rest stood in external, which is the work of gravity
  fall = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
  sys = fall.contact(@(q, t) q - 0.02*sin(4*pi*t), 'Restitution', 0.5);
  wanted = nsd_simulate(sys, [0 1], 0.1, 0, 'Method', 'event').energy;
  for method = {'moreau', 'newmark', 'rattle'}
    sol = nsd_simulate(sys, [0 1], 0.1, 0, 'Method', method{1}, 'RelTol', 1e-6);
    E = sol.energy;
    assertElementsAlmostEqual([E.driven(end), E.impact(end), E.external(end)], ...
                              [wanted.driven(end), wanted.impact(end), 9.81*(0.1 - sol.q(end))], ...
                              'absolute', 2e-4, method{1});
  end
end

function test_bounces_that_end_lose_the_same_on_a_moving_table()
  % a table of constant speed is a frame of reference: losses are those of the table at rest, also
  % those of the infinitely many bounces that are cut short
  force = @(t, q, v) -9.81;
  fixed = NsdSystem.lagrangian(1, force).contact(@(q) q, 'Restitution', 0.7);
  moved = NsdSystem.lagrangian(1, force).contact(@(q, t) q - 0.4*t, 'Restitution', 0.7);
  one = nsd_simulate(fixed, [0 4], 1, 0, 'Method', 'event');
  two = nsd_simulate(moved, [0 4], 1, 0.4, 'Method', 'event');
  assertElementsAlmostEqual([one.energy.impact(end), two.energy.impact(end)], [-9.81, -9.81], ...
                            'absolute', 1e-8);
  assertElementsAlmostEqual(sum(two.events.loss), -two.energy.impact(end), 'relative', 1e-12);
  assertElementsAlmostEqual(two.energy.driven(end), -two.energy.external(end) + 9.81, ...
                            'absolute', 1e-8);
  assertEqual(one.energy.driven, 0*one.t);
end

function test_a_lift_does_the_work_of_the_force_on_its_floor()
  % z = a t^2/2 under the mass: force m (g + a), work m (g + a) z, nothing is lost
  [m, g, a, T] = deal(3, 9.81, 2, 1.5);
  lift = NsdSystem.lagrangian(m, @(t, q, v) -m*g).contact(@(q, t) q - a*t^2/2);
  lift = lift.potential(@(q) m*g*q);
  for method = {'event', 'moreau', 'newmark', 'rattle'}
    sol = nsd_simulate(lift, [0 T], 0, 0, 'Method', method{1}, 'Step', 1e-3);
    accuracy = 1e-3*m*(g + a);                    % first order schemes follow the floor by a step
    if strcmp(method{1}, 'event'), accuracy = 1e-7; end
    assertElementsAlmostEqual([sol.energy.impact(end), sol.energy.driven(end)], ...
                              [0, m*(g + a)*a*T^2/2], 'absolute', 10*accuracy, method{1});
    assertTrue(ledger_miss(sol) < 1e-12, method{1});
  end
end

function test_a_compliant_floor_that_moves_damps_as_one_at_rest()
  law = {'Stiffness', 2000, 'Damping', 10};
  fixed = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) q, law{:});
  moved = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q, t) q - 0.4*t, law{:});
  for method = {'event', 'moreau'}
    one = nsd_simulate(fixed, [0 2], 1, 0, 'Method', method{1}, 'Step', 1e-4);
    two = nsd_simulate(moved, [0 2], 1, 0.4, 'Method', method{1}, 'Step', 1e-4);
    assertElementsAlmostEqual(two.energy.damping(end), one.energy.damping(end), ...
                              'relative', 1e-5, method{1});
    assertEqual({one.energy.impact, two.energy.impact}, {0*one.t, 0*two.t});
    assertTrue(ledger_miss(two) < 1e-12, method{1});
  end
end

function test_a_driven_joint_pays_for_the_impact_that_it_drives()
  % coordinate 1 is led with speed w and hits mass 2: what was an impact of positive work is now a
  % loss of m (1 - e^2) w^2/2 and a work P w of the joint
  [m, e, w] = deal(2, 0.5, 3);
  sys = NsdSystem.lagrangian(diag([1 m]), @(t, q, v) [0; 0]).joint(@(q, t) q(1) - w*t);
  sys = sys.contact([-1; 1], 0, 'Restitution', e);
  sol = nsd_simulate(sys, [0 1], [0; 0.5], [w; 0], 'Method', 'event');
  P = m*(1 + e)*w;
  assertElementsAlmostEqual([sol.energy.impact(end), sol.energy.joint(end)], ...
                            [-m*(1 - e^2)*w^2/2, P*w], 'absolute', 1e-9);
  assertElementsAlmostEqual(sum(sol.events.loss), -sol.energy.impact(end), 'relative', 1e-12);
end

function test_a_body_whose_motion_is_given_does_driven_work()
  % a plate of given speed w hits a disc in free space: as in the first test
  [m, e, w] = deal(2, 0.6, 0.5);
  world = NsdBodies('Gravity', [0 0], 'Restitution', e);
  world = world.disc('Radius', 0.1, 'Mass', m, 'Position', [0; 0.3]);
  world = world.disc('Radius', 0.1, 'Fixed', true, 'Position', [0; 0], 'Velocity', [0; w]);
  E = nsd_simulate(world, [0 1], 'Step', 0.01).energy;
  assertElementsAlmostEqual([E.impact(end), E.driven(end)], ...
                            [-m*(1 - e^2)*w^2/2, m*(1 + e)*w*w], 'absolute', 1e-10);
end

function test_driven_work_stands_in_summary_picture_and_file()
  sol = nsd_simulate(shaken('Restitution', 0.5), [0 1], 0.1, 0); %#ok<NASGU>
  assertTrue(~isempty(strfind(evalc('disp(sol)'), ', driven ')));
  h = plot(sol, 'energy');
  names = get(h, 'displayname');
  close all
  assertTrue(any(strcmp(names, 'driven obstacles')), strjoin(names', ', '));
end

function table = shaken(varargin)
% a ball over a table that shakes; with its potential, so that no work is external
  table = NsdSystem.lagrangian(1, @(t, q, v) -9.81).potential(@(q) 9.81*q);
  table = table.contact(@(q, t) q - 0.02*sin(30*t), varargin{:});
end
