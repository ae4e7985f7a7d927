function nsd_fit_view(ax, hull, angles)
%NSD_FIT_VIEW  The camera of axes in space so that the points HULL fill them, seen from ANGLES.
%   By themselves the hosts fit the box of the limits into the axes: a scene that leaves its corners
%   empty would be small, with white all around. HULL has one point [x y z] per row.
  if ~ishghandle(ax), return; end
  frame = nsd_view_axes(angles);
  set(ax, 'CameraTargetMode', 'auto', 'CameraPositionMode', 'auto', 'CameraViewAngleMode', 'auto');
  view(ax, angles);
  [x, y, z] = ndgrid(get(ax, 'XLim'), get(ax, 'YLim'), get(ax, 'ZLim'));
  box = [x(:), y(:), z(:)]*frame(:, 1:2);
  seen = hull(all(isfinite(hull), 2), :)*frame(:, 1:2);
  if isempty(seen), return; end
  fig = getpixelposition(ancestor(ax, 'figure'));
  place = get(ax, 'Position');
  room = max(place(3:4).*fig(3:4), 1);
  size_of = @(p) max(max(p, [], 1) - min(p, [], 1), realmin);
  middle = @(p) (max(p, [], 1) + min(p, [], 1))/2;
  shown = min(room./(1.04*size_of(seen)));         % pixels for a unit of length
  shift = frame(:, 1:2)*(middle(seen) - middle(box))';
  [target, from] = deal(get(ax, 'CameraTarget'), get(ax, 'CameraPosition'));
  set(ax, 'CameraTarget', target + shift', 'CameraPosition', from + shift', ...
      'CameraViewAngle', 360/pi*atan(min(room)/(2*norm(from - target)*shown)));
end
