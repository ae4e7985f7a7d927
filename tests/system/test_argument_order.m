function test_suite = test_argument_order()
%TEST_ARGUMENT_ORDER  Functions of users are called by the names of their arguments.
%   NsdSystem.hybrid(@(t,x) 2, @(t,x) 3 - x, @(t,x) 0), all in the order of ode45, ran to x = 5
%   without an event and with status 'ok': the guard got the state for t and the time for x.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_guard_and_reset_in_the_order_of_ode45()
  % x grows at 2 and is emptied at 3: one event at 1.5, then x(2.5) = 2
  guards = {@(x) 3 - x, @(t,x) 3 - x, @(x,t) 3 - x, @(t,y) 3 - y, @(x,p) p.full - x, ...
            @(t,x,p) p.full - x};
  resets = {@(x) 0, @(t,x) 0*x, @(x,i) 0*i, @(i,x) 0*x, @(x,t) 0*t, @(x,i,t) 0, @(t,x,i) 0*x, ...
            @(t,y) 0*y, @(x,p) 0*p.full, @(t,x,p) 0*p.full};
  for k = 1:numel(guards)
    for m = 1:numel(resets)
      sys = NsdSystem.hybrid(@(t,x) 2, guards{k}, resets{m}).parameter('full', 3);
      sol = run_quietly(sys, [0 2.5], 0);
      assertElementsAlmostEqual([sol.events.t, sol.x(end)], [1.5, 2], 'absolute', 1e-8);
    end
  end
end

function test_a_reset_gets_the_state_and_not_the_number_of_the_guard()
  % x = 3 is a tenth of itself after the event: 0.3 + 2*(2.5 - 1.5) = 2.3, it was 2.1
  sol = nsd_simulate(NsdSystem.hybrid(@(t,x) 2, @(x) 3 - x, @(t,x) 0.1*x), [0 2.5], 0);
  assertElementsAlmostEqual(sol.x(end), 2.3, 'absolute', 1e-8);
end

function test_a_guard_of_time_alone()
  sol = nsd_simulate(NsdSystem.hybrid(@(t,x) 2, @(t) 1.5 - t + 3*floor(t), @(x) 0), [0 0.9], 0);
  assertElementsAlmostEqual(sol.x(end), 1.8, 'absolute', 1e-8);
end

function test_rates_with_the_state_first()
  sol = nsd_simulate(NsdSystem.hybrid(@(x,t) -x + t), [0 1], 1);
  assertElementsAlmostEqual(sol.x(end), 2*exp(-1), 'absolute', 1e-7);
end

function test_filippov_in_any_order_slides_on_the_moving_surface()
  % x falls to the surface s = x - t/10 and goes on with it: x(2) = 0.2
  surfaces = {@(x,t) x - t/10, @(t,x) x - t/10, @(t,z) z - t/10};
  rates = {@(t,x,side) -side, @(x,side,t) -side, @(side,x,t) -side, @(x,s,t) -s};
  for k = 1:numel(surfaces)
    for m = 1:numel(rates)
      sol = nsd_simulate(NsdSystem.filippov(rates{m}, surfaces{k}), [0 2], 1);
      assertElementsAlmostEqual(sol.x(end), 0.2, 'absolute', 1e-7);
    end
  end
end

function test_relations_of_first_order_systems_in_any_order()
  % x' = -x + lambda, 0 <= x - 1 _|_ lambda >= 0: x falls from 2 and stays at 1
  for order = {{@(x,lambda,t) x - 1, @(x,lambda,t) lambda}, ...
               {@(t,x,lambda) x - 1, @(t,x,lambda) lambda}, ...
               {@(t,x,l) x - 1, @(lambda,x,t) lambda}}
    sys = NsdSystem.firstOrder(@(x,t) -x, order{1}{:}, ...
                               'OutputJacobian', @(t,x,lambda) deal(1, 0), ...
                               'RateJacobian', @(x,t) -1);
    sol = nsd_simulate(sys, [0 2], 2, 'Step', 1e-2);
    assertElementsAlmostEqual(sol.x(end), 1, 'absolute', 1e-9);
  end
end

function test_tangents_joints_and_jacobians_of_mechanical_systems()
  % a mass on a belt whose direction turns with time is not accelerated along it
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [0; -10], 'ForceJacobian', ...
                             @(q,v,t) deal(zeros(2), zeros(2)));
  a = sys.contact(@(q,t) q(2), 'Friction', 0.3, 'Tangent', @(t,q) [1; 0*t]);
  b = sys.contact(@(q,t) q(2), 'Friction', 0.3, 'Tangent', [1; 0]);
  x = nsd_simulate(a, [0 0.5], [0; 0], [1; 0]);
  y = nsd_simulate(b, [0 0.5], [0; 0], [1; 0]);
  assertElementsAlmostEqual(x.q(end, :), y.q(end, :), 'absolute', 1e-9);
  assertElementsAlmostEqual(x.q(end, 1), 1/6, 'absolute', 1e-8);      % v^2/(2 mu g)
  driven = NsdSystem.lagrangian(1, @(t,q,v) 0).joint(@(t,q) q - t^2);
  sol = nsd_simulate(driven, [0 1], 0, 0);
  assertElementsAlmostEqual(sol.q(end), 1, 'absolute', 1e-8);
end

function test_events_of_users()
  ball = NsdSystem.lagrangian(1, @(t,q,v) -10).contact(@(q) q);
  for f = {@(t,q,v) t - 0.2, @(q,v,t) t - 0.2, @(t,y) t - 0.2, @(y,t) t - 0.2}
    sol = nsd_simulate(ball, [0 0.4], 1, 0, 'Events', f{1});
    assertElementsAlmostEqual(sol.events.t, 0.2, 'absolute', 1e-9);
  end
end

function test_misplaced_arguments_are_refused()
  F = @(t,q,v) 0*q;
  assertExceptionThrown(@() NsdSystem.lagrangian(@(t,q) 1, F), 'nsd:system:badMass');
  assertExceptionThrown(@() NsdSystem.lagrangian(1, F).potential(@(t,q) q), ...
                        'nsd:system:badPotential');
  assertExceptionThrown(@() NsdSystem.hybrid(@(t,x) x, @(x) 1, @(x,i,t,a,b) x), ...
                        'nsd:system:badFunction');
end

function test_where_names_do_not_decide_the_error_says_the_order()
  % arguments with names of their own, as those of a function in a file, go by their places
  sys = NsdSystem.hybrid(@(t,x) x, @(a,b) b(2) + 1, @(x) x);
  text = message_of(@() nsd_simulate(sys, [0 1], [1; 2]));
  assertTrue(~isempty(strfind(text, '[guard at t = 0], called as h(x,t)')));
end

function sol = run_quietly(sys, span, x0)
% A parameter that no function reads is told of, which is no matter here; where it was the only one
% of its system, it ended the run with "far(1): out of bound 0".
  restore = nsd_silence_warnings({'nsd:simulate:unusedParameter'}); %#ok<NASGU>
  sol = nsd_simulate(sys, span, x0);
end
