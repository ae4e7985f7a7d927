function test_suite = test_force()
%TEST_FORCE  Forces: constant, harmonic, table, columns, functions of every kind, and their errors.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_constant_vector_function_and_table_give_the_same_motion()
  a = run_with(-9.81);
  for F = {@(t) -9.81, @(t) -9.81 + 0*t, nsd_table([0 1 5], -9.81*[1 1 1]), ...
           repmat(-9.81, 1, 1001), nsd_harmonic(0, 1, 0, -9.81), nsd_harmonic(-9.81, 0)}
    b = run_with(F{1});
    assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-12);
    assertElementsAlmostEqual(b.impulse, a.impulse, 'absolute', 1e-12);
  end
end

function test_harmonic_is_the_cosine_with_its_phase_and_constant()
  F = nsd_harmonic([1 2; 3 4], [5 6], [0.1 0.2], [7; 8]);
  sys = NsdSystem.linear(eye(2), 0, 0, F);
  for t = [0 0.3 7]
    wanted = [7; 8] + [1; 3]*cos(5*t + 0.1) + [2; 4]*cos(6*t + 0.2);
    assertElementsAlmostEqual(sys.force(t, [0; 0], [0; 0]), wanted, 'absolute', 1e-13);  % 42 eps
  end
end

function test_harmonic_and_its_function_give_the_same_motion()
  f = @(t) 3*cos(2*t - pi/2) - 5;
  a = run_with(nsd_harmonic(3, 2, -pi/2, -5));
  b = run_with(f);
  assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-12);
  assertElementsAlmostEqual(a.energy.external, b.energy.external, 'absolute', 1e-12);
end

function test_momentum_gained_is_the_trapezoidal_sum_of_the_force()
  % theta = 1/2, no contact: v(T) = h sum of (F_k + F_k+1)/2 for any function
  f = @(t) exp(-t).*sin(20*t);
  sol = nsd_simulate(NsdSystem.linear(1, 0, 0, f), [0 2], 0, 0, 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(end), trapz(sol.t, f(sol.t)), 'absolute', 1e-14);
end

function test_function_that_is_not_vectorised_is_called_time_by_time()
  % a row for each call, products of vectors: wrong or an error when called with many times
  for f = {@(t) [t^2; 1], @(t) [t*t, 1], @(t) [t t]*[t 0; 0 1/max(t, eps)]}
    sys = NsdSystem.linear(eye(2), 0, 0, f{1});
    sol = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'Step', 0.01);
    assertElementsAlmostEqual(sol.v(end, 1), trapz(sol.t, sol.t.^2), 'absolute', 1e-14);
  end
end

function test_default_steps_follow_a_force_over_time()
  % 50 Hz on 25 masses that reach no wall: over [0 10] a step was half a period, F zero in all of
  % them, and x(10) = 0 instead of 3.2 m; over [0 1] x was 0.8 % off
  w = 2*pi*50;
  one = ones(25, 1);
  table = nsd_table(0:1e-3:10, 100*one*sin(w*(0:1e-3:10)));
  for F = {@(t) 100*one*sin(w*t), @(t) 100*one*sin(w*t(1)), table}
    sys = NsdSystem.linear(eye(25), 0, 0, F{1}).contact(-eye(25), 1e6*one);
    for span = [1 10]
      sol = nsd_simulate(sys, [0 span], 0*one, 0*one, 'Method', 'moreau');
      exact = 100/w*(span - sin(w*span)/w);
      assertElementsAlmostEqual(sol.q(end, :)', exact*one, 'relative', 1e-3 + 9e-3*isstruct(F{1}));
      assertTrue(sol.stats.step > 0.02/300, sprintf('%g', sol.stats.step));
    end
  end
end

function test_default_steps_follow_a_nonlinear_force_over_time()
  % 50 Hz on a nonlinear system over [0 10]: 5 m instead of 3.2; and in repeated, prepared runs
  w = 2*pi*50;
  sys = NsdSystem.lagrangian(1, @(t,q,v) 100*sin(p_of()*t)).contact(@(q) 1e6 - q);
  swing = NsdSystem.lagrangian(1, @(t,q,v,p) 100*sin(p.w*t)).parameter('w', w);
  exact = 100/w*(10 - sin(10*w)/w);
  for k = 1:4
    sol = nsd_simulate(sys, [0 10], k, 0, 'Method', 'moreau');
    assertElementsAlmostEqual(sol.q(end), k + exact, 'relative', 1e-3);
    sol = nsd_simulate(swing, [0 10], k, 0, 'Method', 'moreau');
    assertElementsAlmostEqual(sol.q(end), k + exact, 'relative', 1e-3);
  end
  faster = swing.parameter('w', 4*w);                        % asks for other steps
  sol = nsd_simulate(faster, [0 10], 4, 0, 'Method', 'moreau');
  assertElementsAlmostEqual(sol.q(end), 4 + 100/(4*w)*10, 'relative', 1e-3);
  assertTrue(sol.stats.step < 0.02/4/150, sprintf('%g', sol.stats.step));
end

function w = p_of()
  w = 2*pi*50;
end

function test_slow_forces_and_forces_of_chance_take_a_thousand_steps()
  for F = {@(t) sin(t), @(t) -9.81, @(t) 1*(t > 0.3), @(t) exp(-t), @(t) randn(1)}
    sys = NsdSystem.linear(1, 0, 0, F{1}).contact(-1, 1e6);
    sol = nsd_simulate(sys, [0 1], 0, 0, 'Method', 'moreau');
    assertElementsAlmostEqual(sol.stats.step, 1e-3, 'relative', 1e-9);
  end
end

function test_short_pulse_written_with_if_is_not_missed()
  % called with all times at once the first test is false, and the answer a plausible 0
  for width = [0.5 0.05 0.004]
    f = @(t) pulse(t, width);
    sol = nsd_simulate(NsdSystem.linear(1, 0, 0, f), [0 1], 0, 0, 'Step', 1e-3);
    wanted = trapz(sol.t, arrayfun(f, sol.t));
    assertTrue(wanted > 0);
    assertElementsAlmostEqual(sol.v(end), wanted, 'absolute', 1e-12);
  end
end

function test_function_with_state_in_its_shape_is_checked()
  % returns as many columns as times, but the values of the first time
  f = @(t) repmat(t(1), 1, numel(t));
  sol = nsd_simulate(NsdSystem.linear(1, 0, 0, f), [0 1], 0, 0, 'Step', 0.01);
  assertElementsAlmostEqual(sol.v(end), 0.5, 'absolute', 1e-14);
end

function test_square_answers_are_not_taken_for_transposed_ones()
  % two coordinates, one step: two times, so N-by-n and n-by-N look alike
  f = @(t) [t; 1 + 0*t]';
  sol = nsd_simulate(NsdSystem.linear(eye(2), 0, 0, f), [0 1], [0; 0], [0; 0], 'Step', 1);
  assertElementsAlmostEqual(sol.v(end, :), [0.5 1], 'absolute', 1e-15);
end

function test_vectorised_function_is_called_few_times()
  count_calls('reset');
  sol = nsd_simulate(NsdSystem.linear(1, 0, 0, @count_calls), [0 1], 0, 0, 'Step', 1e-4);
  assertEqual(sol.status, 'ok');
  assertTrue(count_calls('read') < 50);
end

function test_table_is_linear_between_its_times_and_does_not_reach_beyond()
  F = nsd_table([0 0.5 1], [0 10 0; 0 0 4]);
  sys = NsdSystem.linear(eye(2), 0, 0, F);
  assertElementsAlmostEqual(sys.force(0.25, [0; 0], [0; 0]), [5; 0], 'absolute', 1e-14);
  assertElementsAlmostEqual(sys.force(0.75, [0; 0], [0; 0]), [5; 2], 'absolute', 1e-14);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1.5], [0; 0], [0; 0]), 'nsd:simulate:tableRange');
  assertExceptionThrown(@() nsd_simulate(sys, [-1 1], [0; 0], [0; 0]), 'nsd:simulate:tableRange');
  % 'event' noticed it on the way, and named an interval of one point
  message = message_of(@() nsd_simulate(sys, [0 1.5], [0; 0], [0; 0], 'Method', 'event'));
  assertTrue(any(strfind(message, '[0, 1.5]')));
end

function test_columns_belong_to_the_steps()
  F = [1 2 3 4 5];
  sol = nsd_simulate(NsdSystem.linear(1, 0, 0, F), [0 4], 0, 0, 'Step', 1);
  assertElementsAlmostEqual(sol.v', [0 1.5 4 7.5 12], 'absolute', 1e-14);
  assertExceptionThrown(@() nsd_simulate(NsdSystem.linear(1, 0, 0, F), [0 5], 0, 0, 'Step', 1), ...
                        'nsd:simulate:forceColumns');
end

function test_short_pulses_of_a_table_are_not_passed_over()
  % the times of a table were no ends of steps: methods that choose their steps passed over a pulse
  % of 0.2 s in 10 s, with status ok and v = 0
  for width = [1 0.1 1e-3 1e-6]
    F = nsd_table([0, 5 - width, 5, 5 + width, 10], [0 0 1/width 0 0]);        % momentum 1
    sys = NsdSystem.linear(1, 0, 0, F);
    sol = nsd_simulate(sys, [0 10], 0, 0);
    assertElementsAlmostEqual([sol.q(end), sol.v(end)], [5, 1], 'absolute', 1e-9);  % 1/width eps
    for method = {'rattle', 'moreau', 'newmark'}
      sol = nsd_simulate(sys, [0 10], 0, 0, 'Method', method{1}, 'RelTol', 1e-6);
      assertElementsAlmostEqual(sol.v(end), 1, 'absolute', 1e-4);
    end
  end
end

function test_oscillator_under_a_table_moves_as_the_closed_form_says()
  % q'' + 4 q = F with F straight between the times: the closed form of each interval, one after the
  % other; integrators that are not exact meet it to their tolerance
  t = [0 0.7 1.1 3 3.05 6];
  F = [1 -2 3 0 5 1];
  [q, v] = deal(0.3, -1);
  for k = 1:numel(t)-1
    d = t(k+1) - t(k);
    slope = (F(k+1) - F(k))/d;
    a = q - F(k)/4;                                 % q = F/4 + a cos(2 s) + b sin(2 s)
    b = (v - slope/4)/2;
    q = F(k+1)/4 + a*cos(2*d) + b*sin(2*d);
    v = slope/4 - 2*a*sin(2*d) + 2*b*cos(2*d);
  end
  sys = NsdSystem.linear(1, 0, 4, nsd_table(t, F));
  sol = nsd_simulate(sys, [0 6], 0.3, -1, 'Method', 'event');
  assertElementsAlmostEqual([sol.q(end), sol.v(end)], [q, v], 'absolute', 1e-12);
  for integrator = {'dp54', 'rosenbrock'}
    sol = nsd_simulate(sys, [0 6], 0.3, -1, 'Method', 'event', 'Integrator', integrator{1});
    assertElementsAlmostEqual([sol.q(end), sol.v(end)], [q, v], 'absolute', 1e-6);
  end
end

function test_bouncing_under_a_table_agrees_with_time_stepping_and_sweeps()
  F = nsd_table([0 1 2 10], [-9.81 -9.81 12 -20]);
  ball = NsdSystem.linear(1, 0, 0, F).contact(1, 0, 'Restitution', 0.8);
  located = nsd_simulate(ball, [0 9], 1, 0);
  stepped = nsd_simulate(ball, [0 9], 1, 0, 'Method', 'moreau', 'Step', 1e-4);
  assertEqual(located.stats.method, 'event');
  assertElementsAlmostEqual(located.q(end), stepped.q(end), 'absolute', 0.02);   % order h
  swept = nsd_sweep(ball, [], [0 9], 'q0', [1 1.5], 'v0', 0, 'Method', 'event');
  assertEqual(swept.q(1), located.q(end));
end

function test_bad_harmonics_and_tables_are_refused()
  assertExceptionThrown(@() nsd_harmonic(1), 'nsd:harmonic:missing');
  assertExceptionThrown(@() nsd_harmonic(1, [1 2]), 'nsd:harmonic:badSize');
  assertExceptionThrown(@() nsd_harmonic([1 2], [1 2], [1 2 3]), 'nsd:harmonic:badSize');
  assertExceptionThrown(@() nsd_harmonic(NaN, 1), 'nsd:harmonic:notFinite');
  assertExceptionThrown(@() nsd_table([0 1], [1 2 3]), 'nsd:table:badSize');
  assertExceptionThrown(@() nsd_table([0 0], [1 2]), 'nsd:table:notIncreasing');
  assertExceptionThrown(@() nsd_table([0 1], [1 NaN]), 'nsd:table:notIncreasing');
end

function test_function_of_the_wrong_size_is_refused_with_the_time()
  for f = {@(t) [1; 2; 3], @(t) [], @(t) 'ab', @(t) {1, 2}}
    sys = NsdSystem.linear(eye(2), 0, 0, f{1});
    err = error_of(@() nsd_simulate(sys, [0 1], [0; 0], [0; 0]));
    assertEqual(err.identifier, 'nsd:simulate:forceSize');
    assertTrue(~isempty(strfind(err.message, '[force at t = 0]')));
  end
end

function test_function_that_becomes_complex_or_infinite_ends_the_run_there()
  % the rows before were lost in an error, while nonlinear systems kept theirs
  functions = {@(t) sqrt(0.5 - t), 0.5; @(t) 1./(t - 0.5), 0.499};
  for k = 1:2
    sol = run_with(functions{k, 1});
    assertEqual(sol.status, 'notFinite');
    assertElementsAlmostEqual(sol.t(end), functions{k, 2}, 'absolute', 1e-9);
    assertTrue(all(isfinite(sol.q)));
  end
  assertEqual(error_of(@() run_with(@(t) 1i + t)).identifier, 'nsd:simulate:forceNotFinite');
end

function test_errors_of_the_function_pass_through_with_identifier_and_time()
  err = error_of(@() run_with(@(t) failing(t, 0.25)));
  assertEqual(err.identifier, 'my:own');
  assertEqual(err.message, 'valve 3 is shut [force at t = 0.251]');
end

function test_errors_without_identifier_get_one()
  err = error_of(@() run_with(@(t) nameless(t)));
  assertEqual(err.identifier, 'nsd:simulate:userError');
  assertTrue(~isempty(strfind(err.message, 'no name [force at t = 0]')));
end

function test_on_error_return_gives_the_part_computed_and_the_reason()
  sys = NsdSystem.linear(1, 0, 0, @(t) failing(t, 0.25)).contact(1, 0);
  f = @() nsd_simulate(sys, [0 1], 1, 0, 'Step', 1e-3, 'OnError', 'return');
  [id, message, sol] = warning_of(f);
  assertEqual(sol.status, 'userError');
  assertEqual(id, 'nsd:simulate:userError');
  assertTrue(~isempty(strfind(message, 'valve 3 is shut')), message);
  assertElementsAlmostEqual(sol.t(end), 0.25, 'absolute', 1e-12);
  wanted = nsd_simulate(NsdSystem.linear(1, 0, 0, -1).contact(1, 0), [0 1], 1, 0, 'Step', 1e-3);
  assertEqual(sol.q, wanted.q(1:251));
end

function test_on_error_return_keeps_rows_at_given_times_too()
  sys = NsdSystem.linear(1, 0, 0, @(t) failing(t, 0.25)).contact(1, 0);
  sol = simulate_quietly(sys, [0 0.1 0.2 0.3 1], 1, 0, 'OnError', 'return');
  assertEqual(sol.status, 'userError');
  assertElementsAlmostEqual(sol.t, [0; 0.1; 0.2], 'absolute', 1e-15);
end

function test_on_error_return_raises_when_nothing_was_computed()
  sys = NsdSystem.linear(1, 0, 0, @(t) failing(t, -1));
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 0, 0, 'OnError', 'return'), 'my:own');
end

function sol = run_with(F)
  sys = NsdSystem.linear(1, 0, 0, F).contact(1, 0, 'Restitution', 0.5);
  sol = simulate_quietly(sys, [0 1], 0.5, 0, 'Step', 1e-3);
end

function f = pulse(t, width)
  f = 0;
  if t > 0.5
    if t < 0.5 + width
      f = 100;
    end
  end
end

function f = failing(t, last)
  if any(t > last)
    error('my:own', 'valve %d is shut', 3);
  end
  f = -1 + 0*t;
end

function f = nameless(t) %#ok<STOUT,INUSD>
  error('no name');
end

function f = count_calls(t)
  persistent calls
  if ischar(t)
    f = calls;
    if strcmp(t, 'reset'), calls = 0; end
    return
  end
  calls = calls + 1;
  f = sin(t);
end

function err = error_of(f)
  err = struct('identifier', '', 'message', '');
  try
    f();
  catch caught
    err = caught;
  end
end
