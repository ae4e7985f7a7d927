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

function test_functions_with_names_of_their_own()
  % a ball bounces at t = 0.4515; with guard and reset as functions g(t,y), r(t,y) of a script of
  % ode45 it fell to x(2) = -18.62 with status 'ok': functions in files got (x,t), (x,i)
  [folder, clean] = new_folder(); %#ok<ASGLU>
  addpath(folder);
  write(folder, 'order_guard', 'function g = order_guard(t, y)', '  g = y(1);', 'end');
  write(folder, 'order_reset', '% a reset', 'function y = order_reset(t, ...  time', ...
        '                        y)', '  y = [y(1); -0.9*y(2)];', 'end');
  f = @(t,y) [y(2); -9.81];
  right = nsd_simulate(NsdSystem.hybrid(f, @(y) y(1), @(y) [y(1); -0.9*y(2)]), [0 2], [1; 0]);
  guards = {@order_guard, @local_guard, @(tau,z) z(1), @(~,z) z(1), @(a,b) b(1) - 0*a, ...
            @(t,y) local_guard(t, y)};
  resets = {@order_reset, @local_reset, @(tau,z) [z(1); -0.9*z(2)], @(~,z) [z(1); -0.9*z(2)]};
  for k = 1:numel(guards)
    for m = 1:numel(resets)
      sol = nsd_simulate(NsdSystem.hybrid(f, guards{k}, resets{m}), [0 2], [1; 0]);
      assertElementsAlmostEqual(sol.events.t(1), sqrt(2/9.81), 'absolute', 1e-9);
      assertElementsAlmostEqual(sol.x(end, :), right.x(end, :), 'absolute', 1e-7);
    end
  end
end

function test_a_nested_function()
  sys = NsdSystem.hybrid(@(t,y) [y(2); -9.81], nested_guard(0), @local_reset);
  sol = nsd_simulate(sys, [0 1], [1; 0]);
  assertElementsAlmostEqual(sol.events.t(1), sqrt(2/9.81), 'absolute', 1e-9);
end

function test_functions_typed_at_the_prompt_of_octave()
  if ~exist('OCTAVE_VERSION', 'builtin'), return; end       % MATLAB has local functions of scripts
  eval('function g = prompt_guard(t, z), g = z; end');
  sys = NsdSystem.hybrid(@(t,x) -2, @prompt_guard, @(x) 3);  % one number each: names have to tell
  sol = nsd_simulate(sys, [0 1], 1);
  assertElementsAlmostEqual([sol.events.t, sol.x(end)], [0.5, 2], 'absolute', 1e-9);
end

function test_a_saved_system_keeps_the_order_of_arguments()
  % "'reordered' undefined" was raised by the run of the system that was loaded
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'ball.mat');
  sys = NsdSystem.hybrid(@(t,y) [y(2); -9.81], @(t,y) y(1), @(t,y) [y(1); -0.9*y(2)]);
  sys.save(file);
  sol = nsd_simulate(NsdSystem.load(file), [0 1], [1; 0]);
  assertElementsAlmostEqual(sol.events.t, sqrt(2/9.81), 'absolute', 1e-9);
end

function test_surfaces_with_names_of_their_own()
  % v falls to 0 and slides there; with the surface in a function s(t,x) v went on to -1
  for s = {@local_surface, @(tau,z) z(2), @(a,b) b(2) + 0*a, @(t,x,p) p.at*x(2)}
    sys = NsdSystem.filippov(@(t,x,side) [1; -side], s{1}, 'SurfaceJacobian', @(a,b) [0 1]);
    sol = run_quietly(sys.parameter('at', 1), [0 2], [1; 1]);
    assertElementsAlmostEqual(sol.x(end, :), [3 0], 'absolute', 1e-7);
  end
end

function test_gaps_and_forces_in_functions_are_called_by_their_names()
  sys = NsdSystem.lagrangian(1, @local_force).contact(@local_gap, 'Restitution', 1);
  sol = nsd_simulate(sys, [0 0.5], 1, 0);
  assertElementsAlmostEqual(sol.events.t, (sqrt(4*5 + 0.04) - 0.2)/10, 'absolute', 1e-9);
end

function test_energies_in_functions_are_called_by_their_names()
  % V(t,q) of a file got q for t and the parameters for q
  sys = NsdSystem.energies(@(q,v) v^2/2, @local_potential);
  assertElementsAlmostEqual(sys.force(2, 0.5, 0), -2*0.5, 'absolute', 1e-12);
end

function test_parameters_behind_the_state()
  sys = NsdSystem.hybrid(@(t,y,p) 2, @(t,y,p) p.full - y, @(t,y,p) 0*p.full).parameter('full', 3);
  sol = nsd_simulate(sys, [0 2.5], 0);
  assertElementsAlmostEqual([sol.events.t, sol.x(end)], [1.5, 2], 'absolute', 1e-8);
end

function test_where_nothing_decides_the_run_asks_for_names()
  f = @(t,x) 2;
  for sys = {NsdSystem.hybrid(f, @(a,b) 3 - b, @(x) 0), NsdSystem.hybrid(f, @(x) 3 - x, @(a,b) b/2)}
    text = message_of(@() nsd_simulate(sys{1}, [0 2], 0.5));
    assertTrue(~isempty(strfind(text, 'name the state x and the time t')));
  end
  text = message_of(@() nsd_simulate(NsdSystem.hybrid(f, @local_unknown, @(x) 0), [0 2], 0.5));
  assertTrue(~isempty(strfind(text, 'write @(t,y) local_unknown(t,y)')));
  % by their places: constants, the state and the number of its guard
  for r = {@(a,b) 0, @(x,k) 0*k}
    sol = nsd_simulate(NsdSystem.hybrid(f, @(x) 3 - x, r{1}), [0 2.5], 0);
    assertElementsAlmostEqual(sol.x(end), 2, 'absolute', 1e-8);
  end
end

function test_an_error_in_either_order_names_the_call()
  sys = NsdSystem.hybrid(@(t,x) x, @(a,b) b(7) + 1, @(x) x);
  text = message_of(@() nsd_simulate(sys, [0 1], [1; 2]));
  assertTrue(~isempty(strfind(text, '[guard at t = 0], called as h(x,t)')));
end

function g = local_guard(t, y) %#ok<INUSL>
  g = y(1);
end

function y = local_reset(t, y) %#ok<INUSL>
  y = [y(1); -0.9*y(2)];
end

function s = local_surface(t, x) %#ok<INUSL>
  s = x(2);
end

function F = local_force(q, v, t) %#ok<INUSD>
  F = -10;
end

function test_a_reset_names_the_number_of_its_guard_as_it_likes()
  % r(x,k) of one state raised 'cannot be told', which is right of y' = f(x,y) but not here
  for reset = {@(x, k) 0.75*k*x, @(k, x) 0.75*k*x, @(x, j, t) 0.75*j*x, @(x, n) 0.75*n*x}
    sys = NsdSystem.hybrid(@(t, x) -1, @(x) [x + 5; x - 1], reset{1});
    sol = nsd_simulate(sys.start(3), [0 2.25]);
    assertElementsAlmostEqual(sol.x(end), 1.25, 'absolute', 1e-9);        % 1 at t = 2, then 1.5
  end
end

function y = local_gap(t, q)
  y = q - 0.2*t;                                  % the floor rises
end

function V = local_potential(t, q)
  V = t*q^2/2;
end

function g = local_unknown(first, second) %#ok<INUSL>
  g = 3 - second;
end

function g = nested_guard(height)
  g = @inner;
  function y = inner(tau, z) %#ok<INUSL>
    y = z(1) - height;
  end
end

function write(folder, name, varargin)
  nsd_write_file(fullfile(folder, [name '.m']), sprintf('%s\n', varargin{:}));
end

function sol = run_quietly(sys, span, x0)
% A parameter that no function reads is told of, which is no matter here; where it was the only one
% of its system, it ended the run with "far(1): out of bound 0".
  restore = nsd_silence_warnings({'nsd:simulate:unusedParameter'}); %#ok<NASGU>
  sol = nsd_simulate(sys, span, x0);
end
