function part = nsd_body_parts(world, q, v)
%NSD_BODY_PARTS  Positions, turns (angle or quaternion), velocities and spins, a column per body.
  d = world.Dimension;
  count = world.Bodies;
  q = nsd_check_vector(q, (4*d - 5)*count, 'q', 'bodies');
  q = reshape(q, 4*d - 5, count);
  part.position = q(1:d, :);
  part.turn = q(d+1:end, :);
  if d == 3 && any(sum(part.turn.^2, 1) == 0)
    error('nsd:bodies:badOrientation', 'a quaternion in q is zero: every fourth to seventh number');
  end
  if nargin < 3, return; end
  v = reshape(nsd_check_vector(v, 3*(d - 1)*count, 'v', 'bodies'), 3*(d - 1), count);
  part.velocity = v(1:d, :);
  part.spin = v(d+1:end, :);
end
