function test_suite = test_auto()
%TEST_AUTO  Method 'auto': what it chooses, why, and how time stepping goes on.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_a_puck_on_a_slope_is_located_and_exact()
  % mu = tan(alpha): |v| + v_down is constant, so that 2 m/s across end as 1 m/s downwards. Time
  % stepping, which 'auto' took for friction in space, ended 1.4 % off
  alpha = atan(0.3);
  puck = NsdSystem.linear(eye(3), 0, 0, 9.81*[sin(alpha); 0; -cos(alpha)]);
  puck = puck.contact([0; 0; 1], 0, 'Friction', 0.3, 'Tangent', [1 0; 0 1; 0 0]);
  sol = nsd_simulate(puck, [0 20], [0; 0; 0], [0; 2; 0]);
  assertEqual(sol.stats.method, 'event');
  v = sol.v(:, 1:2);
  assertElementsAlmostEqual(sqrt(sum(v.^2, 2)) + v(:, 1), 2*ones(size(sol.t)), 'absolute', 1e-6);
  assertElementsAlmostEqual(v(end, :), [1 0], 'absolute', 1e-6);
end

function test_many_contacts_with_friction_in_space_take_time_stepping()
  m = 9;
  H = kron(eye(m), [0; 0; 1]);
  T = kron(eye(m), [1 0; 0 1; 0 0]);
  sys = NsdSystem.linear(eye(3*m)).contact(H, 0, 'Friction', 0.3, 'Tangent', T);
  sol = nsd_simulate(sys, [0 0.1], zeros(3*m, 1), zeros(3*m, 1));
  assertEqual(sol.stats.method, 'moreau');
  assertTrue(~isempty(strfind(sol.stats.why, '9 contacts with friction in space')));
end

function test_ten_lines_of_the_readme_print_exact_impact_times()
  % time stepping printed 0.4560 1.2720 2.0080, and over [0 1000] the ball sank 4.4 m
  fall = sqrt(2/9.81);
  exact = fall*[1; 1 + 2*0.9; 1 + 2*0.9 + 2*0.81];
  for T = [8 1000]
    [id, ~, sol] = warning_of(@() nsd_simulate(ball(), [0 T], 1, 0));
    assertEqual(id, '');
    assertElementsAlmostEqual(sol.events.t(1:3), exact, 'absolute', 1e-10);
    assertTrue(min(sol.gap) > -1e-12);
    assertEqual(sol.t(end), T);
  end
  assertEqual(sprintf('%.4f ', sol.events.t(1:3)), '0.4515 1.2643 1.9957 ');
end

function test_small_systems_are_event_driven_and_say_so()
  sol = nsd_simulate(ball(), [0 1], 1, 0);
  assertEqual(sol.stats.method, 'event');
  text = evalc('disp(sol)');
  assertTrue(~isempty(strfind(text, 'chosen by ''auto''')), text);
  named = nsd_simulate(ball(), [0 1], 1, 0, 'Method', 'event');
  assertEqual(named.stats.why, '');
  assertEqual(named.q, sol.q);
end

function test_step_and_options_of_schemes_take_time_steps()
  for given = {{'Step', 0.01}, {'Theta', 0.6}, {'Activation', 0.5}}
    sol = simulate_quietly(ball(), [0 1], 1, 0, given{1}{:});
    assertEqual(sol.stats.method, 'moreau');
    assertTrue(~isempty(strfind(sol.stats.why, given{1}{1})), sol.stats.why);
  end
  sol = nsd_simulate(pendulum(), [0 0.1], 0.1, 0, 'Project', 'on');
  assertEqual(sol.stats.method, 'moreau');
end

function test_laws_of_impacts_that_moreau_does_not_have_take_rattle()
  % a Step, or many coordinates, ended with an error of 'moreau', which nobody had asked for
  chain = @(n) NsdSystem.linear(eye(n)).contact(diff(eye(n))', -1, 'Restitution', 1, ...
                                                'MultipleImpact', 'lzb');
  start = @(n) [-0.5; (1:n-1)'];
  first = @(n) [1; zeros(n-1, 1)];
  located = nsd_simulate(chain(5), [0 1], start(5), first(5));
  sol = nsd_simulate(chain(5), [0 1], start(5), first(5), 'Step', 1e-2);
  assertEqual({located.stats.method, sol.stats.method}, {'event', 'rattle'});
  assertTrue(~isempty(strfind(sol.stats.why, 'it has the law of the impacts')));
  assertElementsAlmostEqual(sol.v(end, :), located.v(end, :), 'absolute', 1e-9);
  sol = nsd_simulate(chain(51), [0 0.6], start(51), first(51), 'Step', 1e-2);
  assertEqual(sol.stats.method, 'rattle');
  for law = {'newton', 'moreau'}
    ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Impact', law{1});
    assertEqual(nsd_simulate(ball, [0 0.1], 1, 0, 'Step', 1e-2).stats.method, 'moreau');
  end
end

function test_time_stepping_goes_on_with_the_law_of_impacts()
  % a rod that slides into Painleve's paradox: with the energetic law the run raised an error of
  % 'moreau', and its rows were lost
  gap = @(q) q(2) - sin(q(3))/2;
  rod = NsdSystem.lagrangian(diag([1 1 1/12]), @(t, q, v) [0; -9.81; 0]).contact(gap, ...
            'Friction', 2, 'Tangent', @(q) [1; 0; sin(q(3))/2], 'Impact', 'energetic', ...
            'Restitution', 0.2);
  sol = nsd_simulate(rod, [0 0.5], [0; sin(1)/2; 1], [-3; 0; 0]);
  assertEqual({sol.status, sol.stats.method, sol.t(end)}, {'ok', 'event, then rattle', 0.5});
  assertTrue(~isempty(strfind(sol.stats.why, 'noForces at t = 0')));
  assertTrue(all(diff(sol.energy.impact + sol.energy.friction) < 1e-8));
end

function test_options_of_events_choose_events()
  sol = nsd_simulate(ball(), [0 1], 1, 0, 'RelTol', 1e-6);
  assertEqual(sol.stats.method, 'event');
  sol = nsd_simulate(ball(), [0 1], 1, 0, odeset('RelTol', 1e-6));
  assertEqual(sol.stats.method, 'event');
  n = 60;                                         % too many for 'auto' without the option
  sol = nsd_simulate(NsdSystem.linear(eye(n)), [0 1], ones(n, 1), ones(n, 1), 'RelTol', 1e-6);
  assertEqual(sol.stats.method, 'event');
end

function test_large_systems_take_time_steps_and_small_ones_with_friction_in_space_do_not()
  n = 60;
  sol = nsd_simulate(NsdSystem.linear(eye(n)), [0 1], ones(n, 1), ones(n, 1));
  assertEqual(sol.stats.method, 'moreau');
  assertTrue(~isempty(strfind(sol.stats.why, '60 coordinates')), sol.stats.why);
  n = 30;
  many = NsdSystem.linear(eye(n)).contact(eye(n), 0);
  sol = simulate_quietly(many, [0 1], ones(n, 1), ones(n, 1));
  assertTrue(~isempty(strfind(sol.stats.why, '30 contacts')), sol.stats.why);
  block = NsdSystem.linear(eye(3), 0, 0, [0; 0; -9.81]);
  in_space = {'Friction', 0.3, 'Tangent', [1 0; 0 1; 0 0]};
  sol = nsd_simulate(block.contact([0; 0; 1], 0, in_space{:}), [0 1], zeros(3, 1), [1; 1; 0]);
  assertEqual(sol.stats.method, 'event');
  in_space{4} = @(q) [1 0; 0 1; 0 0];
  block = NsdSystem.lagrangian(eye(3), @(t, q, v) [0; 0; -9.81]);
  sol = nsd_simulate(block.contact([0; 0; 1], 0, in_space{:}), [0 0.1], zeros(3, 1), [1; 1; 0]);
  assertEqual(sol.stats.method, 'event');
end

function test_forces_by_columns_take_time_steps()
  sol = nsd_simulate(NsdSystem.linear(1, 0, 0, ones(1, 1001)), [0 1], 0, 0);
  assertEqual(sol.stats.method, 'moreau');
end

function test_bodies_and_first_order_systems_are_as_before()
  world = NsdBodies().sphere('Radius', 0.1, 'Position', [0 0 0.2]);
  assertEqual(nsd_simulate(world, [0 0.1]).stats.method, 'moreau');
  assertEqual(nsd_simulate(NsdSystem.firstOrder(-1, 1, 1, 1), [0 1], 1).stats.method, 'theta');
  jump = NsdSystem.hybrid(@(t, x) 1, @(x) 1 - x, @(x) 0);
  assertEqual(nsd_simulate(jump, [0 1.5], 0).stats.method, 'event');
end

function test_time_stepping_goes_on_where_events_meet_their_limits()
  sys = stiff(1);
  [id, ~, sol] = warning_of(@() nsd_simulate(sys, [0 6], 0, 1));
  assertEqual({id, sol.status, sol.t(end)}, {'', 'ok', 6});
  assertEqual(sol.stats.method, 'event, then moreau');
  assertTrue(~isempty(strfind(sol.stats.why, 'maxSteps at t = ')), sol.stats.why);
  assertTrue(all(diff(sol.t) >= 0));
  assertElementsAlmostEqual(sol.q(end), sin(6) - 0.2, 'absolute', 5e-3);   % one step
  hits = sol.events.t(strcmp(sol.events.kind, 'impact') & sol.events.vBefore < -0.1);
  assertElementsAlmostEqual(hits, [asin(0.3); 7*pi/6], 'absolute', 5e-3);
  E = sol.energy;
  works = sum(works_of(E), 2);
  assertElementsAlmostEqual(E.total, E.total(1) + works, 'absolute', 1e-10);
  assertEqual(size(sol.events.q), [numel(sol.events.t), 1]);
  assertEqual(size(sol.reaction), [numel(sol.t), 2]);
  k = [1:1000:numel(sol.t) - 1, numel(sol.t) - (1:500)];
  [q, v] = sol.at((sol.t(k) + sol.t(k+1))/2);
  assertTrue(all(isfinite([q; v])));
  assertElementsAlmostEqual(q, (sol.q(k) + sol.q(k+1))/2, 'absolute', 1e-5);
  again = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(again.at(5), sol.at(5));
end

function test_stiff_dampers_do_not_end_the_run_by_events()
  % explicit steps of 3e-6 reached their limit at t = 0.3, and time stepping went on with its errors
  [id, ~, sol] = warning_of(@() nsd_simulate(stiff(0), [0 6], 0, 1));
  assertEqual({id, sol.status, sol.stats.method}, {'', 'ok', 'event'});
  assertTrue(sol.stats.steps < 3000);
  assertElementsAlmostEqual(sol.q(end), sin(6) - 0.2, 'absolute', 1e-6);
  hits = sol.events.t(strcmp(sol.events.kind, 'impact') & sol.events.vBefore < -0.1);
  assertElementsAlmostEqual(hits, [asin(0.3); 7*pi/6], 'absolute', 2e-6);
end

function test_given_times_are_kept_where_time_stepping_goes_on()
  t = [0 1 2 3 5 6]';
  sol = nsd_simulate(stiff(1), t, 0, 1);
  assertEqual({sol.t, sol.stats.method}, {t, 'event, then moreau'});
  exact = [0; 0.3; sin(2) - 0.7; sin(3) - 0.7; sin(5) - 0.2; sin(6) - 0.2];
  assertElementsAlmostEqual(sol.q, exact, 'absolute', 5e-3);
end

function test_time_stepping_goes_on_where_forces_grow_without_bound()
  % a rod that slides on its tip jams (Painleve's paradox)
  rod = NsdSystem.lagrangian(diag([1 1 1/3]), @(t, q, v) [0; -10; 0]);
  rod = rod.contact(@(q) q(2) - sin(q(3)), 'Friction', 5/3, 'Tangent', @(q) [1; 0; -sin(q(3))]);
  start = {[0; sin(31*pi/180); 31*pi/180], [30; 0; 0]};
  alone = simulate_quietly(rod, [0 0.85], start{:}, 'Method', 'event');
  assertEqual(alone.status, 'jammed');
  % behind the jam the tip opens (x = 19.01) or stops (18.81); 'moreau' does either, by its Step
  [id, ~, sol] = warning_of(@() nsd_simulate(rod, [0 0.85], start{:}));
  assertEqual(id, 'nsd:simulate:ambiguous');
  assertEqual({sol.status, sol.t(end), sol.stats.method}, {'ok', 0.85, 'event, then moreau'});
  ends = zeros(1, 2);
  for k = 1:2
    steps = [3.16228e-4, 1e-4];
    one = simulate_quietly(rod, [0 0.85], start{:}, 'Method', 'moreau', 'Step', steps(k));
    ends(k) = one.q(end, 1);
  end
  assertElementsAlmostEqual(ends, [19 18.81], 'absolute', 0.03);
  assertEqual(sol.q(1:numel(alone.t), :), alone.q);
  assertEqual(size(sol.tangentialReaction), [numel(sol.t), 1]);
end

function test_where_both_methods_fail_rows_stay_and_the_warning_names_the_cause()
  jumps = NsdSystem.lagrangian(1, @(t, q, v) -5*sign(v) - q);
  [id, message, sol] = warning_of(@() nsd_simulate(jumps, [0 5], 1, -3));
  assertEqual(id, 'nsd:simulate:newton');
  assertTrue(~isempty(strfind(message, 'sign(v)')), message);
  assertTrue(sol.t(end) > 0.6);
  sol = simulate_quietly(jumps, 0:5, 1, -3);
  assertEqual(sol.t, 0);
end

function test_nothing_goes_on_after_a_stop_or_an_error_of_the_user()
  stop = @(t, y, flag) isempty(flag) && t(end) > 0.2;
  sol = nsd_simulate(ball(), [0 1], 1, 0, 'OutputFcn', stop);
  assertEqual({sol.status, sol.stats.method}, {'stopped', 'event'});
  failing = NsdSystem.lagrangian(1, @(t, q, v) late_error(t));
  assertExceptionThrown(@() nsd_simulate(failing, [0 1], 1, 0), 'my:late');
  sol = simulate_quietly(failing, [0 1], 1, 0, 'OnError', 'return');
  assertEqual({sol.status, sol.stats.method}, {'userError', 'event'});
end

function test_a_sweep_takes_one_method_for_all_runs()
  p = struct('restitution', [0.5; 0.7; 0.9]);
  out = nsd_sweep(ball(), p, [0 2], 'q0', 1, 'v0', 0);
  for k = 1:3
    sol = nsd_simulate(ball().parameter('restitution', p.restitution(k)), [0 2], 1, 0);
    assertElementsAlmostEqual(out.q(k), sol.q(end), 'absolute', 1e-12);
  end
  assertElementsAlmostEqual(out.impacts.first, sqrt(2/9.81)*ones(3, 1), 'absolute', 1e-12);
  stepped = nsd_sweep(ball(), p, [0 2], 'q0', 1, 'v0', 0, 'Step', 0.03);
  assertEqual(stepped.t, [2; 2; 2]);              % 1.98 before
  section = nsd_sweep(ball(), p, [0 2], 'q0', 1, 'v0', 0, 'Reduce', 'poincare', ...
                      'Section', [1 0.5 -1]);
  assertTrue(all(section.samples.count > 0));
end

function test_steps_follow_the_motion_not_the_span()
  % a thousandth of the span was 1 s for a fall of 0.45 s
  short = nsd_simulate(ball(), [0 5], 1, 0, 'Method', 'moreau').stats.step;
  long = nsd_simulate(ball(), [0 200], 1, 0, 'Method', 'moreau').stats.step;
  assertElementsAlmostEqual(short, long, 'relative', 1e-3);
  assertTrue(long < sqrt(2/9.81)/400);
  fast = NsdSystem.linear(1, 0, 1e6);
  assertTrue(nsd_simulate(fast, [0 10], 1, 0, 'Method', 'moreau').stats.step < 2*pi/1e3/50);
  shaken = NsdSystem.linear(1, 0, 0, nsd_harmonic(1, 500));
  assertTrue(nsd_simulate(shaken, [0 50], 0, 0, 'Method', 'moreau').stats.step < 2*pi/500/100);
end

function test_a_tiny_gap_of_a_mesh_takes_no_more_steps_than_its_vibrations()
  % 1/500 of the time in which 1e-5 m close made 49,875 steps of this run
  [E, A, rho, n] = deal(2.1e11, 1e-4, 7800, 100);          % a steel rod of 1 m, 1 m/s
  k = E*A*n;
  K = k*spdiags(ones(n+1, 1)*[-1 2 -1], -1:1, n+1, n+1);
  [K(1, 1), K(end, end)] = deal(k);
  M = rho*A/n*speye(n+1);
  [M(1, 1), M(end, end)] = deal(rho*A/n/2);
  rod = NsdSystem.linear(M, 0, K).contact(eye(n+1, 1), 1e-5);
  sol = nsd_simulate(rod, [0 1e-3], zeros(n+1, 1), -ones(n+1, 1));
  assertTrue(sol.stats.steps < 12000, sprintf('%d steps', sol.stats.steps));
  c = sqrt(E/rho);                                % the force of the wave, rho*c*A*v
  held = sol.t > 1e-5 + 0.2/c & sol.t < 1e-5 + 1.8/c;
  assertElementsAlmostEqual(sum(sol.impulse(held)), rho*c*A*1.6/c, 'relative', 2e-3);
  fine = nsd_simulate(rod, [0 1e-3], zeros(n+1, 1), -ones(n+1, 1), 'Step', 2e-8);
  assertElementsAlmostEqual(sum(sol.impulse), sum(fine.impulse), 'relative', 1e-4);
end

function test_a_span_too_long_for_the_motion_warns()
  fast = NsdSystem.linear(1, 0, 1e10);
  id = warning_of(@() nsd_simulate(fast, [0 1e3], 1, 0, 'Method', 'moreau', 'OutputEvery', 1000));
  assertEqual(id, 'nsd:simulate:longSpan');
end

function test_deep_penetration_warns()
  [id, message] = warning_of(@() nsd_simulate(ball(), [0 3], 1, 0, 'Step', 0.3));
  assertEqual(id, 'nsd:simulate:penetration');
  assertTrue(~isempty(strfind(message, 'contact 1')), message);
  assertEqual(warning_of(@() nsd_simulate(ball(), [0 3], 1, 0, 'Step', 0.003)), '');
end

function test_a_contact_that_rests_below_its_surface_warns()
  % A damped membrane came to rest with the depth of its first impact, 3 % off the static answer,
  % without a word. 'paoli' ends on the obstacle, at the same cost.
  N = 15;
  n = N^2;
  D = spdiags(ones(N, 1)*[-1 2 -1], -1:1, N, N)*(N + 1)^2;
  K = kron(D, speye(N)) + kron(speye(N), D);
  [x, y] = meshgrid((1:N)/(N + 1));
  gap = 0.05 + 0.1*((x(:) - 0.5).^2 + (y(:) - 0.5).^2);
  f = -3*ones(n, 1);
  static = nsd_lcp(K, -K*gap - f) - gap;
  sys = NsdSystem.linear(speye(n), 4*speye(n), K, f).contact(speye(n), gap);
  run = @(varargin) nsd_simulate(sys, [0 6], zeros(n, 1), zeros(n, 1), 'OutputEvery', 20, ...
                                 'Step', 0.25/(N + 1), varargin{:});
  [id, message, sol] = warning_of(@() run('Method', 'newmark'));
  assertEqual(id, 'nsd:simulate:penetration');
  assertTrue(~isempty(strfind(message, 'rests')) && ~isempty(strfind(message, 'paoli')), message);
  assertTrue(max(abs(sol.q(end, :)' - static)) > 0.01*max(abs(static)));
  [id, ~, sol] = warning_of(@() run('Method', 'paoli', 'Weight', 0.25));
  assertEqual(id, '');
  assertElementsAlmostEqual(sol.q(end, :)', static, 'absolute', 1e-5*max(abs(static)));
end

function test_deep_penetration_of_large_systems_between_rows_warns()
% above 300 coordinates only a hundred rows were looked at, and no impact between them
  n = 400;
  force = zeros(n, 1);
  force(n) = -9.81;
  sys = NsdSystem.linear(speye(n), 0, 0, force);
  sys = sys.contact(sparse(n, 1, 1, n, 1), 0, 'Restitution', 0.9);
  start = ones(n, 1);
  run = @(h) nsd_simulate(sys, [0 3], start, 0*start, 'Step', h, 'Method', 'moreau', ...
                          'OutputEvery', round(1.5/h));
  [id, message] = warning_of(@() run(0.06));
  assertEqual(id, 'nsd:simulate:penetration');
  assertTrue(isempty(strfind(message, '''event''')), message);  % which would take hours here
  assertEqual(warning_of(@() run(0.006)), '');
end

function test_a_column_of_beads_at_rest_warns_of_nothing()
% gaps, velocities and energies of 1e-18 were compared with each other: penetrated, energy gained
  n = 10;
  H = spdiags([ones(n, 1), -ones(n, 1)], [0 1], n, n);
  for e = [0 0.5]
    sys = NsdSystem.linear(speye(n), 0, 0, -9.81*ones(n, 1)).contact(H, 0, 'Restitution', e);
    for method = {'auto', 'moreau', 'newmark', 'hht', 'genalpha', 'paoli', 'kern'}
      id = warning_of(@() nsd_simulate(sys, [0 0.2], zeros(n, 1), zeros(n, 1), ...
                                       'Method', method{1}, 'Step', 1e-3));
      assertEqual(id, '');
    end
  end
end

function test_slow_impacts_of_time_stepping_are_not_counted_as_facts()
  sol = simulate_quietly(ball(), [0 10], 1, 0, 'Step', 1e-3);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'depends on the step')));
  sol = nsd_simulate(ball(), [0 10], 1, 0);
  assertTrue(isempty(strfind(evalc('disp(sol)'), 'depends on the step')));
end

function sys = ball()
  sys = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
end

function sys = pendulum()
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)).contact(@(q) q + 1);
end

function sys = stiff(trembling)
% a damper of 1e6 pulls the mass along with cos(t): from 0 to the stop at 0.3, from t = pi/2 back to
% the stop at -1.2, from t = 3*pi/2 away again. A force that trembles makes ten million short steps
% a second, whatever the integrator, and moves the mass by 1e-11.
  sys = NsdSystem.lagrangian(1, @(t, q, v) -1e6*(v - cos(t)) + trembling*1e3*sin(1e7*t));
  sys = sys.contact(@(q) [0.3 - q; q + 1.2]);
end

function f = late_error(t)
  f = -1;
  if t > 0.5, error('my:late', 'too late'); end
end
