function frame = nsd_body_axes(d, axis, caller)
%NSD_BODY_AXES  A unit axis and two directions across, as columns; in the plane the axis out of it.
  if d == 2
    frame = [0 1 0; 0 0 1; 1 0 0];
    return
  end
  axis = nsd_check_vector(axis, 3, [caller ': Axis'], 'bodies');
  if ~(norm(axis) > 0), error('nsd:bodies:badAxis', '%s: Axis is zero', caller); end
  axis = axis/norm(axis);
  [~, k] = min(abs(axis));
  across = zeros(3, 1);
  across(k) = 1;
  across = across - axis*(axis'*across);
  across = across/norm(across);
  frame = [axis, across, cross(axis, across)];
end
