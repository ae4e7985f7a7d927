function test_suite = test_mass_ratios()
%TEST_MASS_RATIOS  Very light bodies with friction beside very heavy ones, in all methods.
% Two blocks with the same start on an incline, masses 1 and d, which do not touch each other: with
% d = 1e-6 'event' said that no forces satisfy Coulomb's law, in space it stalled; 'moreau',
% 'newmark' and 'rattle' ended at the start from d = 1e-8 and 1e8 on; with d = 1e-12 'event' let the
% light block fall onto the incline a million times.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_blocks_that_do_not_touch_slide_alike_whatever_their_masses()
% in closed form: a = g (sin + mu cos) against the motion up the incline, then rest
  for n = [2 3]
    for d = 10.^[-12 -6 8]
      for method = {'event', 'moreau', 'newmark', 'genalpha', 'rattle'}
        sol = nsd_simulate(blocks(n, d, 0, method{1}), [0 0.02], zeros(2*n, 1), start(n), ...
                           'Step', 5e-3, 'Method', method{1});
        assertEqual(sol.status, 'ok');
        [first, second] = deal(sol.q(end, 1:n), sol.q(end, n+1:end));
        assertElementsAlmostEqual(first, second, 'absolute', 1e-12);
        if n == 2
          assertElementsAlmostEqual(first(1), 0.02*3 - 0.02^2/2*deceleration(), 'absolute', 2e-4);
        end
      end
    end
  end
end

function test_event_stops_both_blocks_at_the_time_of_the_closed_form()
  for d = 10.^[-12 -6 0 6 12]
    sol = nsd_simulate(blocks(2, d, 0, 'event'), [0 1], zeros(4, 1), start(2), 'Method', 'event');
    assertEqual(sol.events.kind, {'stick'; 'stick'});
    assertElementsAlmostEqual(sol.events.t, 3/deceleration()*[1; 1], 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.q(end, :), 4.5/deceleration()*[1 0 1 0], 'absolute', 1e-12);
  end
end

function test_a_weak_spring_between_the_blocks_changes_nothing_in_this()
  for d = 10.^[-12 -8 8 12]
    for method = {'event', 'moreau', 'newmark'}
      sol = nsd_simulate(blocks(2, d, 1e-6*min(1, d), method{1}), [0 0.02], zeros(4, 1), ...
                         start(2), 'Step', 5e-3, 'Method', method{1});
      assertEqual(sol.status, 'ok');
      assertElementsAlmostEqual(sol.q(end, 1:2), sol.q(end, 3:4), 'absolute', 1e-10);
    end
  end
end

function test_a_light_block_pushes_a_heavy_one_down_the_incline()
% contacts that do touch: block 2 with less friction above block 1; one acceleration of both
  [g, a, mu] = deal(9.81, 0.6, [0.5 0.2]);
  for d = 10.^(-12:6:12)
    M = diag([1 1 d d]);
    sys = NsdSystem.linear(M, 0*M, 0*M, -g*M*repmat([sin(a); cos(a)], 2, 1));
    sys = sys.contact([0 0 -1; 1 0 0; 0 0 1; 0 1 0], 0, 'Friction', [mu, 0]', ...
                      'Tangent', [1 0 0; 0 0 -1; 0 1 0; 0 0 1]);
    wanted = -g*sin(a) + g*cos(a)*(mu*[1; d])/(1 + d);
    for method = {'event', 'moreau', 'newmark'}
      sol = nsd_simulate(sys, [0 0.05], zeros(4, 1), zeros(4, 1), 'Step', 5e-3, ...
                         'Method', method{1});
      assertEqual(sol.status, 'ok');
      assertElementsAlmostEqual(sol.v(end, [1 3]), 0.05*wanted*[1 1], 'relative', 1e-9);
    end
  end
end

function sys = blocks(n, d, stiffness, method)
% two blocks in n dimensions, the last coordinate of each normal to the incline
  M = blkdiag(eye(n), d*eye(n));
  along = diag([ones(1, n-1), 0]);
  K = stiffness*[along, -along; -along, along];
  f = -9.81*M*repmat([sin(0.3); zeros(n-2, 1); cos(0.3)], 2, 1);
  I = eye(2*n);
  given = {'Friction', 0.5, 'Tangent', I(:, [1:n-1, n+1:2*n-1])};
  if strcmp(method, 'rattle')
    sys = NsdSystem.lagrangian(M, @(t,q,v) f - K*q).contact(@(q) q([n 2*n]), given{:});
  else
    sys = NsdSystem.linear(M, 0*M, K, f).contact(I(:, [n 2*n]), 0, given{:});
  end
end

function v = start(n)
  one = [3; ones(n-2, 1); 0];
  v = [one; one];
end

function a = deceleration()
  a = 9.81*(sin(0.3) + 0.5*cos(0.3));
end
