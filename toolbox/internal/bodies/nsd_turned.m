function [p, w] = nsd_turned(p, from, to, width, weight)
%NSD_TURNED  Quaternions that are turned by spins, within steps of Method 'event'.
%   P: 4-by-N, at the starts of steps of the lengths WIDTH (1-by-N); FROM and TO: structs with
%   the spin w and its rate a (3-by-N, frame at rest) at the ends. P comes back at the fraction
%   WEIGHT of the steps, and W is the spin there. Spins are cubics; turns are products of
%   exponentials of order four, over as many parts of a step as it takes until they no longer
%   change (RB.31).
  [parts, last] = deal(2, product_of(1, from, to, width, weight));
  while true
    turn = product_of(parts, from, to, width, weight);
    if parts >= 256 || max([0; abs(turn(:) - last(:))]) < 1e-14, break; end
    [parts, last] = deal(2*parts, turn);
  end
  p = nsd_quaternion_product(turn, p);
  p = bsxfun(@rdivide, p, sqrt(sum(p.^2, 1)));
  if nargout > 1, w = spin_at(from, to, width, weight); end
end

function turn = product_of(parts, from, to, width, weight)
  N = size(from.w, 2);
  turn = [ones(1, N); zeros(3, N)];
  h = width.*weight/parts;
  for k = 1:parts
    s = weight.*(k - 1 + (1 + [-1; 1]/sqrt(3))/2)/parts;             % Gauss points
    w1 = spin_at(from, to, width, s(1, :));
    w2 = spin_at(from, to, width, s(2, :));
    way = bsxfun(@times, h/2, w1 + w2) + bsxfun(@times, sqrt(3)/12*h.^2, cross(w2, w1, 1));
    angle = sqrt(sum(way.^2, 1));
    part = sin(angle/2)./max(angle, realmin);
    part(angle < 1e-9) = 1/2;
    turn = nsd_quaternion_product([cos(angle/2); bsxfun(@times, part, way)], turn);
  end
end

function w = spin_at(from, to, width, s)
% the cubic with values and slopes of both ends
  times = @(x, y) bsxfun(@times, x, y);
  w = times(1 - 3*s.^2 + 2*s.^3, from.w) + times(3*s.^2 - 2*s.^3, to.w) ...
      + times(width.*(s - 2*s.^2 + s.^3), from.a) + times(width.*(s.^3 - s.^2), to.a);
end
