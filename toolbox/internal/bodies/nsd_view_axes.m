function axes_of = nsd_view_axes(angles)
%NSD_VIEW_AXES  Columns: to the right, up, and to the viewer, of view([azimuth elevation]).
%   ANGLES may also be the direction [x y z] from which the scene is seen.
  if numel(angles) == 3
    angles = [atan2(angles(1), -angles(2)), atan2(angles(3), norm(angles(1:2)))]*180/pi;
  end
  [az, el] = deal(angles(1)*pi/180, angles(2)*pi/180);
  axes_of = [cos(az), -sin(az)*sin(el), sin(az)*cos(el); ...
             sin(az), cos(az)*sin(el), -cos(az)*cos(el); ...
             0, cos(el), sin(el)];
end
