function run = nsd_event_function(run, options, mechanical)
%NSD_EVENT_FUNCTION  Option Events as fields of a run: number of events, and a function for them.
%   RUN.eventOutputs: how many of value, isterminal and direction the function returns.
  f = options.Events;
  run.events = [];
  run.eventCount = 0;
  if isempty(f), return; end
  if ~any(abs(nargin(f)) == [2 3])
    error('nsd:options:badValue', ['Events must be a function of (t,q,v), or of (t,y) with ' ...
          'y = [q; v], that returns [value, isterminal, direction]']);
  end
  form = 'Events must be a function of (t,q,v), or of (t,y)';
  orders = {{}, {'t', 'y'}, {'t', 'q', 'v'}};
  if ~mechanical, orders{2} = {'t', 'x'}; end
  f = nsd_ordered_arguments(f, orders{abs(nargin(f))}, 'badFunction', form);
  [t0, q0, v0] = deal(run.t0, run.q0, run.v0);
  if ~mechanical, v0 = []; end
  for outputs = 3:-1:1       % defaults: never terminal, both directions
    [first, err] = nsd_probe(@() nsd_event_values(f, t0, q0, v0, outputs));
    if isempty(err), break; end
    if outputs == 1 || strncmp(err.identifier, 'nsd:simulate:Events', 19)
      nsd_raise_in(err, 'Events', t0);
    end
  end
  run.eventOutputs = outputs;
  count = size(first, 1);
  run.eventCount = count;
  if mechanical
    run.events = nsd_tape_of(@(t, q, v) nsd_event_values(f, t, q, v, outputs, count), ...
                             {t0, q0, v0}, 'Events', options.Compile);
  else
    run.events = nsd_tape_of(@(t, x) nsd_event_values(f, t, x, [], outputs, count), ...
                             {t0, q0}, 'Events', options.Compile);
  end
end
