function test_suite = test_user_errors()
%TEST_USER_ERRORS  Whatever a function of a user does, a run says so: errors come through unchanged.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_an_error_that_is_raised_once_is_never_lost()
  % Functions are called to see whether they can be recorded, take all times at once, or can be
  % evaluated beside the state for a difference; a failure there means no. An error that was raised
  % in such a call and not again was lost, and the run was 'ok'.
  restore = nsd_silence_warnings({'all'}); %#ok<NASGU>
  cases = {'linear', 'moreau', 'F'; 'linear', 'event', 'F'; 'nonlinear', 'moreau', 'FgU'; ...
           'nonlinear', 'paoli', 'g'; 'nonlinear', 'event-newmark', 'Mg'; ...
           'nonlinear', 'event', 'Mg'; ...
           'given', 'moreau', 'DHJ'; 'given', 'event', 'J'; 'rough', 'event', 'FgT'; ...
           'functions', 'theta', 'Fgh'; 'inputs', 'theta', 'F'; 'hybrid', 'event', 'Fgr'; ...
           'filippov', 'event', 'Fg'};
  for c = 1:size(cases, 1)
    for part = cases{c, 3}
      for compile = {'off', 'auto'}
        for k = [1:6 9 14 22]
          sys = failing_system(cases{c, 1}, part, k);
          told = '';
          try
            nsd_simulate(sys, [0 0.1], 'Step', 0.02, 'Method', cases{c, 2}, 'Compile', compile{1});
          catch err
            told = err.identifier;
          end
          if call(0) < k, break; end
          assertEqual(told, 'test:once', sprintf('%s, %s, %s %s, call %d', cases{c, 1:2}, part, ...
                                                 compile{1}, k));
        end
      end
    end
  end
end

function test_what_a_function_must_not_return_is_told_by_the_toolbox()
  % A cell, a struct or a wrong size that came with the second call or later raised errors of the
  % host, NaN errors of svd and eig; a run without rows could not be looked at.
  restore = nsd_silence_warnings({'all'}); %#ok<NASGU>
  values = {{1}, struct('a', 1), NaN, zeros(0, 1), zeros(3), @sin};
  cases = {'linear', 'moreau', 'F'; 'nonlinear', 'paoli', 'MFg'; 'nonlinear', 'event', 'MgU'; ...
           'given', 'paoli', 'DJ'; 'given', 'event', 'H'; 'rough', 'moreau', 'gT'; ...
           'functions', 'theta', 'Fh'; 'hybrid', 'event', 'Fr'; 'filippov', 'event', 'Fg'};
  for c = 1:size(cases, 1)
    for part = cases{c, 3}
      for k = [1 2 6]
        for v = 1:numel(values)
          sys = failing_system(cases{c, 1}, part, k, values{v});
          told = 'nsd:';
          try
            sol = nsd_simulate(sys, [0 0.06], 'Step', 0.02, 'Method', cases{c, 2});
            looked = {sol.gap, sol.energy, sol.events}; %#ok<NASGU>  must not raise
            assertEqual(size(sol.q, 1), numel(sol.t));
          catch err
            told = [err.identifier ' ' err.message];
          end
          assertTrue(strncmp(told, 'nsd:', 4), sprintf('%s, %s, %s, call %d, value %d: %s', ...
                     cases{c, 1:2}, part, k, v, told));
        end
      end
    end
  end
end

function test_events_keep_their_direction_when_the_first_call_fails()
  % with three outputs the call failed once, so the function was taken for one with two
  ball = NsdSystem.linear(1, 0, 0, -1).start(1, 0);
  call(0);
  events = @(t, q, v) deal(call(q - 0.5, 1), 0, 1);
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 'Method', 'event', 'Events', events), ...
                        'test:once');
end

% ---- systems whose function PART raises at its k-th call, or returns VALUE from then on ----------

function sys = failing_system(name, part, k, value)
  f = @(letter, y) once(letter == part, y, k);
  if nargin > 3, f = @(letter, y) later(letter == part, y, k, value); end
  switch name
    case 'linear'
      sys = NsdSystem.linear(1, 0, 1, @(t) f('F', -9.81 - 0*t)).contact(1, 0).start(0.02, 0);
    case 'nonlinear'
      sys = NsdSystem.lagrangian(@(q) f('M', eye(2)), @(t, q, v) f('F', [-q(1); -9.81]));
      sys = sys.contact(@(q) f('g', q(2)), 'Restitution', 0.5);
      sys = sys.potential(@(q) f('U', 9.81*q(2) + q(1)^2/2)).start([0.5; 0.02], [0; 0]);
    case 'given'
      sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [-q(1); -9.81], 'ForceJacobian', ...
                                 @(t, q, v) deal(f('D', [-1 0; 0 0]), zeros(2)));
      sys = sys.contact(@(q) q(2), 'Jacobian', @(q) f('H', [0 1]));
      sys = sys.joint(@(q, t) f('J', q(1) - 0.5)).start([0.5; 0.02], [0; 0]);
    case 'rough'
      sys = NsdSystem.lagrangian(eye(2), @(t, q, v) f('F', [-q(1); -9.81]));
      sys = sys.contact(@(q) f('g', q(2)), 'Friction', 0.3, 'Tangent', @(q) f('T', [1; 0]));
      sys = sys.start([0.5; 0.01], [1; 0]);
    case 'functions'
      sys = NsdSystem.firstOrder(@(t, x) f('F', 1 - x), @(x, l, t) f('g', x + l), ...
                                 @(x, l, t) f('h', l)).start(1);
    case 'inputs'
      sys = NsdSystem.firstOrder(-1, 1, 1, 1, 'Input', @(t) f('F', sin(t))).start(1);
    case 'hybrid'
      sys = NsdSystem.hybrid(@(t, x) f('F', [x(2); -9.81]), @(x) f('g', x(1)), ...
                             @(x) f('r', [0; -0.5*x(2)])).start([0.02; 0]);
    case 'filippov'
      sys = NsdSystem.filippov(@(t, x, side) f('F', -side), @(x) f('g', x)).start(0.03);
  end
  call(0);
end

function y = once(counted, y, k)
  if counted, y = call(y, k); end
end

function y = later(counted, y, k, value)
  if counted && call() >= k, y = value; end
end

function y = call(y, k)
% call(Y, K) is Y, and raises at the K-th call; CALL(0) is how many there were, and starts again;
% CALL() only counts
  persistent calls
  if nargin == 1
    y = calls;
    calls = 0;
    return
  end
  calls = calls + 1;
  if nargin < 1, y = calls; return; end
  if calls == k, error('test:once', 'call %d', k); end
end
