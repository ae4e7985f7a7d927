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
          sys = failing_system(cases{c, 1}, part, raise_at(k));
          told = '';
          try
            nsd_simulate(sys, [0 0.1], 'Step', 0.02, 'Method', cases{c, 2}, 'Compile', compile{1});
          catch err
            told = err.identifier;
          end
          if failing_system() < k, break; end
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
          sys = failing_system(cases{c, 1}, part, from_call(k, values{v}));
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
  first_fails();
  events = @(t, q, v) deal(first_fails(q - 0.5), 0, 1);
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 'Method', 'event', 'Events', events), ...
                        'test:once');
end

function fault = raise_at(k)
  fault = @(y, calls) raise_or(y, calls == k);
end

function y = raise_or(y, now)
  if now, error('test:once', 'now'); end
end

function fault = from_call(k, value)
% the value from the k-th call on
  fault = @(y, calls) one_of(calls >= k, value, y);
end

function y = one_of(first, y, other)
  if ~first, y = other; end
end

function y = first_fails(y)
% FIRST_FAILS() starts again
  persistent failed
  if nargin == 0, failed = false; return; end
  if ~failed
    failed = true;
    error('test:once', 'the first call');
  end
end
