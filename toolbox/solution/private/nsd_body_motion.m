function motion = nsd_body_motion(sol, k)
%NSD_BODY_MOTION  sol.body(k): one rigid body by its number or label, row by row.
  if ~isfield(sol.stats, 'dimension')
    error('nsd:solution:noBodies', 'sol.body(k) belongs to solutions of NsdBodies');
  end
  count = sol.stats.bodies;
  if ischar(k)
    label = k;
    k = find(strcmp(label, sol.system.Labels));
    if ~isscalar(k)
      error('nsd:solution:noBody', 'no body is called ''%s''; names are given by world.named', ...
            label);
    end
  end
  if ~isnumeric(k) || ~isscalar(k) || ~any(k == 1:count)
    error('nsd:solution:noBody', 'sol.body takes a number from 1 to %d, or a label', count);
  end
  d = sol.stats.dimension;
  q = sol.q(:, (k - 1)*(4*d - 5) + (1:4*d - 5));
  v = sol.v(:, (k - 1)*3*(d - 1) + (1:3*(d - 1)));
  if d == 3 && isa(sol.system, 'NsdBodies')       % the axes that the body was given with
    turn = sol.system.Turns(:, k);
    q(:, 4:7) = nsd_quaternion_product(q(:, 4:7)', [turn(1); -turn(2:4)])';
  end
  motion = struct('position', q(:, 1:d), 'orientation', q(:, d+1:end), ...
                  'velocity', v(:, 1:d), 'spin', v(:, d+1:end));
end
