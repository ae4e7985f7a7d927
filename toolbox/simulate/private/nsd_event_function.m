function run = nsd_event_function(run, f, q0, v0)
%NSD_EVENT_FUNCTION  Option Events as fields of a run: number of events, and a function for them.
  run.events = [];
  run.eventCount = 0;
  if isempty(f), return; end
  if ~any(abs(nargin(f)) == [2 3])
    error('nsd:options:badValue', ['Events must be a function of (t,q,v), or of (t,y) with ' ...
          'y = [q; v], that returns [value, isterminal, direction]']);
  end
  for outputs = 3:-1:1       % defaults: never terminal, both directions
    try
      first = nsd_event_values(f, run.t0, q0, v0, outputs);
      break
    catch err
      if outputs == 1 || strncmp(err.identifier, 'nsd:simulate:Events', 19)
        error(struct('message', sprintf('%s [Events at t = %g]', err.message, run.t0), ...
                     'identifier', nsd_or(err.identifier, 'nsd:simulate:userError')));
      end
    end
  end
  run.eventCount = size(first, 1);
  run.events = @(t, q, v) nsd_event_values(f, t, q, v, outputs, run.eventCount);
end
