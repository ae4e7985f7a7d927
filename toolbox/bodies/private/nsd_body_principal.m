function [moments, axes_of] = nsd_body_principal(tensor, where)
%NSD_BODY_PRINCIPAL  Moments of inertia about the principal axes, and these axes as columns.
%   A tensor that is diagonal up to rounding keeps its axes; others get axes as near to the given
%   ones as the order of the moments allows.
  tensor = (tensor + tensor')/2;
  moments = diag(tensor);
  if ~all(isfinite(tensor(:))), moments(:) = NaN; end
  axes_of = eye(3);
  rest = tensor - diag(moments);
  if max(abs(rest(:))) > 1e-12*max(abs(moments))
    [V, D] = eig(tensor);
    place = zeros(1, 3);
    left = abs(V);
    for k = 1:3                                   % the largest entry decides whose axis it is
      [~, best] = max(left(:));
      [i, j] = ind2sub([3 3], best);
      place(i) = j;
      left(i, :) = -1;
      left(:, j) = -1;
    end
    axes_of = V(:, place);
    moments = diag(D);
    moments = moments(place);
    axes_of = bsxfun(@times, axes_of, sign(diag(axes_of)' + (diag(axes_of)' == 0)));
    if det(axes_of) < 0, axes_of(:, 3) = -axes_of(:, 3); end
  end
  nsd_body_moments(moments, where);
end
