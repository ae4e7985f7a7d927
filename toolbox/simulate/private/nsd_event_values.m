function out = nsd_event_values(f, t, q, v, outputs, expected)
%NSD_EVENT_VALUES  The user's Events function as one matrix [value, isterminal, direction].
%   The function f takes (t,q,v), or (t,y) with y = [q; v] as for odeset, and returns column or row
%   vectors; outputs: how many of the three f returns; expected: number of values at the start.
  in = {t, q, v};
  if nargin(f) == 2, in = {t, [q; v]}; end
  all_outputs = {[], 0, 0};
  [all_outputs{1:outputs}] = f(in{:});
  [value, stop, direction] = all_outputs{:};
  count = numel(value);
  if ~isfloat(value)
    error('nsd:simulate:EventsType', ['Events must return real numbers whose zeros are the ' ...
          'events, not a value of class %s'], class(value));
  end
  if count ~= max(size(value)) && count > 0
    error('nsd:simulate:EventsSize', 'Events must return a vector of values, not %s', ...
          nsd_size_text(value));
  end
  if nargin > 5 && count ~= expected
    error('nsd:simulate:EventsSize', ['Events must return as many values at all times: %d at ' ...
          'the start, now %d'], expected, count);
  end
  out = [double(value(:)), spread(stop, count, 'isterminal'), ...
         spread(direction, count, 'direction')];
end

function column = spread(given, count, name)
% one number for all events, or one for each
  if ~(isnumeric(given) || islogical(given))
    error('nsd:simulate:EventsType', '%s of Events must be numbers, not of class %s', name, ...
          class(given));
  end
  if ~any(numel(given) == [1 count])
    error('nsd:simulate:EventsSize', ['%s of Events must be one number, or one for each of the ' ...
          '%d values, not %s'], name, count, nsd_size_text(given));
  end
  column = double(given(:)) + zeros(count, 1);
end
