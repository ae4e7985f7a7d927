function [point, frame] = nsd_body_frame(world, k, point, frame)
%NSD_BODY_FRAME  A point and directions of the world as body k has them, where k was added.
%   k = 0 is the ground. POINT is d-by-1, FRAME 3-by-m or []; both come back with three rows.
  d = world.Dimension;
  point = [point(:); zeros(3 - d, 1)];
  if k == 0, return; end
  stride = 4*d - 5;
  q = world.Places((k - 1)*stride + (1:stride));
  point = point - [q(1:d); zeros(3 - d, 1)];
  if d == 2
    c = cos(q(3));
    s = sin(q(3));
    back = [c s 0; -s c 0; 0 0 1];
    point = back*point;
    if ~isempty(frame), frame = back*frame; end
    return
  end
  turn = q(4:7)/norm(q(4:7));
  point = nsd_quaternion_rotate(turn, point, -1);
  for j = 1:size(frame, 2), frame(:, j) = nsd_quaternion_rotate(turn, frame(:, j), -1); end
end
