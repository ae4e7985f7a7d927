function test_suite = test_sweep()
%TEST_SWEEP  Ensembles: run by run what nsd_simulate gives, whatever the number of threads.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_parameters_of_a_linear_system_give_the_bits_of_single_runs()
  p = struct('omega', [2.5 2.62 2.9], 'restitution', [0.8 0.5 0], 'amplitude', [1 1.2 0.7], ...
             'phase', [0 0.3 1], 'stiffness', [1 1.1 0.9], 'damping', [0 0.1 0.05], ...
             'mass', [1 1.5 0.8], 'offset', [0 0.1 0.2], 'constant', [0 -0.1 0.1]);
  out = sweep(oscillator(), p, [0 20], 'Step', 0.01, 'q0', -1, 'v0', 0.3);
  for r = 1:3
    F = nsd_harmonic(p.amplitude(r), p.omega(r), p.phase(r), p.constant(r));
    one = NsdSystem.linear(p.mass(r), p.damping(r), p.stiffness(r), F);
    one = one.contact(-1, p.offset(r), 'Restitution', p.restitution(r));
    sol = simulate_quietly(one, [0 20], -1, 0.3, 'Step', 0.01);
    assertEqual([out.t(r), out.q(r), out.v(r)], [sol.t(end), sol.q(end), sol.v(end)]);
    assertEqual(out.impacts.count(r), sum(strcmp(sol.events.kind, 'impact')));
    assertEqual(out.status{r}, 'ok');
  end
end

function test_compiled_models_from_a_function_run_in_c()
  % they went one by one through the interpreter: a bar study took hours instead of minutes
  bars = @(p) nsd_bar('Model', 2, 'Angle', p.angle);
  for method = {'paoli', 'event-newmark'}
    given = {bars, struct('angle', [60 70 80]), [0 1e-4], 'Method', method{1}, 'Step', 1e-6, ...
             'Reduce', @(sol) sol.q(end, 1), 'Progress', 'on'};
    text = evalc('out = nsd_sweep(given{:});');
    assertTrue(isempty(strfind(text, 'of 3 runs')), text);       % the interpreter's line
    sol = simulate_quietly(bars(struct('angle', 70)), [0 1e-4], 'Method', method{1}, ...
                           'Step', 1e-6);
    assertEqual(out.value(2), sol.q(end, 1));
  end
end

function test_every_scheme_gives_the_bits_of_single_runs()
  methods = {'moreau', 'moreau-dissipative', 'kern', 'paoli', 'newmark', 'hht', 'genalpha', ...
             'rattle', 'naive'};
  for k = 1:numel(methods)
    out = sweep(oscillator(), struct('omega', [2.5 2.7]), [0 5], 'Step', 0.01, 'q0', -1, ...
                'v0', 0, 'Method', methods{k});
    for r = 1:2
      sys = oscillator(out.parameters.omega(r));
      sol = simulate_quietly(sys, [0 5], -1, 0, 'Step', 0.01, 'Method', methods{k});
      assertEqual([out.q(r), out.v(r)], [sol.q(end), sol.v(end)]);
    end
  end
end

function test_initial_values_alone_are_runs()
  q0 = [1 0.5; 2 2.5; 4 4.5];
  v0 = [1 -1; 0 0; 0 0];
  chain = NsdSystem.linear(eye(3), 0, 0, [0; 0; 0]);
  chain = chain.contact([-1 0; 1 -1; 0 1], -[1; 1], 'Restitution', 0.5);
  out = sweep(chain, [], [0 3], 'Step', 0.01, 'q0', q0, 'v0', v0);
  for r = 1:2
    sol = simulate_quietly(chain, [0 3], q0(:, r), v0(:, r), 'Step', 0.01);
    assertEqual(out.q(r, :), sol.q(end, :));
    assertEqual(out.v(r, :), sol.v(end, :));
  end
end

function test_number_of_threads_does_not_change_a_bit()
  p = struct('omega', linspace(2.5, 3, 31));
  given = {'q0', -1, 'v0', 0, 'Step', 0.01, 'Reduce', {'poincare', 'extrema'}, 'Section', 'impact'};
  one = sweep(oscillator(), p, [0 30], given{:}, 'Threads', 1);
  two = sweep(oscillator(), p, [0 30], given{:}, 'Threads', 2);
  five = sweep(oscillator(), p, [0 30], given{:}, 'Threads', 5);
  assertTrue(isequaln(one, two));
  assertTrue(isequaln(one, five));
end

function test_extrema_and_impacts_are_those_of_the_whole_solution()
  out = sweep(oscillator(), struct('omega', [2.5 2.7]), [0 20], 'Step', 0.01, 'q0', -1, ...
              'v0', 0, 'Reduce', 'extrema', 'After', 5);
  for r = 1:2
    sol = simulate_quietly(oscillator(out.parameters.omega(r)), [0 20], -1, 0, 'Step', 0.01);
    late = sol.t > 5 - 1e-9;
    assertEqual([out.qMin(r), out.qMax(r)], [min(sol.q(late)), max(sol.q(late))]);
    assertEqual([out.vMin(r), out.vMax(r)], [min(sol.v(late)), max(sol.v(late))]);
    hit = strcmp(sol.events.kind, 'impact') & sol.events.t > 5 - 1e-9;
    t = sol.events.t(hit);
    assertEqual([out.impacts.count(r), out.impacts.first(r), out.impacts.last(r)], ...
                [numel(t), t(1), t(end)]);
    assertEqual(out.impacts.speed(r), max(-sol.events.vBefore(hit)));
  end
end

function test_stroboscopic_samples_are_rows_at_their_times()
  % a period of whole steps, and one between steps: bits of nsd_simulate at these times
  for period = [0.5, 0.7317]
    for reduce = {'poincare', {'poincare', 'extrema'}}
      out = sweep(oscillator(), struct('omega', [2.5 2.7]), [0 20], 'Step', 0.01, 'q0', -1, ...
                  'v0', 0, 'Reduce', reduce{1}, 'Period', period, 'Samples', 7);
      t = 0:period:20;
      for r = 1:2
        sol = simulate_quietly(oscillator(out.parameters.omega(r)), unique([t, 20]), -1, 0, ...
                               'Step', 0.01);     % t1 is 20: the last step is as long as all
        k = numel(t) - 6:numel(t);
        assertElementsAlmostEqual(out.samples.t(r, :), sol.t(k)', 'absolute', 1e-12);
        assertElementsAlmostEqual(out.samples.q(r, :), sol.q(k)', 'absolute', 1e-14);
        assertEqual(out.samples.v(r, :), sol.v(k)');
        assertEqual(out.samples.count(r), numel(t));
      end
    end
  end
end

function test_period_may_depend_on_the_parameters()
  out = sweep(oscillator(), struct('omega', [2.5 2.7]), @(p) [0 40*pi/p.omega], ...
              'Step', @(p) 2*pi/p.omega/100, 'q0', -1, 'v0', 0, 'Reduce', 'poincare', ...
              'Period', @(p) 2*pi/p.omega, 'Samples', 3);
  for r = 1:2
    T = 2*pi/out.parameters.omega(r);
    assertElementsAlmostEqual(out.samples.t(r, :), T*[18 19 20], 'absolute', 1e-12);
    assertEqual(out.steps(r), 2000);
  end
end

function test_samples_at_impacts_and_sections()
  sys = oscillator(2.6);
  sol = simulate_quietly(sys, [0 20], -1, 0, 'Step', 0.01);
  hit = strcmp(sol.events.kind, 'impact');
  out = sweep(sys, [], [0 20], 'Step', 0.01, 'q0', -1, 'v0', 0, 'Reduce', 'poincare', ...
              'Section', 1, 'Samples', 100);
  k = sum(hit);
  assertEqual(out.samples.count, k);
  assertEqual(out.samples.v(1:k)', sol.events.v(hit));
  assertTrue(all(isnan(out.samples.v(k+1:end))));
  out = sweep(sys, [], [0 20], 'Step', 0.01, 'q0', -1, 'v0', 0, 'Reduce', 'poincare', ...
              'Section', [1 -0.2 -1], 'Samples', 100);
  at = find(sol.q(1:end-1) > -0.2 & sol.q(2:end) <= -0.2);
  assertEqual(out.samples.count, numel(at));
  assertElementsAlmostEqual(out.samples.q(1:numel(at)), repmat(-0.2, 1, numel(at)), ...
                            'absolute', 1e-15);
  assertTrue(all(out.samples.t(1:numel(at))' > sol.t(at) & out.samples.t(1:numel(at))' ...
                 <= sol.t(at + 1)));
end

function test_rows_are_rows()
  sys = oscillator(2.6);
  given = {'Step', 0.01, 'q0', -1, 'v0', 0, 'Reduce', 'rows'};
  sol = simulate_quietly(sys, [0 2], -1, 0, 'Step', 0.01, 'OutputEvery', 7);
  out = sweep(sys, [], [0 2], given{:}, 'OutputEvery', 7);
  assertEqual(out.samples.t', sol.t);
  assertEqual(out.samples.q', sol.q);
  assertEqual(out.samples.v', sol.v);
  out = sweep(sys, [], [0 2], given{:}, 'OutputEvery', 7, 'Columns', 2);
  assertEqual(out.samples.v', sol.v);
  assertTrue(isempty(out.samples.q));
  sol = simulate_quietly(sys, [0 0.333 1.2], -1, 0, 'Step', 0.01);
  out = sweep(sys, [], [0 0.333 1.2], given{:});
  assertEqual(out.samples.q', sol.q);
end

function test_function_as_reducer_sees_each_solution()
  p = struct('omega', [2.5 2.7 2.9]);
  out = sweep(oscillator(), p, [0 5], 'Step', 0.01, 'q0', -1, 'v0', 0, ...
              'Reduce', @(sol) [max(sol.q), numel(sol.t)]);
  compiled = sweep(oscillator(), p, [0 5], 'Step', 0.01, 'q0', -1, 'v0', 0, 'Reduce', 'extrema');
  assertEqual(out.value, [compiled.qMax, [501; 501; 501]]);
  assertEqual(out.q, compiled.q);
end

function test_solutions_of_a_sweep_are_those_of_single_runs()
  numbers = @(s) [numel(s.t), sum(s.q(:)), sum(s.v(:)), sum(s.impulse(:)), sum(s.reaction(:)), ...
                  sum(s.energy.total), sum(s.energy.external), sum(s.events.t), ...
                  sum(s.events.v(:)), s.stats.steps, s.stats.energyGain, s.stats.lcpProblems];
  p = struct('omega', [2.5 2.7]);
  out = sweep(oscillator(), p, [0 5], 'Step', 0.01, 'q0', -1, 'v0', 0, 'OutputEvery', 3, ...
              'Reduce', numbers);
  bar = @(p) nsd_bar('Segments', 2, 'Model', 2, 'Angle', p.angle, 'Height', 0.0066);
  bars = sweep(bar, struct('angle', [60 70]), [0 3e-4], 'Step', 1e-6, 'Reduce', numbers, ...
               'Method', 'event-newmark');
  for r = 1:2
    sol = simulate_quietly(oscillator(p.omega(r)), [0 5], -1, 0, 'Step', 0.01, 'OutputEvery', 3);
    assertEqual(out.value(r, :), numbers(sol));
    sol = simulate_quietly(bar(struct('angle', bars.parameters.angle(r))), [0 3e-4], ...
                           'Step', 1e-6, 'Method', 'event-newmark');
    assertEqual(bars.value(r, :), numbers(sol));
  end
end

function test_solution_with_more_events_than_fit_is_made_alone()
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 1);
  out = sweep(ball, [], [0 150], 'Step', 2e-3, 'q0', [1e-3 1], 'v0', 0, ...
              'Reduce', @(s) numel(s.events.t), 'OutputEvery', 1000);
  sol = simulate_quietly(ball, [0 150], 1e-3, 0, 'Step', 2e-3, 'OutputEvery', 1000);
  assertTrue(numel(sol.events.t) > 4096);
  assertEqual(out.value(1), numel(sol.events.t));
  assertEqual(out.status, {'ok'; 'ok'});
end

function test_gaps_by_functions_have_their_impacts_counted_by_the_interpreter_too()
  % their number is known only from a call: there were none, and a run too long for its room failed
  ball = NsdSystem.lagrangian(1, @(t,q,v) -9.81).contact(@(q) q, 'Restitution', 1);
  given = {[], [0 2], 'Step', 2e-3, 'q0', [0.5 1], 'v0', 0};
  a = sweep(ball, given{:});
  b = sweep(ball, given{:}, 'Compile', 'off');
  assertEqual(b.impacts.count, a.impacts.count);
  assertTrue(all(a.impacts.count > 1));
  out = sweep(ball, [], [0 150], 'Step', 2e-3, 'q0', [1e-3 1], 'v0', 0, ...
              'Reduce', @(s) numel(s.events.t), 'OutputEvery', 1000);
  assertTrue(out.value(1) > 4096);
  assertEqual(out.status, {'ok'; 'ok'});
end

function test_error_in_the_reducer_is_the_status_of_its_run()
  reduce = @(s) s.q(min(end, 500 + 1000*(s.system.Force.omega > 2.6))) ...
                + picky(s.system.Force.omega);
  [~, ~, out] = warning_of(@() sweep(oscillator(), struct('omega', [2.5 2.7]), [0 1], 'q0', -1, ...
                                     'v0', 0, 'Reduce', reduce));
  assertEqual(out.status, {'ok'; 'error'});
  assertTrue(~isempty(strfind(out.message{2}, 'too fast')));
end

function x = picky(omega)
  if omega > 2.6, error('mine:fast', 'too fast'); end
  x = 0;
end

function test_grid_combines_values_with_the_first_fastest()
  out = sweep(oscillator(), struct('omega', [2.5 2.7], 'restitution', [0 0.5 0.8]), [0 1], ...
              'q0', -1, 'v0', 0, 'Grid', 'on');
  assertEqual(out.parameters.omega', [2.5 2.7 2.5 2.7 2.5 2.7]);
  assertEqual(out.parameters.restitution', [0 0 0.5 0.5 0.8 0.8]);
end

function test_function_that_builds_the_system()
  make = @(p) NsdSystem.linear(eye(2), 0, p.k*[2 -1; -1 2], [0; -1]).contact([1; 0], 1);
  k = [1 4 9];
  out = sweep(make, struct('k', k), [0 4], 'Step', 0.01, 'q0', [1; 2], 'v0', [0; 0]);
  for r = 1:3
    sol = simulate_quietly(make(struct('k', k(r))), [0 4], [1; 2], [0; 0], 'Step', 0.01);
    assertEqual([out.q(r, :), out.v(r, :)], [sol.q(end, :), sol.v(end, :)]);
  end
end

function test_compiled_bars_give_the_bits_of_single_runs()
  make = @(p) nsd_bar('Segments', 2, 'Model', 2, 'Angle', p.angle, 'Height', 0.0066);
  for method = {'paoli', 'event-newmark'}
    out = sweep(make, struct('angle', [60 70 90]), [0 4e-4], 'Step', 2e-7, 'Method', method{1}, ...
                'Reduce', 'poincare', 'Period', 1e-4, 'Samples', 2);
    for r = 1:3
      t = (0:4)*1e-4;
      bar = make(struct('angle', out.parameters.angle(r)));
      sol = simulate_quietly(bar, t, 'Step', 2e-7, 'Method', method{1});
      assertElementsAlmostEqual(squeeze(out.samples.q(r, :, :)), sol.q(end-1:end, :), ...
                                'absolute', 1e-15);
    end
  end
end

function test_compiled_pendulum_runs_with_every_scheme()
  sys = nsd_pendulum();
  for method = {'moreau', 'paoli', 'newmark', 'hht', 'genalpha', 'rattle', 'event-newmark'}
    q0 = [0.1 0.3];
    out = sweep(sys, [], [0 5], 'Step', 0.01, 'q0', q0, 'v0', 0, 'Method', method{1});
    for r = 1:2
      sol = simulate_quietly(sys, [0 5], q0(r), 0, 'Step', 0.01, 'Method', method{1});
      assertEqual([out.q(r), out.v(r)], [sol.q(end), sol.v(end)]);
    end
  end
end

function test_located_events_give_the_bits_of_single_runs()
  p = struct('omega', [2.5 2.7 2.9]);
  given = {'Method', 'event', 'RelTol', 1e-7};
  out = sweep(oscillator(), p, [0 20], 'q0', -1, 'v0', 0, given{:}, 'Reduce', 'poincare', ...
              'Section', 'impact', 'Samples', 3);
  swing = sweep(nsd_pendulum(), [], [0 20], 'q0', [0.1 0.4 0], 'v0', [0 0.2 0.5], given{:}, ...
                'Reduce', 'poincare', 'Period', 2*pi, 'Samples', 2);
  for r = 1:3
    sol = simulate_quietly(oscillator(p.omega(r)), [0 20], -1, 0, given{:});
    assertEqual([out.t(r), out.q(r), out.v(r)], [20, sol.q(end), sol.v(end)]);
    hit = find(strcmp(sol.events.kind, 'impact'));
    assertEqual(out.impacts.count(r), numel(hit));
    assertEqual(out.samples.t(r, :), sol.events.t(hit(end-2:end))');
    assertEqual(out.samples.v(r, :), sol.events.v(hit(end-2:end))');
    q0 = [0.1 0.4 0];
    v0 = [0 0.2 0.5];
    sol = simulate_quietly(nsd_pendulum(), [(0:3)*2*pi, 20], q0(r), v0(r), given{:});
    assertEqual(swing.samples.q(r, :), sol.q(3:4)');
    assertEqual(swing.q(r), sol.q(5));
  end
end

function test_parameters_of_recorded_functions_give_the_bits_of_single_runs()
  sys = NsdSystem.lagrangian(@(q) 1 + 0.1*cos(q), @(t, q, v, p) -p.k*sin(q) + cos(p.omega*t));
  sys = sys.contact(@(q, t, p) p.wall - q, 'Restitution', 'r').potential(@(q, p) -p.k*cos(q));
  sys = sys.parameter('k', 1, 'omega', 2.6, 'wall', 0.1, 'r', 0.8);
  p = struct('omega', [2.5 2.7 2.9], 'r', [0.8 0.3 0], 'wall', [0 0.1 0.2]);
  for method = {'moreau', 'paoli', 'newmark', 'event-newmark', 'event'}
    given = {'Method', method{1}};
    if ~strcmp(method{1}, 'event'), given = [given, {'Step', 0.01}]; end %#ok<AGROW>
    out = sweep(sys, p, [0 10], 'q0', -1, 'v0', 0, given{:});
    for r = 1:3
      one = sys.parameter('omega', p.omega(r), 'r', p.r(r), 'wall', p.wall(r));
      sol = simulate_quietly(one, [0 10], -1, 0, given{:});
      assertEqual([out.q(r), out.v(r)], [sol.q(end), sol.v(end)]);
      assertEqual(out.impacts.count(r), sum(strcmp(sol.events.kind, 'impact')));
      assertEqual(out.status{r}, sol.status);
    end
  end
end

function test_recorded_functions_and_calls_of_the_interpreter_agree()
  % the same arithmetic in another order: rounding over 500 steps and a few impacts
  sys = NsdSystem.lagrangian(1, @(t, q, v, p) -sin(q) + cos(p.omega*t));
  sys = sys.contact(@(q) -q, 'Restitution', 0.5).parameter('omega', 2.6);
  p = struct('omega', [2.5 2.9]);
  fast = sweep(sys, p, [0 5], 'Step', 0.01, 'q0', -1, 'v0', 0);
  slow = sweep(sys, p, [0 5], 'Step', 0.01, 'q0', -1, 'v0', 0, 'Compile', 'off');
  assertElementsAlmostEqual([fast.q, fast.v], [slow.q, slow.v], 'absolute', 1e-12);
end

function test_functions_that_build_nonlinear_systems_run_on_all_threads()
  make = @(p) NsdSystem.lagrangian(1, @(t, q, v) -p.k*q).contact(@(q) q + 0.5);
  one = sweep(make, struct('k', [1 4 9]), [0 5], 'Step', 0.01, 'q0', 1, 'v0', 0, 'Threads', 1);
  two = sweep(make, struct('k', [1 4 9]), [0 5], 'Step', 0.01, 'q0', 1, 'v0', 0, 'Threads', 2);
  assertTrue(isequaln(one, two));
  sol = simulate_quietly(make(struct('k', 4)), [0 5], 1, 0, 'Step', 0.01);
  assertEqual(one.q(2), sol.q(end));
end

function test_force_function_of_time_is_sampled_once()
  sys = NsdSystem.linear(1, 0, 1, @(t) cos(2.6*t)).contact(-1, 0, 'Restitution', 0.8);
  out = sweep(sys, struct('restitution', [0 0.8]), [0 10], 'Step', 0.01, 'q0', -1, 'v0', 0);
  sol = simulate_quietly(sys, [0 10], -1, 0, 'Step', 0.01);
  assertEqual([out.q(2), out.v(2)], [sol.q(end), sol.v(end)]);
end

function test_systems_that_do_not_compile_run_through_the_interpreter()
  sys = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  out = sweep(sys, [], [0 2], 'Step', 0.01, 'q0', [2 1; 0 0]);
  sol = simulate_quietly(sys, [0 2], [1; 0], 'Step', 0.01);
  assertEqual(out.q(2, :), sol.x(end, :));
  assertEqual(out.status, {'ok'; 'ok'});
end

function test_without_an_output_a_sweep_prints_a_summary()
  % thousands of lines were printed, the struct of all runs
  p.restitution = linspace(0, 1, 500);
  out = sweep(nsd_ball(), p, [0 0.1], 'Step', 0.01);
  text = evalc('nsd_sweep(nsd_ball(), p, [0 0.1], ''Step'', 0.01, ''Progress'', ''off'')');
  assertTrue(isequaln(ans, out)); %#ok<NOANS>  where results go that have no name
  assertEqual(sum(text == sprintf('\n')), 3);
  assertTrue(~isempty(strfind(text, 'sweep of 500 runs: 500 ok')));
  assertEqual(evalc('nsd_sweep(out)'), text);
  assertExceptionThrown(@() nsd_sweep(struct('q', 1)), 'nsd:sweep:missing');
end

function test_friction_is_swept_like_everything_else()
  sys = NsdSystem.linear(eye(2), 0, 0, [0.3; -9.81]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.2, 'Tangent', [1; 0]);
  v0 = [3 1 -2; 0 0 -1];
  out = sweep(sys, [], [0 1], 'Step', 0.01, 'q0', [0; 0], 'v0', v0);
  for r = 1:3
    sol = simulate_quietly(sys, [0 1], [0; 0], v0(:, r), 'Step', 0.01);
    assertEqual([out.q(r, :), out.v(r, :)], [sol.q(end, :), sol.v(end, :)]);
  end
end

function out = sweep(varargin)
  out = nsd_sweep(varargin{:}, 'Progress', 'off');
end

function sys = oscillator(omega)
  if nargin < 1, omega = 2.6; end
  sys = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, omega)).contact(-1, 0, 'Restitution', 0.8);
end
