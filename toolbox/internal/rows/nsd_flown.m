function [q, v] = nsd_flown(from, to, width, weight)
%NSD_FLOWN  States within steps of Method 'event', as nsd_quintic; also of spheres in space.
%   Of these q has seven numbers for each body, v and a have six: their positions are of degree
%   five, their spins cubics, by which the quaternions turn (nsd_turned).
  B = size(from.q, 2) - size(from.v, 2);
  if B == 0
    [q, v] = nsd_quintic(from, to, width, weight);
    return
  end
  [q, v] = deal(from.q, from.v);
  for k = 1:B
    [place, turn] = deal(7*(k - 1) + (1:3), 7*(k - 1) + (4:7));
    [rate, spin] = deal(6*(k - 1) + (1:3), 6*(k - 1) + (4:6));
    part = @(s) struct('q', s.q(:, place), 'v', s.v(:, rate), 'a', s.a(:, rate));
    [q(:, place), v(:, rate)] = nsd_quintic(part(from), part(to), width, weight);
    part = @(s) struct('w', s.v(:, spin)', 'a', s.a(:, spin)');
    [p, w] = nsd_turned(from.q(:, turn)', part(from), part(to), width', weight');
    [q(:, turn), v(:, spin)] = deal(p', w');
  end
end
