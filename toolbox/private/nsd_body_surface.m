function surface = nsd_body_surface(values, count)
%NSD_BODY_SURFACE  The numbers of surfaces (c/nsd_bodies.h) as columns; NaN: not named.
  names = {'Friction', 'Restitution', 'TangentialRestitution', 'Rolling', 'Spinning'};
  low = [0 0 -1 0 0];
  high = [Inf 1 1 Inf Inf];
  surface = NaN(5, count);
  for k = 1:5
    value = values.(names{k});
    if isempty(value), continue; end
    value = nsd_real_array(value, names{k}, 'bodies');
    value = value(:)';
    if ~any(numel(value) == [1 count])
      error('nsd:bodies:badSize', '%s has %d values for %d bodies', names{k}, numel(value), count);
    end
    if any(value < low(k) | value > high(k))
      error(['nsd:bodies:bad' names{k}], '%s must be in [%g, %g], not %g', names{k}, low(k), ...
            high(k), value(find(value < low(k) | value > high(k), 1)));
    end
    surface(k, :) = value;
  end
end
