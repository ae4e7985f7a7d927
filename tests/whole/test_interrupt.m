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
               'next = nsd_simulate(nsd_ball(), [0 1]);' ...
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

function test_interrupt_of_a_sweep_keeps_the_finished_runs()
  out = child(['osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0); N = 400;' ...
               'out = nsd_sweep(osc, struct(''omega'', linspace(2, 3, N)), [0 5e3], ' ...
               '''Step'', 1e-2, ''q0'', -1, ''v0'', 0, ''Progress'', ''on'');' ...
               'ok = strcmp(out.status, ''ok''); s = strcmp(out.status, ''stopped'');' ...
               'printf(''[%d %d]'', any(ok) && any(s), all(ok | s));' ...
               'printf(''[%d]'', all(isfinite(out.q(ok))));' ...
               'next = nsd_simulate(nsd_ball(), [0 1]); printf(''[%s]'', next.status);']);
  assertTrue(~isempty(strfind(out, '[1 1][1][ok]')), out);
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

function text = sweep_of(runs)
% code of a sweep with a progress line, 5e5 steps in each run
  text = sprintf(['nsd_sweep(NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0), ' ...
                  'struct(''omega'', linspace(2, 3, %d)), [0 5e3], ''Step'', 1e-2, ' ...
                  '''q0'', -1, ''v0'', 0, ''Progress'', ''on'');'], runs);
end

function out = child(varargin)
  out = interrupted_child(varargin{:});
end
