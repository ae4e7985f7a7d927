function lines = nsd_check_bodies(world, q)
%NSD_CHECK_BODIES  Start of a world of rigid bodies, for nsd_check_system: overlaps and angles.
  gaps = world.contacts(q).gap;
  lines = nsd_check_line('overlaps', 'ok', '%s, none overlap', ...
                         nsd_count_text(world.Bodies, 'body'));
  if any(gaps < -1e-9)
    [depth, k] = min(gaps);
    pair = world.contacts(q).bodies(k, :);
    lines = nsd_check_line('overlaps', 'note', ['bodies %d and %d (negative: a plane) overlap ' ...
                           'by %.3g'], pair(1), pair(2), -depth);
  end
  if world.Dimension == 2
    angles = q(3:3:end);
    names = arrayfun(@(k) sprintf('Angle of body %d', k), 1:world.Bodies, 'UniformOutput', false);
    lines = [lines, nsd_check_degrees(names, angles)];
  end
end
