function test_suite = test_bouncing_pendulum()
%TEST_BOUNCING_PENDULUM  The model with a joint and a stop: exact first impact, rest, parameters.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_first_impact_has_the_speed_of_the_fall()
  % from the horizontal to 45 degrees the mass falls by l/sqrt(2): speed sqrt(2 g l/sqrt(2)), of
  % which the wall sees the cosine; it leaves with e times that
  fall = sqrt(2*9.81/sqrt(2));
  for method = {{'newmark'}, {'hht', 'GGL', 'on'}, {'genalpha'}, {'genalpha', 'GGL', 'on'}}
    sol = simulate_quietly(nsd_bouncing_pendulum(), [0 0.6], 'Step', 1e-3, 'Method', method{1}{:});
    E = sol.events;
    assertEqual(E.kind{1}, 'impact');
    assertTrue(abs(E.vBefore(1) + fall/sqrt(2)) < 0.02);
    assertElementsAlmostEqual(E.vAfter(1), -0.8*E.vBefore(1), 'absolute', 1e-10);
  end
end

function test_comes_to_rest_against_the_wall_with_the_forces_of_statics()
  % rod and wall hold m g at 45 degrees: wall force m g
  sol = simulate_quietly(nsd_bouncing_pendulum('Restitution', 0.3), [0 3], 'Step', 5e-3, ...
                         'Method', 'genalpha', 'GGL', 'on');
  assertElementsAlmostEqual(sol.q(end, :), [1 -1]/sqrt(2), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(end, :), [0 0], 'absolute', 1e-10);
  rest = sol.t > 2.5;
  assertElementsAlmostEqual(sol.reaction(rest), 9.81*ones(sum(rest), 1), 'absolute', 1e-6);
  rod = sol.multiplier(rest)/5e-3;
  assertElementsAlmostEqual(rod, -9.81*sqrt(2)*ones(sum(rest), 1), 'absolute', 1e-6);
end

function test_rod_and_wall_hold_at_both_levels()
  sol = simulate_quietly(nsd_bouncing_pendulum(), [0 3], 'Step', 0.01, 'Method', 'hht', ...
                         'GGL', 'on');
  assertTrue(max(abs(sum(sol.q.^2, 2) - 1)) < 1e-12);
  assertTrue(max(abs(sum(sol.q.*sol.v, 2))) < 1e-12*max(abs(sol.v(:))));
  assertTrue(min(sol.gap) > -1e-12);
end

function test_impacts_take_what_restitution_asks_for()
  % m (1 - e^2) v^2/2 with the speed v along the circle; nothing else does work
  sol = simulate_quietly(nsd_bouncing_pendulum(), [0 1], 'Step', 1e-3, 'Method', 'newmark', ...
                         'GGL', 'on');
  E = sol.energy;
  hits = sol.events.vBefore(strcmp(sol.events.kind, 'impact'));
  assertEqual(numel(hits), 1);
  loss = E.total(1) - E.total(end);          % at 45 degrees U^2 is half of the squared speed
  assertTrue(abs(loss/((1 - 0.8^2)*hits^2) - 1) < 0.02);
  assertTrue(max(abs(E.external)) < 1e-12);  % gravity has its potential, linear in q
end

function test_bad_parameters_are_refused()
  for bad = {{'Wall', 2}, {'Wall', 0.9, 'Angle', 0.3}}
    assertExceptionThrown(@() nsd_bouncing_pendulum(bad{1}{:}), 'nsd:model:badValue');
  end
  assertExceptionThrown(@() nsd_bouncing_pendulum('Colour', 1), 'nsd:model:unknownOption');
end
