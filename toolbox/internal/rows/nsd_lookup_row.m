function [k, first] = nsd_lookup_row(times, t)
%NSD_LOOKUP_ROW  The last row whose time is at or before t, or the first; FIRST: at the same time.
  if numel(times) < 2
    k = ones(size(t));
    first = k;
  else
    t = min(max(t, times(1)), times(end));
    [known, last] = unique(times, 'last');
    [~, opening] = unique(times, 'first');
    beyond = 2*abs(known(end)) + 1;              % MATLAB may ask for finite points
    place = interp1([known; beyond], (1:numel(known) + 1)', t, 'previous');
    k = last(place);
    first = opening(place);
  end
end
