function [x, info] = nsd_project(M, q, H, b, varargin)
%NSD_PROJECT  Projection on constraints in the kinetic metric: linear ones, or those of a system.
%   X = NSD_PROJECT(M, Q, H, B) is the admissible point nearest to Q:
%
%       X = argmin |X - Q|_M   subject to   H'*X + B >= 0,    |x|_M^2 = x'*M*x
%
%   M is n-by-n symmetric positive definite, full or sparse; H is n-by-m, one column
%   per constraint, m = 0 included; B is m-by-1 or a scalar                     [0].
%   [X, INFO] = NSD_PROJECT(...) also returns status, iterations, residual, solver and
%   lambda, the multipliers: X = Q + M\(H*lambda). The residual is that of NSD_LCP for
%   the gaps at X and lambda, recomputed from them. Status 'ray' means that the
%   constraints contradict each other; X is then Q.
%   [...] = NSD_PROJECT(..., 'Tolerance', TOL, 'MaxIter', N)    [1e-10, 10000].
%
%   Several nearly parallel or redundant constraints are fine: X is unique even where
%   lambda is not. Bad arguments raise nsd:system:<reason> or nsd:project:<reason>.
%
%   [X, INFO] = NSD_PROJECT(SYS, Q) is the position nearest to Q where the gaps of the mechanical
%   NsdSystem SYS are not negative and its joints hold. Where M depends on q, nearest is meant in
%   the geodesic distance of M(q): the geodesic that leaves X along the normals, with velocity
%   -M(X)\(H*lambda + J*multiplier), reaches Q after unit time. INFO has lambda, multiplier,
%   distance, status ('ok', 'maxIter', 'ray', 'stalled'), iterations and the residual of these
%   conditions, recomputed.   NSD_PROJECT(SYS, Q, 'Name', VALUE, ...) takes
%       Metric      'geodesic', or 'frozen': in the metric M(Q)          ['geodesic']
%       Time        t of gaps and joints that move                                [0]
%       Tolerance   on the last change of X, relative                         [1e-10]
%       MaxIter     rounds                                                      [100]
%   Q should lie near the admissible set: from far away the rounds may not converge, as INFO says.
%
%   Example
%       x = nsd_project(diag([1 4]), [-1; -1], [1 0; 1 1]', 0);
%       polar = NsdSystem.energies(@(q,v) (v(1)^2 + q(1)^2*v(2)^2)/2);
%       polar = polar.contact(@(q) q(1)*cos(q(2)) - 1);         % right of the line x = 1
%       y = nsd_project(polar, [0.9; 0.5]);                     % straight to it: [1.0891; 0.4073]
%
%   See also NSD_LCP, NSD_SIMULATE, NSDSYSTEM.
  if nargin > 1 && isa(M, 'NsdSystem')
    given = varargin;
    if nargin == 3
      given = {H};
    elseif nargin > 3
      given = [{H, b}, varargin];
    end
    [x, info] = nsd_project_system(M, q, given);
    return
  elseif nargin < 3
    error('nsd:project:missing', 'nsd_project needs M, q and H, or an NsdSystem and q');
  end
  if nargin < 4 || isempty(b), b = 0; end
  options = struct('Tolerance', 1e-10, 'MaxIter', 10000);
  options = nsd_pair_options('nsd_project', varargin, options, 'project', 'badOption');
  options = nsd_iteration_options(options, 0, 'project');
  sys = NsdSystem.linear(M);
  q = nsd_check_vector(q, sys.Coordinates, 'q', 'project');
  if isequal(size(H), [numel(q) 0])        % no constraint: nothing to do
    x = q;
    info = struct('lambda', zeros(0, 1), 'status', 'ok', 'iterations', 0, 'residual', 0, ...
                  'solver', 'direct');
    return
  end
  unit = unit_exponent(q, b);
  sys = sys.contact(H, scaled(b, -unit));
  [x, info.lambda, info.status, info.iterations, info.residual, info.solver] = ...
      nsd_kernel('project_frozen', nsd_linear_arrays(sys, 0, 0), scaled(q, -unit), options);
  x = scaled(x, unit);
  info.lambda = scaled(info.lambda, unit);
  if strcmp(info.status, 'ok') && ~all(isfinite([x; info.lambda]))
    info.status = 'stalled';               % the answer is beyond the range of numbers
  end
end

function unit = unit_exponent(q, b)
% 0, or the exponent of 2 in the largest number of q and b when products with it might overflow
  unit = 0;
  if isnumeric(b) && isreal(b)
    [~, unit] = log2(max(abs([q; full(double(b(:)))])));
    if ~isfinite(unit) || abs(unit) <= 200, unit = 0; end
  end
end

function a = scaled(a, exponent)
  if exponent ~= 0, a = pow2(double(a), exponent); end
end
