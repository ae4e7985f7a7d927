function [plane, surface] = nsd_body_plane(dimension, normal, given)
%NSD_BODY_PLANE  A half-space: unit normal (three numbers) over its offset, and its surface.
  offset = 0;
  if ~isempty(given) && ~ischar(given{1})
    offset = given{1};
    given(1) = [];
  end
  values = nsd_body_options('plane', given, struct('Friction', [], 'Restitution', [], ...
                            'TangentialRestitution', [], 'Rolling', [], 'Spinning', []));
  normal = nsd_real_array(normal, 'normal', 'bodies');
  normal = normal(:);
  offset = nsd_real_array(offset, 'offset', 'bodies');
  if numel(normal) ~= dimension || ~(norm(normal) > 0) || numel(offset) ~= 1
    error('nsd:bodies:badPlane', ['plane takes a normal of %d numbers, not all zero, and the ' ...
          'distance of the plane from the origin along it'], dimension);
  end
  plane = zeros(4, 1);
  plane(1:dimension) = normal/norm(normal);
  plane(4) = offset;
  surface = nsd_body_surface(values, 1, dimension);
end
