function [W, q, mu] = stone_pile(stones, spread, seed)
%STONE_PILE  Contact problem of stones that touch each other at four points, for nsd_friction.
%   [W, Q, MU] = STONE_PILE(STONES, SPREAD, SEED): stones with masses from 0.1 to 10 above each
%   other; the points of a pair, and of the lowest three stones and the floor, lie within SPREAD or
%   so, with normals that differ by 0.02. They fall with 0.05 and random velocities of 0.01; MU is
%   1. Rows of W depend on each other, and loads pass from point to point with hardly a change of
%   velocities.
  restore = seeded(seed); %#ok<NASGU>  until the end of this function
  centre = [2*rand(2, stones); 0.6*(1:stones)];
  H = zeros(6*stones, 0);
  for i = 1:stones
    for j = [0, max(1, i-3):i-1]
      if j == 0 && i <= 3
        up = [0.2*randn(2, 1); 1];
        H = [H, touch(i, j, [centre(1:2, i); 0], up, centre, spread)]; %#ok<AGROW>
      elseif j > 0 && rand >= 0.35
        way = centre(:, i) - centre(:, j);
        H = [H, touch(i, j, centre(:, j) + way/2, way, centre, spread)]; %#ok<AGROW>
      end
    end
  end
  mass = 10.^(2*rand(1, stones) - 1);
  inverse = kron(diag(1./mass), diag([1 1 1 20 20 20]));
  W = H'*inverse*H;
  v = 0.01*randn(6*stones, 1);
  v(3:6:end) = v(3:6:end) - 0.05;
  q = H'*v;
  mu = ones(size(q, 1)/3, 1);
end

function H = touch(i, j, place, normal, centre, spread)
% columns of four points where stone i lies on stone j, or on the floor for j = 0
  H = zeros(6*size(centre, 2), 12);
  normal = normal/norm(normal);
  along = null(normal');
  for k = 1:4
    x = place + spread*along*randn(2, 1);
    n = normal + 0.02*(mod(k, 2) == 0)*randn(3, 1);
    frame = [n/norm(n), null(n')];
    at = 3*k-2:3*k;
    H(6*i-5:6*i, at) = [frame; cross(repmat(x - centre(:, i), 1, 3), frame)];
    if j > 0
      H(6*j-5:6*j, at) = -[frame; cross(repmat(x - centre(:, j), 1, 3), frame)];
    end
  end
end
