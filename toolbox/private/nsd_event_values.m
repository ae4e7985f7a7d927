function out = nsd_event_values(f, t, q, v, outputs)
%NSD_EVENT_VALUES  The user's Events function as one matrix [value, isterminal, direction].
%   It takes (t,q,v), or (t,y) with y = [q; v] as for odeset, and returns column or row vectors;
%   outputs: how many of the three it has.
  in = {t, q, v};
  if nargin(f) == 2, in = {t, [q; v]}; end
  stop = 0;
  way = 0;
  if outputs > 2
    [value, stop, way] = f(in{:});
  elseif outputs > 1
    [value, stop] = f(in{:});
  else
    value = f(in{:});
  end
  count = numel(value);
  out = [double(value(:)), stop(:) + zeros(count, 1), way(:) + zeros(count, 1)];
end
