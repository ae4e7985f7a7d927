function test_suite = test_impact_laws()
%TEST_IMPACT_LAWS  Laws of impacts: one contact, chains, multiple impacts, energy, wrong use.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_all_laws_are_newtons_for_one_contact()
  for law = {'newton', 'moreau', 'poisson', 'energetic', 'Stronge', 'fremond', 0.6}
    given = {'Impact', law{1}};
    if ischar(law{1}), given = [given, {'Restitution', 0.6}]; end %#ok<AGROW>
    for order = {'simultaneous', 'sequential', 'lzb'}
      sys = NsdSystem.linear(2).contact(1, 0, given{:}, 'MultipleImpact', order{1});
      sol = nsd_simulate(sys, [0 1], 0.5, -1, 'Method', 'event');
      assertElementsAlmostEqual(sol.v(end), 0.6, 'absolute', 1e-9);
    end
  end
end

function test_sequential_cradle_sends_out_as_many_balls_as_come_in()
  sol = hit(5, [1 1 0 0 0], 'Restitution', 1, 'MultipleImpact', 'sequential');
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0 1 1], 'absolute', 1e-12);
end

function test_simultaneous_laws_agree_in_an_elastic_cradle()
  % one problem for all contacts: the first ball is thrown back, the others fly off together
  for law = {'newton', 'moreau', 'poisson', 'energetic', 'fremond'}
    sol = hit(5, [1 0 0 0 0], 'Restitution', 1, 'Impact', law{1});
    assertElementsAlmostEqual(sol.v(end, :), [-0.6 0.4 0.4 0.4 0.4], 'absolute', 1e-12);
  end
end

function test_lzb_of_three_balls_with_springs_is_the_closed_form()
  % masses 1, springs 1, in time s: vibrations 1 and sqrt(3) until the first spring is free, at
  % sin s + sin(sqrt(3) s)/sqrt(3) = 0; then the second pair alone, whose energy it keeps
  s = fzero(@(s) sin(s) + sin(sqrt(3)*s)/sqrt(3), [2 3]);
  v = 1/3 + [1/2; 0; -1/2]*cos(s) + [1/6; -1/3; 1/6]*cos(sqrt(3)*s);
  pressed = sin(s)/2 - sin(sqrt(3)*s)/(2*sqrt(3));
  apart = sqrt((v(2) - v(3))^2 + 2*pressed^2);
  exact = [v(1), (v(2) + v(3) - apart)/2, (v(2) + v(3) + apart)/2];
  sol = hit(3, [1 0 0], 'Restitution', 1, 'MultipleImpact', 'lzb', 'ImpactExponent', 1);
  assertElementsAlmostEqual(sol.v(end, :), exact, 'absolute', 1e-10);
  assertElementsAlmostEqual(exact, [-0.13026 0.15023 0.98003], 'absolute', 1e-5);
end

function test_lzb_of_three_balls_is_hertz_in_time()
  % the same forces integrated in time by ode45, which shares no code with it
  push = @(d) max(d, 0)^1.5;
  f = @(t, x) [x(4:6); -push(x(1) - x(2)); push(x(1) - x(2)) - push(x(2) - x(3)); ...
               push(x(2) - x(3))];
  [~, x] = ode45(f, [0 20], [0 0 0 1 0 0], odeset('RelTol', 1e-11, 'AbsTol', 1e-13));
  sol = hit(3, [1 0 0], 'Restitution', 1, 'MultipleImpact', 'lzb');
  assertElementsAlmostEqual(sol.v(end, :), x(end, 4:6), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v(end, :), [-0.07095 0.07640 0.99455], 'absolute', 1e-5);
end

function test_lzb_of_unequal_balls_and_contacts_is_their_forces_in_time()
  % masses, stiffnesses, exponent; chains in which no contact closes again, which LZB cannot see
  cases = {[1 2 0.5], [1 3], 1.5; [3 1 1 0.2], [1 1 1], 1.5; [1 1 1], [1 4], 1};
  for c = 1:3
    [m, k, p] = cases{c, :};
    n = numel(m);
    H = differences(n);
    f = @(t, x) [x(n+1:end); (H*(k'.*max(-H'*x(1:n), 0).^p))./m'];
    [~, x] = ode45(f, [0 40], [zeros(1, n), 1, zeros(1, n-1)], ...
                   odeset('RelTol', 1e-11, 'AbsTol', 1e-13, 'MaxStep', 0.05));
    sys = NsdSystem.linear(diag(m)).contact(H, 0, 'Restitution', 1, 'MultipleImpact', 'lzb', ...
                                            'ImpactStiffness', k, 'ImpactExponent', p);
    sol = nsd_simulate(sys, [0 2e-3], [-1e-3, zeros(1, n-1)]', [1, zeros(1, n-1)]', ...
                       'Method', 'event');
    assertElementsAlmostEqual(sol.v(end, :), x(end, n+1:end), 'absolute', 1e-8);
  end
end

function test_lzb_is_the_limit_of_a_stiff_hertz_chain()
  % e = 1: the same forces, in time instead of the scale of impulses
  chain = NsdSystem.linear(eye(4)).contact(differences(4), -ones(3, 1), 'Stiffness', 1e4, ...
                                           'Compliance', 'hertz');
  compliant = nsd_simulate(chain, [0 1], (0:3)', [1; 0; 0; 0], 'Method', 'moreau', 'Step', 1e-5);
  sol = hit(4, [1 0 0 0], 'Restitution', 1, 'MultipleImpact', 'lzb');
  assertElementsAlmostEqual(sol.v(end, :), compliant.v(end, :), 'absolute', 1e-7);
end

function test_lzb_meets_the_chains_and_the_column_of_siconos()
  % velocities in MonodisperseChainOfBalls, TaperedChainOfBalls and, after its first impact,
  % BeadColumnED_LZB of its tutorials, which integrate with explicit steps of 1e-6 N s (of 0.03 and
  % 0.004 N s); what differs here is theirs as far as the test above, to 1e-7, can tell
  reference = [-0.07105929 -0.03018624 -0.01574960 -0.00880806 -0.00506234 -0.00293663 ...
               -0.00170186 0.00262452 0.14692339 0.98595612];
  sol = hit(10, [1 zeros(1, 9)], 'Restitution', 1, 'MultipleImpact', 'lzb');
  assertElementsAlmostEqual(sol.v(end, :), reference, 'absolute', 5e-4);

  R = 0.01*0.95.^(1:10);                          % all its contacts have the distance of the last
  k = sqrt(R(1:9).*R(2:10)./(R(1:9) + R(2:10)));
  sys = NsdSystem.linear(diag(1e6*R.^3)).contact(differences(10), -(R(9) + R(10)), ...
          'Restitution', 1, 'MultipleImpact', 'lzb', 'ImpactStiffness', k);
  start = cumsum([0, 0.2 + R(1) + R(2), R(2:9) + R(3:10)])';
  sol = nsd_simulate(sys, [0 0.579], start, [1; zeros(9, 1)], 'Method', 'event');
  reference = [0.07676269 0.03535685 0.08661544 0.09381204 0.10166842 0.11008338 0.11929550 ...
               0.12911184 0.30724123 1.92983277];
  assertElementsAlmostEqual(sol.v(end, :), reference, 'absolute', 6e-4);

  H = [eye(10, 1), differences(10)];
  sys = NsdSystem.linear(eye(10), 0, 0, -9.81*ones(10, 1)).contact(H, [0; -0.01*ones(9, 1)], ...
          'Restitution', 1, 'MultipleImpact', 'lzb', 'ImpactStiffness', [sqrt(2); ones(9, 1)]);
  start = 0.05 + 0.01*(0:9)';
  sol = nsd_simulate(sys, [0 0.10097], start, zeros(10, 1), 'Method', 'event');
  reference = [0.1976925 0.4558009 0.5358872 0.8636741 1.0015492 1.0320756 1.0698972 1.1371035 ...
               1.2687399 1.5538562];
  assertElementsAlmostEqual(sol.v(end, :) + 9.81*(0.10097 - 0.1009637554692305), reference, ...
                            'absolute', 2e-3);
end

function test_lzb_meets_the_rocking_block_of_siconos()
  % RockingBlockED_Lsodar_LZBimpact of its tutorials: a block of 1 m by 0.5 m falls from 60 degrees
  % on its flat side, where both corners are hit at once, then from corner to corner; times and
  % velocities (y, turn) of six impacts. Runge-Kutta steps in the scale of the impulses have the
  % first one as it is here, 1.8537479 and -0.4970557: what differs are its explicit steps of 5e-5
  side = @(q, s) q(2) + s*sin(q(3))/2 - cos(q(3))/4;
  block = NsdSystem.lagrangian(diag([1 1 1.25/12]), @(t, q, v) [0; -9.81; 0]).contact( ...
            @(q) [side(q, -1); side(q, 1)], 'Restitution', 0.8, 'MultipleImpact', 'lzb', ...
            'ImpactExponent', 1);
  turn = pi/3;
  start = [cos(turn)/2 - sin(turn)/4; sin(turn)/2 + cos(turn)/4; turn];
  sol = nsd_simulate(block, [0 1.28], start, [0; 0; 0], 'Method', 'event', 'RelTol', 1e-10, ...
                     'AbsTol', 1e-12);
  reference = [0.58747797  1.8537584 -0.4972709; 0.91701875 -0.4054866  3.7319880
               0.97939696  0.5528331 -3.5277760; 1.02753238  0.9891747  0.5914757
               1.25734256 -0.4202131 -3.3912240; 1.27326310  0.6342063  2.3635570];
  t = unique(sol.events.t(strcmp(sol.events.kind, 'impact')));
  assertElementsAlmostEqual(t, reference(:, 1), 'absolute', 5e-5);
  [~, v] = sol.at(t);
  assertElementsAlmostEqual(v(:, 2:3), reference(:, 2:3), 'absolute', 1e-3);
  assertElementsAlmostEqual(v(1, 2:3), [1.8537479 -0.4970557], 'absolute', 1e-7);
end

function test_contacts_pressed_from_both_sides_come_to_rest()
% balls pressed between others gave their energy back for ever, less and less: 2000000 steps, then
% 'maxIter' with the velocities from before the impact
  for e = [0.05 0.15]
    for v0 = {[1 0 0 -1], [4.5 2.25 2 -1.5]}
      sys = NsdSystem.linear(eye(4)).contact(differences(4), -ones(3, 1), 'Restitution', e, ...
                                             'MultipleImpact', 'lzb');
      sol = nsd_simulate(sys, [0 1e-9], (0:3)', v0{1}', 'Method', 'event');
      assertEqual(sol.status, 'ok');
      assertElementsAlmostEqual(sum(sol.v(end, :)), sum(v0{1}), 'absolute', 1e-11);
      assertTrue(all(diff(sol.v(end, :)) > -1e-11));             % none approaches
      assertTrue(all(diff(sol.energy.impact) <= 0));
    end
  end
  sol = nsd_simulate(sys, [0 1e-9], (0:3)', [1; 0; 0; -1], 'Method', 'event');
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0 0], 'absolute', 1e-11);
end

function test_an_elastic_ball_leaves_a_narrow_wedge_with_its_speed()
% over 40 reflections in a wedge of 4 degrees; after 20 of them the impact ended as a plastic one
  [c, s] = deal(cos(pi/90), sin(pi/90));
  for law = {'newton', 'energetic', 'fremond'}
    wedge = NsdSystem.linear(eye(2)).contact([s s; -c c], [0; 0], 'Restitution', 1, ...
                                             'Impact', law{1});
    sol = nsd_simulate(wedge, [0 1e-9], [0; 0], [-1; 0.1], 'Method', 'event');
    assertElementsAlmostEqual(norm(sol.v(end, :)), norm([1 0.1]), 'absolute', 1e-12);
    assertTrue(all(sol.v(end, :)*[s s; -c c] > -1e-12));
  end
end

function test_energy_never_grows()
  rng_state = rand('seed'); %#ok<RAND>
  rand('seed', 3); %#ok<RAND>
  laws = {'newton', 'moreau', 'poisson', 'energetic', 'fremond'};
  orders = {'simultaneous', 'sequential', 'lzb'};
  for trial = 1:10
    v0 = sort(rand(1, 4), 'descend');
    e = 0.2 + 0.8*rand;
    for k = 1:15
      sol = hit(4, v0, 'Restitution', e, 'Impact', laws{ceil(k/3)}, 'MultipleImpact', ...
                orders{mod(k, 3) + 1});
      assertEqual(sol.status, 'ok');
      assertTrue(all(diff(sol.energy.impact) <= 1e-12));
      assertElementsAlmostEqual(sum(sol.v(end, :)), sum(v0), 'absolute', 1e-10);
      assertTrue(all(sol.gap(end, :) > -1e-9));
    end
  end
  rand('seed', rng_state); %#ok<RAND>
end

function test_energetic_law_never_gains_with_unequal_restitutions()
  % Newton's and Poisson's laws may gain there
  for e = {[1 0], [0.2 0.9], [0.9 0.1]}
    sol = hit(3, [1 0.3 0], 'Restitution', e{1}, 'Impact', 'energetic');
    assertTrue(all(diff(sol.energy.impact) <= 1e-12));
  end
end

function test_matrix_of_restitution_and_its_gain_are_said()
  % 0.5 on the diagonal is Newton's law; an entry beside it couples the contacts
  newton = hit(3, [1 0 0], 'Restitution', 0.5);
  same = hit(3, [1 0 0], 'Impact', 0.5*eye(2));
  assertElementsAlmostEqual(same.v, newton.v, 'absolute', 1e-12);
  id = warning_of(@() hit(3, [1 0 0], 'Impact', [1 0; -0.9 1]));
  assertEqual(id, 'nsd:energy:gain');
end

function test_gaps_by_functions_take_laws_of_impacts()
  % they were refused before their number was known
  gaps = @(q) [q(2) - q(1) - 1; q(3) - q(2) - 1];
  sys = NsdSystem.lagrangian(eye(3), @(t,q,v) 0*q).contact(gaps, 'Restitution', 1, ...
                                                           'MultipleImpact', 'sequential');
  sol = nsd_simulate(sys, [0 1], [-0.5; 1; 2], [1; 0; 0]);
  assertElementsAlmostEqual(sol.v(end, :), [0 0 1], 'absolute', 1e-9);
end

function test_joints_take_part_in_impacts()
  % two balls on a rigid rod hit by a third: the rod moves as one body
  sys = NsdSystem.linear(eye(3)).joint([0; 1; -1], 1).contact([-1; 1; 0], -1, 'Restitution', 1, ...
                                                              'MultipleImpact', 'lzb');
  sol = nsd_simulate(sys, [0 2], [-1; 1; 2], [1; 0; 0], 'Method', 'event');
  assertElementsAlmostEqual(sol.v(end, :), [-1/3 2/3 2/3], 'absolute', 1e-9);
end

function test_wrong_use_is_refused()
  ball = NsdSystem.linear(1);
  assertExceptionThrown(@() ball.contact(1, 0, 'Impact', 'poison'), 'nsd:system:impact');
  assertExceptionThrown(@() ball.contact(1, 0, 'Impact', eye(2)), 'nsd:system:impact');
  assertExceptionThrown(@() ball.contact(1, 0, 'Impact', 0.5, 'Restitution', 0.5), ...
                        'nsd:system:impact');
  assertExceptionThrown(@() ball.contact(1, 0, 'ImpactStiffness', 0), 'nsd:system:impact');
  sys = ball.contact(1, 0, 'Impact', 'poisson');
  for method = {'moreau', 'newmark', 'paoli', 'kern'}
    assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 0, 'Method', method{1}), ...
                          'nsd:simulate:impact');
  end
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, -1, 'Method', 'event', 'Sensitivity', ...
                                         'on'), 'nsd:simulate:impact');
  two = ball.contact(1, 0, 'MultipleImpact', 'lzb').contact(-1, 2, 'MultipleImpact', 'sequential');
  assertExceptionThrown(@() nsd_simulate(two, [0 1], 1, 0), 'nsd:system:impact');
end

function sol = hit(n, v0, varargin)
% a row of n balls that touch, but for those that come in
  moving = sum(v0 > 0);
  q0 = (0:n-1)';
  if all(v0(moving+1:end) == 0), q0(1:moving) = q0(1:moving) - 0.5; end
  sys = NsdSystem.linear(eye(n)).contact(differences(n), -ones(n-1, 1), varargin{:});
  sol = nsd_simulate(sys, [0 1], q0, v0(:), 'Method', 'event');
end

function H = differences(n)
  H = zeros(n, n - 1);
  for k = 1:n-1, H([k k+1], k) = [-1; 1]; end
end
