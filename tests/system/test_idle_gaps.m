function test_suite = test_idle_gaps()
%TEST_IDLE_GAPS  Contacts that cannot act, because their gaps are never negative, are told.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_gap_that_turns_or_stays_at_zero_warns()
  % a ball fell through a floor written as abs(q) or max(q,0): status ok, no impacts, 'no
  % penetration', and no word
  for gap = {@(q) abs(q), @(q) max(q, 0), @(q) sqrt((q - 0.3)^2)}
    for method = {'event', 'moreau'}
      assertEqual(warning_at(gap{1}, method{1}), 'nsd:simulate:gapNeverNegative', ...
                  [func2str(gap{1}) ' ' method{1}]);
    end
  end
end

function test_gaps_of_obstacles_do_not_warn()
  % a floor, an arc that is grazed, corners that are passed at a distance, walls far away
  for gap = {@(q) q, @(q) q^2 - 0.2, @(q) (q - 0.3)^2, @(q) max(q, q - 1), @(q) q + 5, ...
             @(q) max(1 - q, q - 0.5)}
    for method = {'event', 'moreau'}
      assertEqual(warning_at(gap{1}, method{1}), '', [func2str(gap{1}) ' ' method{1}]);
    end
  end
end

function test_a_contact_along_which_a_body_slides_without_force_does_not_warn()
  table = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; 0]).contact(@(q) q(2));
  assertEqual(warning_of(@() nsd_simulate(table, [0 1], [0; 0], [1; 0])), '');
end

function test_a_sharp_turn_above_zero_is_not_one_at_zero()
  assertTrue(nsd_only_touches(@(s) abs(s - 0.3), 0, 1));
  assertTrue(nsd_only_touches(@(s) 2*max(0.3 - s, 3*(s - 0.3)), 0, 1));
  assertFalse(nsd_only_touches(@(s) abs(s - 0.3) + 1e-5, 0, 1));
  assertFalse(nsd_only_touches(@(s) (s - 0.3).^2, 0, 1));
  assertFalse(nsd_only_touches(@(s) s - 0.3, 0, 1));
end

function id = warning_at(gap, method)
  fall = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(gap, 'Restitution', 0.5);
  id = warning_of(@() nsd_simulate(fall, [0 1], 1, 0, 'Method', method));
end
