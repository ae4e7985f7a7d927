function a = nsd_left_acceleration(log, t, from, to, width)
%NSD_LEFT_ACCELERATION  Accelerations at the ends of steps, as the steps themselves have them.
%   Friction that changes its side makes the acceleration jump where the velocity does not, and
%   the row there holds what comes after. A step that ends in such a row is a curve of
%   degree four through the rest: this is its acceleration.
  a = to.a;
  turns = log(1, log(3, :) == 6 | log(3, :) == 7);            % stick, slip
  k = find(ismember(t(:), turns) & width(:) > 0);
  if isempty(k), return; end
  h = width(k)*ones(1, size(a, 2));
  A = to.q(k, :) - from.q(k, :) - h.*(from.v(k, :) + h.*from.a(k, :)/2);
  B = to.v(k, :) - from.v(k, :) - h.*from.a(k, :);
  a(k, :) = from.a(k, :) + (6*h.*B - 12*A)./h.^2;                             % (ED.26)
end
