function result = nsd_body_rows(result, world, between)
%NSD_BODY_ROWS  The result of a run of rigid bodies as NsdSolution takes it.
%   The padding of velocities is cut; BETWEEN steps, at given times, quaternions are normalised.
  d = world.Dimension;
  places = nsd_body_places(world);
  n = size(result.q, 2);
  result.v = result.v(:, places(n+1:end) - n);
  if between && d == 3
    turns = reshape(1:n, 7, []);
    result.q = scaled(result.q, turns(4:7, :));
  end
  result.multiplier = zeros(size(result.q, 1), 0);
  result = nsd_link_rows(result, world);
end

function q = scaled(q, places)
  for k = 1:size(places, 2)
    p = q(:, places(:, k));
    q(:, places(:, k)) = bsxfun(@rdivide, p, sqrt(sum(p.^2, 2)));
  end
end
