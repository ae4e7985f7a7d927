function sol = nsd_run_parts(sys, q0, v0, run, options, goesOn)
%NSD_RUN_PARTS  A whole run: its steps, a shorter last step where they do not end at t1, and time
%   stepping where 'event', chosen by Method 'auto', ends with a status of the cell GOESON.
  [sol, part] = nsd_run_system(sys, q0, v0, run, options);
  if any(strcmp(sol.status, goesOn))
    h = nsd_choose_step(sys, run.t0, run.tEnd - run.t0, q0, v0);
    sol = with_time_stepping(part, options, h);
  elseif run.rest > 0 && strcmp(sol.status, 'ok')
    sol = with_last_step(part, options);
  end
end

function sol = with_last_step(head, options)
  run = head.run;
  run.t0 = run.t0 + run.steps*run.h;
  [run.h, run.steps, run.times, run.memory] = deal(run.rest, 1, run.lastTimes, head.memory);
  rows = head.sol;
  [~, tail] = nsd_run_system(rows.system, rows.q(end, :)', rows.v(end, :)', without_model(run), ...
                             options);
  sol = nsd_join_runs(head, tail, run.method, options);
end

function sol = with_time_stepping(head, options, h)
% from the last row on, also where rows stand at given times only
  [run, rows] = deal(head.run, head.sol);
  [t0, status] = deal(rows.t(end), rows.status);
  span = run.tEnd - t0;
  if span <= 1e-9*h
    sol = rows;
    return
  end
  run.t0 = t0;
  run.steps = ceil(span/h);
  run.h = span/run.steps;
  run.times = run.times(run.times > t0);
  run.why = sprintf('%s; %s at t = %g, time stepping went on', run.why, status, t0);
  options.Method = 'moreau';
  [~, tail] = nsd_run_system(rows.system, rows.q(end, :)', rows.v(end, :)', without_model(run), ...
                             options);
  sol = nsd_join_runs(head, tail, 'event, then moreau', options);
end

function run = without_model(run)
% what nsd_setup_run makes for the start of a run
  if isfield(run, 'model'), run.model = {}; end
end
