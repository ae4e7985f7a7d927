function test_suite = test_contact_modes()
%TEST_CONTACT_MODES  Open, closed, stick and slip of every contact in every row.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_block_slides_until_it_sticks()
  % v = 2 - mu g t: slides until 2/(0.5 g)
  block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  block = block.contact([0; 1], 0, 'Friction', 0.5, 'Tangent', [1; 0]);
  for method = {'event', 'moreau'}
    sol = nsd_simulate(block, [0 1], [0; 0], [2; 0], 'Method', method{1});
    [mode, words] = nsd_contact_modes(sol);
    stop = 2/(0.5*9.81);
    assertTrue(all(mode(sol.t > 2e-3 & sol.t < stop - 2e-3) == 3));
    assertTrue(all(mode(sol.t > stop + 2e-3) == 2));
    assertEqual(words([3 4]), {'stick', 'slip'});
  end
end

function test_a_ball_is_open_in_flight_and_closed_at_rest()
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.5);
  sol = nsd_simulate(ball, [0 3], 1, 0);
  mode = nsd_contact_modes(sol);
  assertTrue(all(mode(sol.q > 1e-3) == 0));
  assertEqual(mode(end), 1);
end

function test_tangents_by_functions_in_space()
  disc = NsdSystem.lagrangian(eye(3), @(t,q,v) [0; 0; -9.81]);
  disc = disc.contact(@(q) q(3), 'Friction', 0.3, 'Tangent', @(q) [1 0; 0 1; 0*q(1) 0]);
  sol = nsd_simulate(disc, [0 1], [0; 0; 0], [1; 1; 0], 'Method', 'moreau', 'Step', 1e-3);
  mode = nsd_contact_modes(sol);
  assertEqual(mode([10 end])', [3 2]);
end

function test_solutions_without_contacts_are_refused()
  sol = nsd_simulate(NsdSystem.linear(1), [0 1], 0, 1);
  assertExceptionThrown(@() nsd_contact_modes(sol), 'nsd:solution:noContacts');
end
