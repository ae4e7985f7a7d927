function test_suite = test_interrupt()
%TEST_INTERRUPT  Ctrl-C during a run gives the part computed, and the session goes on.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_interrupt_returns_the_rows_computed_with_status_stopped()
  % 10^10 steps would take minutes; the child interrupts itself after half a second
  out = child(['sol = nsd_simulate(nsd_ball(), [0 1e7], ''Step'', 1e-3, ''OutputEvery'', 1e5);' ...
               'printf(''[%s %d %d]'', sol.status, size(sol.q, 1) > 1, size(sol.q, 1) < 1e5);' ...
               'printf(''[%d %d]'', all(isfinite(sol.q)), numel(sol.t) == size(sol.v, 1));' ...
               'E = sol.energy; printf(''[%d]'', numel(E.total) == numel(sol.t));' ...
               'printf(''[%d]'', sol.stats.stopTime >= sol.t(end));']);
  assertTrue(~isempty(strfind(out, '[stopped 1 1][1 1][1][1]')), out);
end

function test_interrupt_under_a_progress_line_keeps_the_result()
  % the line was flushed by the interpreter while Ctrl-C was pending: the assignment was lost
  out = child(['sol = nsd_simulate(nsd_ball(), [0 1e7], ''Step'', 1e-3, ''OutputEvery'', 1e5, ' ...
               '''Progress'', ''on''); printf(''[%s]'', sol.status);']);
  assertTrue(~isempty(strfind(out, '[stopped]')), out);
end

function test_session_goes_on_after_an_interrupt()
  out = child(['sol = nsd_simulate(nsd_ball(), [0 1e7], ''Step'', 1e-3, ''OutputEvery'', 1e5);' ...
               'next = nsd_simulate(nsd_ball(), [0 1], ''Step'', 1e-3);' ...
               'printf(''[%s %s %d]'', sol.status, next.status, size(next.q, 1));']);
  assertTrue(~isempty(strfind(out, '[stopped ok 1001]')), out);
end

function test_interrupt_of_a_run_with_given_times_keeps_its_rows()
  out = child(['sol = nsd_simulate(nsd_ball(), 0:100:1e7, ''Step'', 1e-3);' ...
               'printf(''[%s %d %d]'', sol.status, numel(sol.t) > 1, numel(sol.t) < 100001);' ...
               'printf(''[%d]'', isequal(sol.t, (0:numel(sol.t)-1)''*100));']);
  assertTrue(~isempty(strfind(out, '[stopped 1 1][1]')), out);
end

function test_interrupt_of_a_large_system_is_seen_between_its_steps()
  out = child(['n = 300; K = 1e3*(2*eye(n) - diag(ones(n-1,1),1) - diag(ones(n-1,1),-1));' ...
               'sys = NsdSystem.linear(eye(n)+0.001, 0, K, -ones(n,1)).contact(eye(n), 1e-3);' ...
               'sol = nsd_simulate(sys, [0 1e4], zeros(n,1), zeros(n,1), ''Step'', 1e-3, ' ...
               '''OutputEvery'', 1000); printf(''[%s]'', sol.status);']);
  assertTrue(~isempty(strfind(out, '[stopped]')), out);
end

function test_interrupt_within_a_long_step_keeps_the_rows_before_it()
  % simulations looked between steps only, and a step whose contact problem is not solved took all
  % sweeps that MaxIter allows. The first step of each takes seconds to minutes, and the interrupt
  % comes one second after the run begins: the row of the start is left
  friction = ['n = 450; m = 600; sys = NsdSystem.linear(eye(n), 0, 0, 10*randn(n, 1)).contact(' ...
              'randn(n, m), 0, ''Friction'', 0.6, ''Tangent'', randn(n, 2*m)); ' ...
              'start = {zeros(n, 1), randn(n, 1)};'];
  heap = ['sys = NsdBodies(''Friction'', 0.5).plane([0 0 1], 0).sphere(''Radius'', 0.5, ' ...
          '''Position'', diag([3 3 6])*rand(3, 1500)); start = {};'];
  for code = {friction, heap}
    out = child(['randn(''twister'', 3); rand(''twister'', 3); ' code{1} 'clock = tic();' ...
                 'system(sprintf(''(sleep 1; kill -INT %d) >/dev/null 2>&1 &'', getpid()));' ...
                 'sol = nsd_simulate(sys, [0 1], start{:}, ''Step'', 0.01, ''LcpTol'', 1e-30, ' ...
                 '''MaxIter'', 1e9); printf(''[%s %d]'', sol.status, size(sol.q, 1));' ...
                 'printf(''[%d]'', toc(clock) < 15);' ...
                 'next = nsd_simulate(nsd_ball(), [0 1]); printf(''[%s]'', next.status);'], Inf);
    assertTrue(~isempty(strfind(out, '[stopped 1][1][ok]')), out);
  end
end

function test_friction_solvers_stop()
  % nsd_friction did not answer Ctrl-C in 45 seconds
  problem = 'm = 200; n = 3*m; G = randn(n, m); W = G*G''/n; q = randn(n, 1); mu = 0.6*ones(m, 1);';
  for solver = {'auto', 'nsgs', 'newton', 'interior', 'proximal', 'lemke'}
    assert_stops(problem, sprintf(['nsd_friction(W, q, mu, ''Solver'', ''%s'', ''Tolerance'', ' ...
                                   '1e-30, ''MaxIter'', 1e9)'], solver{1}));
  end
end

function test_complementarity_solvers_stop()
  % a tolerance that no answer passes, or more supports than half a second allows
  assert_stops('n = 20; M = randn(n); q = randn(n, 1);', 'nsd_lcp(M, q, ''Solver'', ''enum'')');
  game = ['B = kron(rand(40) < 0.3 & ~eye(40), ones(6)); E = kron(eye(40), ones(1, 6));' ...
          'M = [floor(4*rand(240)).*B -E''; E zeros(40)]; q = [zeros(240, 1); -ones(40, 1)];'];
  assert_stops(game, 'nsd_lcp(M, q, ''Solver'', ''lemke'', ''MaxIter'', 1e9)');
  assert_stops('G = randn(400, 200); q = -rand(400, 1);', ...
               'nsd_lcp(G*G'', q, ''Solver'', ''pgs'', ''Tolerance'', 1e-300, ''MaxIter'', 1e9)');
  assert_stops('n = 500; M = randn(n); q = 10*randn(n, 1);', ...
               'nsd_relay(M, q, -1, 1, ''Tolerance'', 1e-300, ''MaxIter'', 1e9)');
end

function assert_stops(problem, call)
% one second is promised; the limit leaves two for a busy machine
  out = child(['randn(''twister'', 3); rand(''twister'', 3); ' problem ...
      'start = tic; [z, info] = ' call ';' ...
      'printf(''[%s %d %d]'', info.status, toc(start) < 3, all(isfinite(z(:))));' ...
      '[z, info] = nsd_lcp([2 1; 1 2], [-5; 6]); printf(''[%s]'', info.status);']);
  assertTrue(~isempty(strfind(out, '[stopped 1 1][ok]')), [call ': ' out]);
end

function test_interrupt_of_a_sweep_keeps_the_finished_runs()
  out = child(['osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0); N = 400;' ...
               'out = nsd_sweep(osc, struct(''omega'', linspace(2, 3, N)), [0 5e3], ' ...
               '''Step'', 1e-2, ''q0'', -1, ''v0'', 0, ''Progress'', ''on'');' ...
               'ok = strcmp(out.status, ''ok''); s = strcmp(out.status, ''stopped'');' ...
               'printf(''[%d %d]'', any(ok) && any(s), all(ok | s));' ...
               'printf(''[%d]'', all(isfinite(out.q(ok))));' ...
               'next = nsd_simulate(nsd_ball(), [0 1]); printf(''[%s]'', next.status);'], 2);
  assertTrue(~isempty(strfind(out, '[1 1][1][ok]')), out);
end

function test_interrupt_while_a_sweep_is_prepared_says_that_nothing_was_made()
  % outside the kernel Ctrl-C cannot be caught: the script ended without a word and without a file
  file = [tempname() '.mat'];
  out = child(['function p = slow(p), if p.k == 3, kill(getpid(), 2); pause(5); end, end;' ...
               char(10) 'make = @(p) NsdSystem.linear(1, 0, slow(p).k, 0).contact(-1, 0);' ...
               'nsd_sweep(make, struct(''k'', 1:9), [0 1], ''Step'', 1e-2, ''q0'', -1, ' ...
               '''v0'', 0, ''File'', ''' file ''');'], Inf);
  assertTrue(~isempty(strfind(out, 'interrupted while its runs were prepared: none')), out);
  assertFalse(exist(file, 'file') == 2);
end

function test_interrupt_while_a_sweep_saves_keeps_the_finished_runs()
  % between two calls of the kernel Ctrl-C was raised at once: the first part was lost before it was
  % saved. Here it comes at the first look at the clock behind the first part
  file = [tempname() '.mat'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  sweep = strrep(strrep(sweep_of(200), '5e3', '50'), ');', [', ''File'', ''' file ''');']);
  out = child(['function s = toc(varargin), persistent n; s = 1; if isempty(n), n = 1;' ...
               'kill(getpid(), 2); pause(0.5); end, end;' char(10) 'out = ' sweep ...
               'printf(''[%d %d]'', sum(strcmp(out.status, ''ok'')), exist(''' file '''));'], Inf);
  assertTrue(~isempty(strfind(out, '[64 2]')), out);
end

function test_interrupt_cannot_leave_a_sweep_through_its_progress_line()
  % the line was printed by the interpreter, inside the parallel region: a Ctrl-C that came just
  % then was raised through it, and the other threads went on in memory that was freed. Here every
  % fflush but the one before the threads begin meets a Ctrl-C and waits until it is raised
  out = child(['function fflush(varargin), persistent n; n = [n 1];' ...
               'if numel(n) > 1, kill(getpid(), 2); pause(5); end, end;' char(10) ...
               'out = ' sweep_of(40) 'printf(''[%d %d]'', numel(out.q), ' ...
               'all(strcmp(out.status, ''ok'')));'], Inf);
  assertTrue(~isempty(strfind(out, '[40 1]')), out);
  assertTrue(~isempty(strfind(out, 's left')), out);
end

function test_batch_jobs_have_no_progress_line()
  % 'auto' wrote it into the output of jobs that run for more than a second
  out = child(['sol = nsd_simulate(nsd_ball(), [0 1e7], ''Step'', 1e-3, ''OutputEvery'', 1e5);' ...
               'printf(''[%s]'', sol.status);'], 2);
  assertEqual(strtrim(strrep(out, char(13), '#')), '[stopped]');
end

function test_interrupt_inside_interpreted_functions_keeps_the_rows()
  % the interpreter raised it through the gateway: everything computed was lost
  for method = {'moreau', 'paoli', 'event', 'event-newmark'}
    out = child([branching_code() 'sol = nsd_simulate(sys, [0 1e4], 1, 0, ''Step'', 1e-3, ' ...
                 '''Compile'', ''off'', ''Method'', ''' method{1} ''');' ...
                 'printf(''[%s %d]'', sol.status, all(isfinite(sol.q)));' ...
                 'next = nsd_simulate(sys, [0 0.1], 1, 0, ''Compile'', ''off'');' ...
                 'printf(''[%s]'', next.status);']);
    assertTrue(~isempty(strfind(out, '[stopped 1][ok]')), [method{1} ': ' out]);
  end
end

function test_interrupt_of_an_interpreted_sweep_keeps_the_finished_runs()
  % in the function of the solution of run 20, so in the interpreter; then in a force, inside a run
  out = child([branching_code() ...
               'function q = ending(sol, k), persistent n; n = [n 1]; q = sol.q(end);' ...
               'if numel(n) == k, kill(getpid(), 2); end, end' char(10) ...
               'out = nsd_sweep(sys, [], [0 1], ''q0'', linspace(1, 2, 50), ''v0'', 0, ' ...
               '''Step'', 0.02, ''Reduce'', @(sol) ending(sol, 20));' ...
               'ok = strcmp(out.status, ''ok''); s = strcmp(out.status, ''stopped'');' ...
               'printf(''[%d %d %d]'', sum(ok), sum(s), all(isfinite(out.value(ok))));' ...
               'one = nsd_simulate(sys, [0 1], 1, 0, ''Step'', 0.02);' ...
               'printf(''[%s %d]'', one.status, one.q(end) == out.q(1));'], Inf);
  assertTrue(~isempty(strfind(out, '[20 30 1][ok 1]')), out);
  out = child(['function F = counting(t, q, v), persistent n; n = [n 1]; ' ...
               'if numel(n) == 5000, kill(getpid(), 2); end, F = -abs(q)*q; end' char(10) ...
               'out = nsd_sweep(NsdSystem.lagrangian(1, @counting), [], [0 100], ''q0'', 1:10, ' ...
               '''v0'', 0, ''Step'', 0.02, ''Compile'', ''off'');' ...
               'ok = strcmp(out.status, ''ok''); s = strcmp(out.status, ''stopped'');' ...
               'printf(''[%d %d]'', sum(ok) < 10, all(ok | s));'], Inf);
  assertTrue(~isempty(strfind(out, '[1 1]')), out);
end

function test_a_second_interrupt_leaves_a_function_that_never_ends()
  % the function itself asks for both interrupts when it begins to loop, however busy the machine is
  out = child(['function F = forever(t, q, v), F = -q; if q < 0.9999, system(sprintf(' ...
               '''(sleep 0.5; kill -INT %d; sleep 0.5; kill -INT %d) &'', getpid(), getpid()));' ...
               'while true, end, end, end' char(10) ...
               'clock = tic(); unwind_protect, nsd_simulate(NsdSystem.lagrangian(1, @forever), ' ...
               '[0 1], 1, 0, ''Compile'', ''off''); unwind_protect_cleanup, ' ...
               'sol = nsd_simulate(nsd_ball(), [0 1]); printf(''[%d %s]'', toc(clock) < 20, ' ...
               'sol.status); end_unwind_protect'], Inf);
  assertTrue(~isempty(strfind(out, '[1 ok]')), out);
end

function test_interrupt_of_a_compiler_is_answered_at_once()
  % system() waited until the compiler had ended
  slow = [tempname() '.sh'];
  remove = onCleanup(@() delete(slow)); %#ok<NASGU>
  nsd_write_file(slow, sprintf('sleep 30\n'));
  out = child(['setenv(''CC'', ''sh ' slow '''); clock = tic(); unwind_protect, ' ...
               'nsd_compile(NsdSystem.lagrangian(1, @(t,q,v) -3*q).start(1, 0), ' ...
               '''Folder'', tempname()); unwind_protect_cleanup, printf(''[%d]'', ' ...
               'toc(clock) < 10); end_unwind_protect'], 1);
  assertTrue(~isempty(strfind(out, '[1]')), out);
end

function text = branching_code()
  text = ['function F = branching(t, q, v), if q > 0, F = -q; else, F = -2*q; end, end' char(10) ...
          'sys = NsdSystem.lagrangian(1, @branching).contact(@(q) q + 0.1);' char(10)];
end

function text = sweep_of(runs)
% code of a sweep with a progress line, 5e5 steps in each run
  text = sprintf(['nsd_sweep(NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0), ' ...
                  'struct(''omega'', linspace(2, 3, %d)), [0 5e3], ''Step'', 1e-2, ' ...
                  '''q0'', -1, ''v0'', 0, ''Progress'', ''on'');'], runs);
end

function out = child(code, patience)
% output of an octave-cli that sends itself SIGINT half a second after `code` begins (or after
% `patience`; Inf: never); ended after a minute if it does not listen
  if nargin < 2, patience = 0.5; end
  if ~exist('OCTAVE_VERSION', 'builtin')
    moxunit_throw_test_skipped_exception('starts octave-cli, which this host is not');
  end
  [missing, ~] = system('command -v timeout && command -v octave-cli');
  if missing
    moxunit_throw_test_skipped_exception('needs timeout and octave-cli on the PATH');
  end
  toolbox = toolbox_folder();
  file = [tempname() '.m'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  id = fopen(file, 'w');
  fprintf(id, 'addpath(''%s''); nsd_setup(); warning(''off'', ''all'');\n', toolbox);
  if isfinite(patience)
    fprintf(id, ['system(sprintf(''(sleep %g; kill -INT %%d) >/dev/null 2>&1 &'', ' ...
                 'getpid()));\n'], patience);
  end
  fprintf(id, '%s\n', code);
  fclose(id);
  command = sprintf('timeout -s KILL 60 octave-cli --no-init-file --no-history "%s" 2>&1', file);
  [~, out] = system(command);
end
