function [sol, options] = nsd_run_world(world, tspan, given)
%NSD_RUN_WORLD  A world of few bodies by Method 'event': nsd_simulate(WORLD, TSPAN, GIVEN{:}).
%   The world is written as an NsdSystem (nsd_world_system), which is run; SOL has its rows as those
%   of rigid bodies (nsd_world_rows).
  nsd_check_span(tspan, given);
  given = nsd_chars(given);
  if numel(given) > 2 && isnumeric(given{3}) && isempty(given{3}), given(3) = []; end
  states = find([cellfun('isclass', given, 'char') | cellfun('isclass', given, 'struct'), true], ...
                1) - 1;
  [q0, v0] = nsd_read_arguments(world, given(1:states), double(tspan(1)));
  asked = nsd_options(given{states+1:end});
  refuse_options(asked);
  touches = nsd_world_touches(world, q0, v0);
  [sys, q, v] = nsd_world_system(world, touches, q0, v0);
  job = nsd_new_run(sys, tspan, {q, v, asked});
  options = job.options;
  [inner, part] = nsd_run_system(job.sys, job.q0, job.v0, job.run, options);
  path = inner;
  if world.Dimension == 3 && (numel(tspan) > 2 || options.OutputEvery > 1)
    path = every_step(sys, tspan, q, v, asked);   % other rows do not tell how bodies turn
  end
  sol = nsd_world_rows(world, touches, q0, v0, inner, part, path, options);
end

function sol = every_step(sys, tspan, q, v, asked)
  asked.OutputEvery = [];
  job = nsd_new_run(sys, double([tspan(1) tspan(end)]), {q, v, asked});
  sol = nsd_run_system(job.sys, job.q0, job.v0, job.run, job.options);
end

function refuse_options(options)
% what would need the state of the world within the run
  for name = {'Events', 'OutputFcn', 'Controller', 'Sensitivity', 'OutputSel'}
    value = options.(name{1});
    if isempty(value) || any(strcmp(value, 'off')), continue; end
    error('nsd:bodies:event', ['%s is not available for rigid bodies by Method ''event'': take ' ...
          'Method ''moreau'', or write an NsdSystem'], name{1});
  end
end
