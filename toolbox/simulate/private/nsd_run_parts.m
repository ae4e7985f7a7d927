function [sol, setup] = nsd_run_parts(job)
%NSD_RUN_PARTS  A whole run (nsd_new_run): its steps, a shorter last step where they do not end at
%   t1, and time stepping where 'event', chosen by Method 'auto', ends with a status of the cell
%   job.goesOn. SETUP: what nsd_setup_run made, for nsd_kept_run.
  run = job.run;
  options = job.options;
  [sol, part] = nsd_run_system(job.sys, job.q0, job.v0, run, options, job.setup);
  setup = part.setup;
  if strcmp(sol.status, 'ok')
    if run.rest > 0, sol = with_last_step(part, options); end
  elseif any(strcmp(sol.status, job.goesOn))
    h = nsd_choose_step(job.sys, run.t0, run.tEnd - run.t0, job.q0, job.v0);
    sol = with_time_stepping(part, options, h);
  end
end

function sol = with_last_step(head, options)
  run = head.run;
  run.t0 = run.t0 + run.steps*run.h;
  [run.h, run.steps, run.times, run.memory] = deal(run.rest, 1, run.lastTimes, head.memory);
  rows = head.sol;
  run.impulse = nsd_last_impulses(head);
  [~, tail] = nsd_run_system(rows.system, rows.q(end, :)', rows.v(end, :)', without_model(run), ...
                             options);
  sol = nsd_join_runs(head, tail, run.method, options);
end

function sol = with_time_stepping(head, options, h)
% from the last row on, also where rows stand at given times only
  [run, rows] = deal(head.run, head.sol);
  [t0, status] = deal(rows.t(end), rows.status);
  span = run.tEnd - t0;
  [reason, stuck] = deal('', false);
  if strcmp(status, 'stalled')
    reason = nsd_stall_reason(rows);
    sys = rows.system;
    stuck = isempty(reason) && isempty(sys.Gaps) && isempty(sys.Drags);      % a force without bound
  end
  if span <= 1e-9*h || stuck
    sol = rows;
    return
  end
  run.t0 = t0;
  run.steps = ceil(span/h);
  run.h = span/run.steps;
  run.times = run.times(run.times > t0);
  if ~isempty(reason), reason = sprintf(' (%s)', reason); end
  run.why = sprintf('%s; %s at t = %g%s, time stepping went on', run.why, status, t0, reason);
  [options.Method, options.RelTol, options.AbsTol] = deal('moreau', [], []);
  [~, failed] = nsd_probe(@() allowed(rows.system, options));
  if ~isempty(failed), options.Method = 'rattle'; end
  [~, tail] = nsd_run_system(rows.system, rows.q(end, :)', rows.v(end, :)', without_model(run), ...
                             options);
  sol = nsd_join_runs(head, tail, ['event, then ' options.Method], options);
end

function done = allowed(sys, options)
% raises where the method has no law for the contacts, as 'moreau' for most laws of impacts
  nsd_refuse_contacts(sys, options);
  done = true;
end

function run = without_model(run)
% what nsd_setup_run makes for the start of a run
  if isfield(run, 'model'), run.model = {}; end
end
