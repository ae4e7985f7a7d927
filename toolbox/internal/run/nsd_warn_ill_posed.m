function warned = nsd_warn_ill_posed(s, h, options)
%NSD_WARN_ILL_POSED  Warn when the matrix of the step has a negative principal minor (FO.7).
%   WARNED: true where it did. Then the relation of a step may have several solutions, or none.
%   Of sparse systems only the
%   diagonal is looked at, to first order in h, and nothing where equations are to be eliminated.
  warned = false;
  eq = strcmp(s.laws, 'equality');
  if all(eq), return; end
  places = {'explicit', 0; 'midpoint', options.Theta; 'implicit', 1};
  rho = places{strcmp(options.Relation, places(:, 1)), 2};
  if issparse(s.A)
    if ~any(eq) && any(diag(s.D) + rho*h*sum(s.C.'.*s.B, 1)' < -1e-12*max(abs([1; nonzeros(s.D)])))
      warned = warn(rho);
    end
    return
  end
  if strcmp(options.Method, 'zoh') || rho == 0
    S = h*eye(s.n);                           % to first order in h, which decides the sign
  else
    S = h*inverse_of(eye(s.n) - options.Theta*h*s.A);
  end
  M = rho*(s.C*S*s.B) + s.D;
  if any(eq)    % eliminated; where their block is singular, I for its inverse: signs mean nothing
    M = M(~eq, ~eq) - M(~eq, eq)*inverse_of(M(eq, eq))*M(eq, ~eq);
  end
  scale = max(abs(M), [], 2);
  M = bsxfun(@rdivide, M, scale + (scale == 0));
  if has_negative_minor(M), warned = warn(rho); end
end

function warned = warn(rho)
  warned = true;
  matrix = 'D + C S B';
  if rho < 1, matrix = sprintf('D + %g C S B', rho); end
  if rho == 0, matrix = 'D'; end
  nsd_warn('nsd:simulate:illPosed', ['check the signs of B, C and D, a diode or relay must ' ...
           'oppose what drives it: a step may have several solutions or none (its relation ' ...
           'y = (%s) lambda + ... has a negative principal minor)'], matrix);
end

function X = inverse_of(A)
  restore = nsd_silence_warnings({'all'});                                    %#ok<NASGU>
  X = inv(A);
  if ~all(isfinite(X(:))), X = eye(size(A)); end
end

function yes = has_negative_minor(M)
% all principal minors for up to eight relations, otherwise the diagonal entries
  m = size(M, 1);
  yes = any(diag(M) < -1e-12);
  if m > 8, return; end
  for set = 1:2^m - 1
    k = find(bitand(set, 2.^(0:m-1)));
    yes = yes || det(M(k, k)) < -1e-10;
  end
end
