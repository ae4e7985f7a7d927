function surface = nsd_body_surface(values, count, dimension)
%NSD_BODY_SURFACE  The numbers of surfaces (c/bodies/bodies.h) as columns; NaN: not named.
  names = {'Friction', 'Restitution', 'TangentialRestitution', 'Rolling', 'Spinning'};
  low = [0 0 -1 0 0];          % TangentialRestitution > -1, which would conserve sliding
  opening = '[[([[';
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
    bad = value < low(k) | value > high(k) | (k == 3 & value == -1);
    if any(bad)
      error(['nsd:bodies:bad' names{k}], '%s must be in %s%g, %g], not %g', names{k}, ...
            opening(k), low(k), high(k), value(find(bad, 1)));
    end
    surface(k, :) = value;
  end
  if dimension == 2 && any(surface(5, :) > 0)
    error('nsd:bodies:dimension', ['Spinning is friction about the normal of a contact, and ' ...
          'bodies in the plane do not turn about it: leave it out']);
  end
end
