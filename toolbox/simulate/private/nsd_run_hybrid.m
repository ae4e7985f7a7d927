function sol = nsd_run_hybrid(sys, x0, run, options)
%NSD_RUN_HYBRID  One event-driven run of a hybrid system through its gateway.
  s = sys.FirstOrder;
  n = numel(x0);
  if s.withTime, place = @() s.guards(x0, run.t0); else, place = @() s.guards(x0); end
  h = nsd_first_value(place, NaN, 'h(x)', 'guard', run.t0);
  m = numel(h);
  nsd_first_value(@() s.rate(run.t0, x0), n, 'f(t,x)', 'rate', run.t0);
  if numel(s.reset) > 1 && numel(s.reset) ~= m
    error('nsd:simulate:resetSize', '%d resets for %d guards: give one, or one per guard', ...
          numel(s.reset), m);
  end
  low = find(h(:) < -1e-9*max(1, max(abs(x0))), 1);
  if ~isempty(low)
    error('nsd:simulate:gapStart', 'guard %d is %g at the start: all must be >= 0', low, h(low));
  end
  mass = s.mass;
  if isnumeric(mass) && ~isempty(mass), mass = @(x) s.mass; end
  arrays = struct('n', n, 'm', m, 'rate', s.rate, 'guardValues', s.guards, 'mass', mass, ...
                  'reset', @(x, i, t) state_after_reset(s.reset, x, i, t), ...
                  'withTime', double(s.withTime), 'guard', @nsd_guarded_call);
  place = {x0, run.t0};
  arrays.rate = nsd_tape_of(s.rate, {run.t0, x0}, 'f(t,x)', options.Compile);
  arrays.guardValues = nsd_tape_of(s.guards, place(1:1 + s.withTime), 'h(x)', options.Compile);
  fields = nsd_event_fields(nsd_run_fields(run, x0, zeros(n, 1), options), options);
  fields.keepEnergy = struct();
  fields = nsd_event_function(fields, options.Events, x0, []);
  if ~isempty(fields.events)
    f = fields.events;
    fields.events = nsd_tape_of(@(t, x) f(t, x, []), {run.t0, x0}, 'Events', options.Compile);
  end
  result = nsd_raise_user_error(nsd_kernel('run_hybrid', arrays, fields), options);
  result.v = zeros(size(result.q, 1), 0);
  sol = NsdSolution(sys, fields, result);
end

function x = state_after_reset(resets, x, i, t)
% the state after the reset of guard i; the cell resets has one function for all guards, or one each
  f = resets{min(i, numel(resets))};
  switch abs(nargin(f))
    case 1, x = f(x);
    case 2, x = f(x, i);
    otherwise, x = f(x, i, t);
  end
  x = x(:);
end
