function test_suite = test_hybrid()
%TEST_HYBRID  NsdSystem.hybrid: first-order systems with guards and resets.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = pendulum(alpha, stop, r)
% the forced impacting pendulum as x' = f(x), x = (theta, theta', tau), eta = 1/2, beta = 0.05
  f = @(t, x) [x(2); -0.2*x(2) - sin(x(1)) + alpha*cos(x(1))*sin(x(3)); 1];
  sys = NsdSystem.hybrid(f, @(x) x(1) - stop, @(x) x + [0; -(1 + r)*x(2); 0]);
end

function test_a_function_of_ode45_alone_is_an_equation_without_guards()
% ten flights of ballode with its f(t,y), its events function and odeset: impact k at
% (40/9.8)(1 - 0.9^k)/0.1
  f = @(t, y) [y(2); -9.8];
  options = odeset('Events', @(t, y) deal(y(1), 1, -1), 'Refine', 4);
  [start, y0, hits] = deal(0, [0; 20], zeros(10, 1));
  for k = 1:10
    [t, y, te, ye, ie] = nsd_simulate(NsdSystem.hybrid(f), [start 30], y0, options);
    assertElementsAlmostEqual(ye, y(end, :), 'absolute', 1e-12);
    assertEqual(ie, 1);
    [hits(k), start, y0] = deal(te, t(end), [0; -0.9*y(end, 2)]);
    options = odeset(options, 'InitialStep', t(end) - t(end-4), 'MaxStep', t(end) - t(1));
  end
  assertElementsAlmostEqual(hits, 400/9.8*(1 - 0.9.^(1:10)'), 'absolute', 1e-9);
  sol = nsd_simulate(NsdSystem.hybrid(@(t, y) -y), [0 1], 1);
  assertElementsAlmostEqual(sol.x(end), exp(-1), 'absolute', 1e-7);
end

function test_pendulum_in_first_order_form()
  sol = nsd_simulate(pendulum(0.1, -0.1, 0.7), [0 18], [0.1; 0; 0], 'Method', 'event', ...
                     'RelTol', 1e-10, 'AbsTol', 1e-12);
  e = sol.events;
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(e.t, [5.139513886923; 11.089890376863; 17.462140056099], ...
                            'absolute', 1e-8);
  assertEqual(unique(e.kind), {'impact'});
  assertElementsAlmostEqual(e.vAfter, -0.7*e.vBefore, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.x(end, 3), 18, 'absolute', 1e-12);
end

function test_chatter_sticking_and_release_follow_from_the_reset()
  sol = nsd_simulate(pendulum(0.2, 0.1, 0.5), [0 7], [0.3; 0; 0], 'Method', 'event', ...
                     'RelTol', 1e-9, 'AbsTol', 1e-11);
  e = sol.events;
  assertEqual(sol.status, 'ok');
  assertElementsAlmostEqual(e.t(1:4), [1.761823137333; 3.985954555910; 4.616791586780; ...
                            4.918958713398], 'absolute', 1e-7);
  assertElementsAlmostEqual(e.t(strcmp(e.kind, 'accumulation')), 5.225997882840, ...
                            'absolute', 1e-7);
  assertElementsAlmostEqual(e.t(strcmp(e.kind, 'detach')), 6.808717393146, 'absolute', 1e-7);
  held = sol.t > 5.3 & sol.t < 6.8;
  assertTrue(any(held));
  assertElementsAlmostEqual(sol.x(held, 1), 0.1 + 0*sol.t(held), 'absolute', 1e-9);
  assertTrue(all(sol.lambda(held) > 0));
end

function test_integrate_and_fire()
  % V' = 2 - V, reset to 0 at V = 1: period log(2)
  sys = NsdSystem.hybrid(@(t,x) 2 - x, @(x) 1 - x, @(x) 0);
  sol = nsd_simulate(sys, [0 5], 0, 'Method', 'event');
  n = floor(5/log(2));
  assertElementsAlmostEqual(sol.events.t, log(2)*(1:n)', 'absolute', 1e-7);
  assertElementsAlmostEqual(sol.x(end), 2 - 2*exp(-(5 - n*log(2))), 'absolute', 1e-7);
end

function test_ball_that_comes_to_rest_on_a_moving_table()
  % y = 0.1 sin 3t carries it with the force 10 + y''. With the Rosenbrock method, or bounces flown
  % to their end, a run took steps of 1e-5 from there on: Jacobians and directions of the reset
  % were noise. The first force was 0.02 off, one difference further on in time
  w = @(t) 0.3*cos(3*t);
  sys = NsdSystem.hybrid(@(t, x) [x(2); -10], @(x, t) x(1) - 0.1*sin(3*t), ...
                         @(x, i, t) [x(1); w(t) - 0.5*(x(2) - w(t))]);
  for option = {{}, {'Integrator', 'rosenbrock'}, {'Chatter', 'off'}, {'Chatter', 'threshold'}}
    sol = nsd_simulate(sys, [0 2], [0.5; 0], option{1}{:}, 'MaxSteps', 1000);
    assertEqual(sol.status, 'ok');
    held = sol.lambda > 0;
    t = sol.t(held);
    assertTrue(t(1) < 0.97 && all(held(sol.t > 0.97)));
    assertElementsAlmostEqual(sol.lambda(held), 10 - 0.9*sin(3*t), 'absolute', 1e-6);
    assertElementsAlmostEqual(sol.x(held, :), [0.1*sin(3*t), w(t)], 'absolute', 1e-7);
  end
end

function test_two_guards_a_mass_matrix_and_a_moving_wall()
  % 2 x'' = 0 between a wall at 0 and one that recedes, 1 + 0.5 t; own resets
  f = @(t, x) [2*x(2); 0];
  h = @(x, t) [x(1); 1 + 0.5*t - x(1)];
  back = {@(x) [x(1); -x(2)], @(x, i, t) [x(1); 1 - x(2)]};     % 2*0.5 - v at the moving wall
  sys = NsdSystem.hybrid(f, h, back, 'Mass', 2*eye(2));
  sol = nsd_simulate(sys, [0 4], [0.5; 2], 'Method', 'event');
  t1 = 0.5/1.5;                  % 0.5 + 2 t = 1 + 0.5 t; then back with -1
  t2 = t1 + (1 + 0.5*t1);
  assertElementsAlmostEqual(sol.events.t(1:2), [t1; t2], 'absolute', 1e-10);
  assertEqual(sol.events.contact(1:2), [2; 1]);
end

function test_user_events_and_failures()
  sys = NsdSystem.hybrid(@(t,x) 1, @(x) 10 - x, @(x) 0);
  sol = nsd_simulate(sys, [0 9], 0, 'Method', 'event', 'Events', @(t,x) deal(x - 4, 1, 0));
  assertEqual(sol.status, 'stopped');
  assertElementsAlmostEqual(sol.t(end), 4, 'absolute', 1e-10);
  assertEqual(sol.events.kind, {'user'});
  assertExceptionThrown(@() NsdSystem.hybrid(@(t,x) x, @(x) x), 'nsd:system:missing');
  assertExceptionThrown(@() NsdSystem.hybrid(@(t,x) x, @(x) x, 3), 'nsd:system:badReset');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 20), 'nsd:simulate:gapStart');
  bad = NsdSystem.hybrid(@(t,x) 1, @(x) 1 - x, @(x) error('my:own', 'no'));
  assertExceptionThrown(@() nsd_simulate(bad, [0 3], 0), 'my:own');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 0, 'Stabilize', 'attract'), ...
                        'nsd:options:badValue');
  stuck = NsdSystem.hybrid(@(t,x) 1, @(x) 1 - x, @(x) x);      % a reset that does nothing
  warning('off', 'nsd:simulate:stalled', 'local');
  assertEqual(nsd_simulate(stuck, [0 3], 0).status, 'stalled');
end

function test_friction_written_with_sign_is_named_instead_of_a_reset()
  % f alone has no reset, but "a reset leads to the same event again" was said of it; and where it
  % stuck from the start, or late in a long run, 1e9 steps of 1e-10 s were taken
  for c = {4, 0, 3, 9.5; 0.3, 0, 1, 10; 0.05, 0.7, 1, 100}'
    [limit, w, x0, span] = c{:};
    f = @(t, y) [y(2); -limit*sign(y(2)) - y(1) + 0.5*limit*sin(w*t)];
    [id, text, sol] = warning_of(@() nsd_simulate(NsdSystem.hybrid(f), [0 span], [x0; 0]));
    assertEqual(id, 'nsd:simulate:stalled');
    assertTrue(~isempty(strfind(text, 'jumps there with y(2)')) && isempty(strfind(text, 'reset')));
    assertTrue(sol.stats.steps <= 1e5);
  end
end

function test_a_reset_of_wrong_size_is_named()
  % "this is no tape: reset" was the message
  f = @(t, y) [y(2); -9.81];
  one = message_of(@() nsd_simulate(NsdSystem.hybrid(f, @(y) y(1), @(y) -y(2)), [0 2], [1; 0]));
  assertTrue(~isempty(strfind(one, 'reset must return the state after: 2 rows')));
  resets = {@(y) y, @(y) y'*y};
  two = message_of(@() nsd_simulate(NsdSystem.hybrid(f, @(y) [9; y(1)], resets), [0 2], [1; 0]));
  assertTrue(~isempty(strfind(two, 'reset 2 must return the state after: 2 rows')));
end

function test_a_reset_that_changes_nothing_is_named()
  % the rows ended before the guard was reached, and the words were those of switching surfaces
  sys = NsdSystem.hybrid(@(t, x) -1, @(x) x, @(x) x);
  [id, text, sol] = warning_of(@() nsd_simulate(sys, [0 3], 1));
  assertEqual(id, 'nsd:simulate:stalled');
  assertTrue(~isempty(strfind(text, 'reset')));
  assertElementsAlmostEqual([sol.t(end), sol.x(end)], [1, 0], 'absolute', 1e-12);
end

function test_a_reset_that_puts_the_ball_onto_the_floor_comes_to_rest()
  % r(x) = [0; -e v], as in textbooks: its 0 for the height was taken for part of the impact, which
  % made the flow at rest stiff, and runs ended 'stalled' at the accumulation. A counter of bounces
  % keeps its number at rest.
  g = 9.81;
  for e = [0.9 0.5]
    ball = NsdSystem.hybrid(@(t, x) [x(2); -g; 0], @(x) x(1), @(x) [0; -e*x(2); x(3) + 1]);
    sol = nsd_simulate(ball, [0 20], [1; 0; 0]);
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind{end}, 'accumulation');
    assertElementsAlmostEqual(sol.events.t(end), sqrt(2/g)*(1 + e)/(1 - e), 'absolute', 1e-6);
    assertElementsAlmostEqual(sol.x(end, 1:2), [0 0], 'absolute', 1e-9);
    assertElementsAlmostEqual(sol.lambda(end), g, 'absolute', 1e-6);
    assertEqual(sol.x(end, 3), sum(strcmp(sol.events.kind, 'impact')));
  end
end

function test_what_an_events_file_asks_of_a_guard_is_not_lost()
  % direction 1 on y'' = -y from [1; 0]: ode45's event is at 3 pi/2, the reset came at pi/2
  f = @(t, y) [y(2); -y(1)];
  back = @(t, y) [y(1); -y(2)];
  run = @(guard) nsd_simulate(NsdSystem.hybrid(f, guard, back), [0 4.8], [1; 0]);
  told(@() run(@rising), 'nsd:simulate:guardDirection', 'write -value');
  told(@() run(@watching), 'nsd:simulate:guardDirection', 'option ''Events''');
  told(@() run(@(t, y) deal(y(1), 1, -1)), 'nsd:simulate:guardDirection', 'the value alone');
  assertTrue(~isempty(strfind(report_of(NsdSystem.hybrid(f, @rising, back)), 'direction 1')));
  watch = nsd_simulate(f, [0 4.8], [1; 0], odeset('Events', @rising));
  sol = run(@(t, y) max(-y(1), -y(2)));                         % what the message offers
  assertElementsAlmostEqual([sol.events.t, watch.t(end)], 1.5*pi*[1 1], 'absolute', 1e-6);
  [falling, plain] = deal(run(@both_ways), run(@(y) y(1)));     % as good as the value alone
  assertElementsAlmostEqual(falling.events.t, plain.events.t, 'absolute', 1e-9);
  slide = @(t, x, side) [x(2); -x(1) - 0.4*side];
  surface = @(s) nsd_simulate(NsdSystem.filippov(slide, s), [0 1], [1; 0]);
  told(@() surface(@rising), 'nsd:simulate:surfaceDirection', 'both ways');
  assertEqual(surface(@both_ways).status, 'ok');
end

function test_guards_and_surfaces_that_are_true_or_false_are_named()
  % "f, h or g returned NaN or Inf", of functions that never did, and "switching points accumulate"
  f = @(t, y) [y(2); -y(1)];
  sys = NsdSystem.hybrid(f, @(t, y) y(1) < 0, @(t, y) [y(1); -y(2)]);
  told(@() nsd_simulate(sys, [0 3], [1; 0]), 'nsd:simulate:guardLogical', 'not true/false');
  assertTrue(~isempty(strfind(report_of(sys), 'not true/false')));
  sys = NsdSystem.filippov(@(t, x, side) [x(2); -x(1) - 0.4*side], @(x) x(2) > 0);
  told(@() nsd_simulate(sys, [0 3], [1; 0]), 'nsd:simulate:surfaceLogical', 'not true/false');
  assertTrue(~isempty(strfind(report_of(sys), 'not true/false')));
end

function test_a_reset_that_returns_nan_is_named()
  % "f, h or g ... see sol.x(end,:)", but the rows end before the guard is reached
  f = @(t, y) [y(2); -9.81];
  t1 = (1 + sqrt(1 + 4*4.905*10))/9.81;
  for c = {@(t, y) [y(1); NaN*y(2)], 'NaN or Inf'; @(x) [x(1); sqrt(x(1) - 1)], 'complex'}'
    sys = NsdSystem.hybrid(f, @(y) [50 - y(1); y(1)], {@(y) y, c{1}});
    [id, text, sol] = warning_of(@() nsd_simulate(sys, [0 6], [10; 1]));
    assertEqual(id, 'nsd:simulate:notFinite');
    assertTrue(~isempty(strfind(text, 'the reset of guard 2 returned')), text);
    assertTrue(~isempty(strfind(text, c{2})), text);
    assertElementsAlmostEqual(sol.stats.stopTime, t1, 'absolute', 1e-8);
  end
  lost = NsdSystem.hybrid(@(t, y) 1/(t < 1) - 1, @(y) 5 - y, @(y) 0);           % f itself
  [~, text] = warning_of(@() nsd_simulate(lost, [0 3], 0));
  assertTrue(isempty(strfind(text, 'reset')), text);
end

function test_a_guard_of_the_other_sign_is_told_to_turn_it()
  % y - 22 rises through zero in ode45
  sys = NsdSystem.hybrid(@(t, y) 1, @(t, y) y - 22, @(t, y) 20);
  told(@() nsd_simulate(sys, [0 3], 20), 'nsd:simulate:gapStart', '@(t,y) -(...)');
end

function [value, isterminal, direction] = rising(t, y) %#ok<INUSL>  as ode45 calls it
  [value, isterminal, direction] = deal(y(1), 1, 1);
end

function [value, isterminal, direction] = watching(t, y) %#ok<INUSL>  as ode45 calls it
  [value, isterminal, direction] = deal(y(1), 0, -1);
end

function [value, isterminal, direction] = both_ways(t, y) %#ok<INUSL>  as ode45 calls it
  [value, isterminal, direction] = deal(y(1), 1, 0);
end

function text = report_of(sys)
% what nsd_check_system prints
  text = evalc('nsd_check_system(sys, [1; 0])');
end
