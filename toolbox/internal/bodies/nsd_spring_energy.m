function energy = nsd_spring_energy(world, q)
%NSD_SPRING_ENERGY  Energy of the springs of a world at q; torsional ones by angles in (-pi, pi].
  d = world.Dimension;
  q = reshape(q, 4*d - 5, []);
  energy = 0;
  for load = world.Loads
    if ~any(strcmp(load.kind, {'spring', 'twist'})), continue; end
    [pa, A, alpha] = placed(d, q, load.bodies(1), load.pointA, load.frameA);
    [pb, B, beta] = placed(d, q, load.bodies(2), load.pointB, load.frameB);
    if strcmp(load.kind, 'spring')
      change = norm(pb - pa) - load.length;
    elseif d == 2
      change = beta - alpha - load.length;
    else
      change = atan2(A(:, 3)'*B(:, 2), A(:, 2)'*B(:, 2)) - load.length;
    end
    energy = energy + load.stiffness*change^2/2;
  end
end

function [point, frame, angle] = placed(d, q, body, point, frame)
% a point and the axes of a body in the world; the angle in the plane, less that of the start
  angle = 0;
  if body == 0, return; end
  x = q(:, body);
  if d == 2
    angle = x(3);
    point = [x(1:2); 0] + [cos(angle) -sin(angle) 0; sin(angle) cos(angle) 0; 0 0 1]*point;
    return
  end
  turn = x(4:7)/norm(x(4:7));
  point = x(1:3) + nsd_quaternion_rotate(turn, point, 1);
  for j = 1:3, frame(:, j) = nsd_quaternion_rotate(turn, frame(:, j), 1); end
end
