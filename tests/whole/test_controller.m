function test_suite = test_controller()
%TEST_CONTROLLER  Sampled controllers in every method and kind of system.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [u, calls] = feedback(x, calls)
  u = -[1 1.5]*x;
  calls = [calls, u];
end

function x = sampled_double_integrator(x, Ts, N)
% exact: u = -[1 1.5] x is held for Ts
  for k = 1:N
    u = -[1 1.5]*x;
    x = [x(1) + Ts*x(2) + Ts^2/2*u; x(2) + Ts*u];
  end
end

function test_linear_systems_hold_the_input_in_every_method()
% constant forces are exact in these schemes
  sys = NsdSystem.linear(1, 0, 0, 0);
  c = @(t, x, memory) feedback(x, memory);
  exact = sampled_double_integrator([1; 0], 0.1, 20)';
  for method = {'event', 'moreau', 'newmark', 'hht', 'genalpha', 'moreau-dissipative'}
    step = {};
    if ~strcmp(method{1}, 'event'), step = {'Step', 0.02}; end
    sol = nsd_simulate(sys, [0 2], 1, 0, 'Method', method{1}, 'Controller', c, 'Sample', 0.1, ...
                       'Input', 1, step{:});
    assertEqual(sol.status, 'ok');
    assertElementsAlmostEqual([sol.q(end), sol.v(end)], exact, 'absolute', 1e-11);
    assertEqual(numel(unique(sol.stats.control)), 20);
  end
end

function test_functions_get_the_input_as_p_u()
  sys = NsdSystem.lagrangian(1, @(t, q, v, p) p.u);
  c = @(t, x, memory) feedback(x, memory);
  exact = sampled_double_integrator([1; 0], 0.1, 20)';
  for options = {{'Method', 'event'}, {'Method', 'moreau', 'Step', 0.02}, ...
                 {'Method', 'moreau', 'RelTol', 1e-6}, {'Method', 'newmark', 'Step', 0.02}}
    sol = nsd_simulate(sys, [0 2], 1, 0, 'Controller', c, 'Sample', 0.1, options{1}{:});
    assertElementsAlmostEqual([sol.q(end), sol.v(end)], exact, 'absolute', 1e-10);
  end
end

function test_gaps_that_are_functions_go_with_a_controller()
% "conversion of nan to int64_t value failed": a run knows how many gaps a function has, not before.
% A thrust of 2 up to 1 s: the first impact as in closed form, and all as with gaps by matrices
  c = @(t, x, n) deal(2*(t < 1), n);
  for given = {{'Restitution', 0.5}, {'Stiffness', 1e4, 'Damping', 20}}
    sys = NsdSystem.lagrangian(1, @(t, q, v, p) p.u - 9.81).contact(@(q) q, given{1}{:});
    same = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, given{1}{:});
    for options = {{'Method', 'event'}, {'Method', 'moreau', 'Step', 1e-3}}
      shared = [{'Controller', c, 'Sample', 0.25}, options{1}];
      a = nsd_simulate(sys, [0 1.5], 1, 0, shared{:});
      b = nsd_simulate(same, [0 1.5], 1, 0, shared{:}, 'Input', 1);
      assertElementsAlmostEqual(a.events.t(1), sqrt(2/(9.81 - 2)), 'absolute', 1e-3);
      assertElementsAlmostEqual([a.q(end), a.v(end)], [b.q(end), b.v(end)], 'absolute', 1e-6);
    end
  end
end

function test_several_inputs_are_p_u1_and_p_u2()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v, p) [p.u1; p.u2]);
  sol = nsd_simulate(sys, [0 1], [0; 0], [0; 0], 'Method', 'event', 'Sample', 0.25, ...
                     'Controller', @(t, x, m) deal([1; -2], m));
  assertElementsAlmostEqual(sol.q(end, :), [0.5, -1], 'absolute', 1e-10);
end

function test_a_controller_keeps_its_memory_and_sees_bounces()
% a ball with a thrust that counts its calls: impulses, events and the ledger are those of one run
  ball = nsd_ball('Restitution', 0.5);
  c = @(t, x, n) deal(2*(t < 1), nsd_or(n, 0) + 1);
  sol = nsd_simulate(ball, [0 3], 1, 0, 'Method', 'event', 'Controller', c, 'Sample', 0.5, ...
                     'Input', 1);
  assertElementsAlmostEqual(sol.events.t(1), sqrt(2/(9.81 - 2)), 'absolute', 1e-9);
  E = sol.energy;
  assertElementsAlmostEqual(E.total - E.total(1), E.external + E.impact + E.numerical, ...
                            'absolute', 1e-9);
  assertElementsAlmostEqual(sol.q(end), 0, 'absolute', 1e-9);
end

function test_first_order_systems_of_all_kinds_take_a_controller()
% x' = -x + u, u = 1 - x at each sample: x(k+1) = e x + (1 - e)(1 - x), e = exp(-Ts)
  Ts = 0.25;
  x = 0.2;
  for k = 1:8, x = exp(-Ts)*x + (1 - exp(-Ts))*(1 - x); end
  c = @(t, x, memory) deal(1 - x(1), memory);
  linear = NsdSystem.firstOrder(-1, 0, 0, 1);
  sol = nsd_simulate(linear, [0 2], 0.2, 'Controller', c, 'Sample', Ts, 'Input', 1, ...
                     'Method', 'zoh', 'Step', 0.05);
  assertElementsAlmostEqual(sol.x(end), x, 'absolute', 1e-12);
  sol = nsd_simulate(linear, [0 2], 0.2, 'Controller', c, 'Sample', Ts, 'Input', 1, 'Step', 0.005);
  assertElementsAlmostEqual(sol.x(end), x, 'absolute', 1e-5);
  functions = NsdSystem.firstOrder(@(t, x, p) -x + p.u, @(x, l, t) l, @(x, l, t) 0*l);
  sol = nsd_simulate(functions, [0 2], 0.2, 'Controller', c, 'Sample', Ts, 'Step', 0.005);
  assertElementsAlmostEqual(sol.x(end), x, 'absolute', 1e-5);
  hybrid = NsdSystem.hybrid(@(t, x, p) -x + p.u, @(x) x + 5, @(x, k) x);
  sol = nsd_simulate(hybrid, [0 2], 0.2, 'Controller', c, 'Sample', Ts);
  assertElementsAlmostEqual(sol.x(end), x, 'absolute', 1e-7);
end

function test_worlds_of_bodies_take_forces_and_torques()
  world = NsdBodies('Gravity', [0 0]).disc('Radius', 0.5, 'Position', [0; 3]);
  B = [1 0; 0 0; 0 1];                                    % a force along x, a torque
  sol = nsd_simulate(world, [0 1], 'Controller', @(t, x, m) deal([2; 0.5], m), 'Sample', 0.25, ...
                     'Input', B, 'Step', 0.01);
  assertEqual(sol.status, 'ok');
  m = world.Masses(1);
  assertElementsAlmostEqual(sol.v(end, 1), 2/m, 'relative', 1e-9);
end

function test_joints_of_worlds_are_in_the_rows_of_all_samples()
% sol.joints had the rows of the last sample alone, and raised "out of bound" where it was asked. A
% motor turns a bar about its end from rest to the speed 3: its work over all samples is I 3^2/2,
% but for terms of order Step^4, 5e-10 here
  world = NsdBodies('Gravity', [0 0 0]).box('Size', [1; 0.1; 0.1], 'Position', [0.5; 0; 0], ...
                                            'Mass', 2);
  world = world.joint('hinge', [0 1], 'Point', [0; 0; 0], 'Axis', [0; 0; 1], 'Motor', 'speed', ...
                      'Target', 3, 'MaxTorque', 4);
  sol = nsd_simulate(world, [0 1], 'Step', 0.0025, 'Controller', @(t, x, m) deal(0, m), ...
                     'Sample', 0.1, 'Input', zeros(6, 1));
  joints = sol.joints;
  assertEqual(size(joints.force), [numel(sol.t), 3]);
  assertEqual(size(sol.contacts.count), [numel(sol.t), 1]);
  I = 2*(1 + 0.1^2)/12 + 2*0.5^2;
  assertElementsAlmostEqual(joints.work(end), I*9/2, 'relative', 2e-9);
  early = sol.t < 0.45;                           % the torque is 4, its work 4 times the angle
  assertElementsAlmostEqual(joints.work(early), 8*sol.t(early).^2/I, 'absolute', 1e-8);
  assertElementsAlmostEqual(joints.torque(2:5, 3), repmat(4, 4, 1), 'relative', 1e-9);
end

function test_bad_controllers_are_named()
  run = @(varargin) nsd_simulate(nsd_ball(), [0 1], 1, 0, varargin{:});
  id = 'nsd:simulate:controller';
  c = @(t, x, m) deal(0, m);
  assertExceptionThrown(@() run('Controller', c), id);
  assertExceptionThrown(@() run('Controller', c, 'Sample', 0.1), id);
  assertExceptionThrown(@() run('Controller', c, 'Sample', 0.1, 'Input', [1 2]), id);
  assertExceptionThrown(@() run('Controller', @(t, x, m) deal(NaN, m), 'Sample', 0.1, ...
                                'Input', 1), id);
  assertExceptionThrown(@() run('Controller', @(t, x, m) error('my:own', 'no'), 'Sample', 0.1, ...
                                'Input', 1), 'my:own');
end

function test_arrays_as_of_ode45_come_with_a_controller_too()
% [t, y] = nsd_simulate(..., 'Controller', c) failed: element number 2 undefined in return list
  given = {nsd_ball('Restitution', 0.5), [0 1], 1, 0, 'Sample', 0.1, 'Input', 1, ...
           'Controller', @(t, x, m) deal(0, m)};
  sol = nsd_simulate(given{:});
  [t, y, te, ye, ie, yb] = nsd_simulate(given{:});
  assertEqual({t, y, te, ie}, {sol.t, [sol.q, sol.v], sol.events.t, sol.events.contact});
  assertEqual([size(ye, 2), size(yb, 2)], [2 2]);
end

function test_contacts_that_remember_their_past_take_no_controller()
% each sample began with q and v alone: a flores contact with e = 0.5 rebounded with 0.94 of its
% speed, glue healed and rate-and-state friction was new at every sample, with status ok
  free = NsdSystem.linear(eye(2), 0, 0, [0; 0]);
  T = {'Tangent', [1; 0]};
  laws = {{'Stiffness', 1e4, 'Compliance', 'flores', 'Restitution', 0.5}, ...
          {'Cohesion', nsd_cohesive(10, 1e-3)}, ...
          [{'Friction', nsd_rate_state(0.6, 0.01, 0.015, 1e-6, 1e-5)}, T]};
  run = @(sys, varargin) nsd_simulate(sys, [0 0.2], [0; 0.1], [0; -1], 'Sample', 0.01, ...
        'Controller', @(t, x, m) deal(0, m), 'Input', [1; 0], varargin{:});
  for law = laws
    sys = free.contact([0; 1], 0, law{1}{:});
    assertExceptionThrown(@() run(sys), 'nsd:simulate:controller');
  end
  sys = free.contact([0; 1], 0, 'Stiffness', 1e4, 'Damping', 40);       % remembers nothing
  zeta = 40/(2*sqrt(1e4));
  sol = run(sys, 'Method', 'event');
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(sol.v(end, 2), exp(-2*zeta*acos(zeta)/sqrt(1 - zeta^2)), ...
                            'absolute', 1e-8);
end

function test_spans_starts_and_sensitivity_beside_a_controller_are_named()
% [1 0] raised "'part' undefined", [0 Inf] a message about ranges; Phi was that of the first sample
  run = @(tspan, q0, varargin) nsd_simulate(nsd_ball(), tspan, q0, 0, 'Sample', 0.1, ...
        'Controller', @(t, x, m) deal(0, m), 'Input', 1, varargin{:});
  for tspan = {[1 0], [0 Inf], [], {0, 1}, [0 0]}
    assertExceptionThrown(@() run(tspan{1}, 1), 'nsd:simulate:badSpan');
  end
  assertExceptionThrown(@() run([0 1], {1}), 'nsd:simulate:badSize');
  assertExceptionThrown(@() run([0 1], 1, 'Sensitivity', 'on'), 'nsd:simulate:controller');
end

function test_an_output_function_is_told_where_a_controlled_run_begins_and_ends()
% functions such as odeplot open their figure at 'init'
  words = seen_words();                                                 %#ok<NASGU>
  nsd_simulate(nsd_ball(), [0 0.3], 1, 0, 'Sample', 0.1, 'Input', 1, 'OutputFcn', @note_word, ...
               'Controller', @(t, x, m) deal(0, m));
  words = seen_words();
  assertEqual(words([1 end]), {'init', 'done'});
  assertTrue(all(cellfun(@isempty, words(2:end-1))));
end

function stop = note_word(t, y, word)
  stop = false;
  if strcmp(word, 'init'), assertEqual({t(:)', y}, {[0 0.3], [1; 0]}); end
  seen_words(word);
end

function words = seen_words(word)
% what was noted since the last call without a word
  persistent list
  if isempty(list), list = {}; end
  words = list;
  if nargin, list{end+1} = word; else, list = {}; end
end

function test_max_events_counts_all_samples_together()
  % each sample counted anew: 26 events instead of 2
  sol = nsd_simulate(nsd_ball(), [0 10], 1, 0, 'Controller', @(t, x, m) deal(0, m), ...
                     'Sample', 0.1, 'Input', 1, 'MaxEvents', 2);
  assertEqual(sol.status, 'maxEvents');
  assertEqual(numel(sol.events.t), 2);
end
