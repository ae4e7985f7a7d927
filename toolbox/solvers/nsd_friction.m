function [r, info] = nsd_friction(W, q, mu, varargin)
%NSD_FRICTION  Solve a contact problem with Coulomb friction, in the plane or in space.
%   R = NSD_FRICTION(W, Q, MU) finds the impulses R of m contacts, contact by contact (N,T) in
%   the plane or (N,T1,T2) in space, with
%       U = W*R + Q,
%       either  R = 0 and U_N >= 0                              (open)
%       or      U = 0 and |R_T| <= MU*R_N                       (stick)
%       or      U_N = 0, |R_T| = MU*R_N, R_T opposite to U_T    (slip)
%   MU holds one coefficient per contact, zero allowed; Q has 2*m or 3*m entries, which decides
%   the dimension; W is square, full or sparse, in mechanics W = H'*(M\H) for the contact
%   directions H. Q is the velocity without impulses; impacts add e*U_N and e_T*U_T of before.
%   Equivalent: U + MU*|U_T|*n in C*, R in C, orthogonal, C the cone |R_T| <= MU*R_N.
%
%   [R, INFO] = NSD_FRICTION(W, Q, MU, 'Name', VALUE, ...) sets options; a struct with these
%   fields is accepted in place of the pairs. Defaults in brackets:
%       Solver      'auto'      the others in turn until one answer passes         ['auto']
%                   'nsgs'      Gauss-Seidel, each contact exactly
%                   'anderson'  the same with extrapolation over the last sweeps: many contacts
%                   'newton'    semismooth Newton (Alart and Curnier) with line search
%                   'lemke'     Lemke's pivots: exact in the plane; in space on a pyramid with
%                               eight facets, finished by Newton
%                   'interior'  interior point method, slip included; else inside a fixed point
%                               on the slip
%                   'proximal'  Newton for W + alpha*I, alpha becoming smaller: large MU
%                   'enum'      every mode of up to 8 contacts in the plane: R is 2*m-by-k,
%                               one column per solution
%       Tolerance   largest residual that counts as solved                        [1e-10]
%       MaxIter     sweeps, steps or pivots of each solver
%                   [auto, nsgs and anderson 10000, newton 200, interior 1000, proximal 2000]
%       Start       first guess of R; used by auto, nsgs, anderson, newton and proximal [zeros]
%       Rolling     rolling friction, a length per contact. Each contact then has further entries
%                   behind T: two in space (|R_R| <= Rolling*R_N), one in the plane     []
%       Spinning    friction against spinning, a length per contact; one entry more,
%                   behind those of Rolling; in space only                              []
%
%   INFO holds
%       status      'ok'       the residual passes
%                   'maxIter'  the iteration limit came first; R is the best iterate
%                   'ray'      no solution was found: Lemke's path ended on a ray. With 'enum',
%                              or 'auto' and at most 5 contacts in the plane, this proves that
%                              there is none. Contacts may be jammed: with e = e_T = 0 and
%                              obstacles at rest there is always a solution. Try that, or a
%                              smaller MU, or a shorter time step.
%                   'stalled'  no further progress, residual above the tolerance. With Tolerance
%                              1e-10 this is so from |W||R| = 1e5*|Q| on (heavy bodies on light
%                              ones), where rounding in W*R is larger: try Tolerance 1e-8
%                   'stopped'  Ctrl-C came first; R is the best answer so far
%       iterations  of all solvers that were tried (0 for 'enum')
%       residual    max over contacts of |R - P(R - rho*(U + MU*|U_T|*n))|/rho/max(1, max|Q|), P
%                   the projection on C, rho one over the largest eigenvalue of W; recomputed
%                   from the R returned, with 9e-16*max|R|/rho added for rounding. Contacts with
%                   MU > 1 also count 0.7*|min(R_N, rho*U_N)|, with MU > 1000 no slip within
%                   rounding
%       solver      the one whose answer is returned
%   R counts as solved when the residual is at most Tolerance, and, for max|Q| < 1 as well,
%   residual*max(1, max|Q|) at most Tolerance*max|Q|, there as far as rounding allows.
%   Impulses need not be unique when W is singular (a box on four corners), and with large MU there
%   may be several solutions: 'enum' shows them.
%
%   Without INFO a warning nsd:friction:<status> says that R is no solution. A W with a negative
%   eigenvalue gives the warning nsd:friction:notSemidefinite. Misuse raises nsd:friction:size,
%   nsd:friction:type, nsd:friction:complex, nsd:friction:notFinite, nsd:friction:negativeMu,
%   nsd:friction:unknownOption, nsd:friction:badOption, nsd:friction:unknownSolver,
%   nsd:friction:tooLarge ('enum').
%
%   Example
%       W = [2 0.3 -0.2; 0.3 1.5 0.1; -0.2 0.1 1];   % one contact in space
%       q = [-1; 0.8; -0.5];
%       [r, info] = nsd_friction(W, q, 0.4);         % slides: r = [0.5388; -0.1761; 0.1243]
%       u = W*r + q;                                 % u(1) = 0
%
%   See also NSD_LCP, NSD_SIMULATE, NSDSYSTEM.
  if nargin < 3
    error('nsd:friction:size', ['nsd_friction needs the matrix W, the vector q and one ' ...
          'coefficient mu per contact: nsd_friction(W, q, mu)']);
  end
  n = numel(q);
  if nargin == 3 && isa(W, 'double') && isa(q, 'double') && isa(mu, 'double') && isreal(W) ...
      && isreal(q) && isreal(mu) && numel(W) == n^2 && size(W, 1) == n && size(q, 1) == n ...
      && ~issparse(q) && ~issparse(mu) && any(n == [2 3]*numel(mu)) && all(mu(:) >= 0) ...
      && isfinite(sum(W(:)) + sum(q) + sum(mu(:)))
    options = struct('MaxIter', 10000, 'Tolerance', 1e-10, 'Sizes', n/numel(mu) - 1);
    [r, info] = solve('auto', W, q, mu(:), zeros(n, 1), options);
  else                                    % unusual calls, and all bad input
    [W, q] = nsd_square_problem(W, q, 'friction', 'W', 'any');
    mu = checked_mu(mu, [], 'mu');
    options = read_options(varargin);
    [groups, options.Sizes] = layout(n, mu, options);
    options = checked_options(options, n, numel(mu));
    [r, info] = solve(options.Solver, W, q, groups, options.Start, options);
  end
  if nargout < 2 && ~strcmp(info.status, 'ok')
    warn_unsolved(info);
  end
end

function [r, info] = solve(name, W, q, mu, start, options)
  info = struct('status', 'ok', 'iterations', 0, 'residual', 0, 'solver', name);
  if isempty(q)
    r = zeros(0, 1);
    return
  end
  [r, info.status, info.iterations, info.residual, info.solver, semidefinite] = ...
      nsd_kernel('friction', name, W, q, mu, start, options);
  if ~semidefinite
    nsd_warn('nsd:friction:notSemidefinite', ['W has a negative eigenvalue. W = H''*(M\\H) ' ...
             'with a mass matrix M cannot have one: check the signs and the order (N,T1,T2) of ' ...
             'its rows and columns. There may be several solutions or none']);
  end
end

function options = read_options(given)
  defaults = struct('Solver', 'auto', 'Tolerance', 1e-10, 'MaxIter', [], 'Start', [], ...
                    'Rolling', [], 'Spinning', []);
  options = nsd_pair_options('nsd_friction', given, defaults, 'friction', 'badOption');
  solvers = {'auto', 'nsgs', 'anderson', 'newton', 'lemke', 'interior', 'proximal', 'enum'};
  options.Solver = nsd_check_word(options.Solver, solvers, 'Solver', 'nsd:friction:unknownSolver');
end

function [groups, sizes] = layout(n, mu, options)
% coefficients, a column per group, and the number of entries of each group
  m = numel(mu);
  rolling = checked_mu(options.Rolling, m, 'Rolling');
  spinning = checked_mu(options.Spinning, m, 'Spinning');
  groups = [mu, rolling, spinning];
  plane = [1 ones(1, ~isempty(rolling))];
  space = [2 2*ones(1, ~isempty(rolling)) ones(1, ~isempty(spinning))];
  sizes = space;
  if m > 0 && n == m*(1 + sum(plane)) && isempty(spinning)
    sizes = plane;
  elseif n ~= m*(1 + sum(space))
    wrong_count(n, m, plane, space, isempty(spinning));
  end
end

function wrong_count(n, m, plane, space, in_plane)
  text = sprintf('%d (space)', m*(1 + sum(space)));
  if in_plane
    text = sprintf('%d (plane) or %s', m*(1 + sum(plane)), text);
  end
  hint = '';
  if m > 0 && n == 5*m
    hint = '; five per contact are rolling friction: give ''Rolling'', mu_r';
  elseif m == 1
    hint = '; mu needs one entry per contact';
  end
  error('nsd:friction:size', 'q has %d entries, but %s in mu need %s%s', n, ...
        nsd_count_text(m, 'contact'), text, hint);
end

function options = checked_options(options, n, m)
  if strcmp(options.Solver, 'enum') && (m > 8 || ~isequal(options.Sizes, 1))
    error('nsd:friction:tooLarge', ['''enum'' tries 4^m modes and takes up to 8 contacts in ' ...
          'the plane: use another ''Solver''']);
  end
  if isempty(options.MaxIter)
    most = struct('auto', 10000, 'nsgs', 10000, 'anderson', 10000, 'newton', 200, ...
                  'interior', 1000, 'proximal', 2000, 'lemke', 1000 + 500*m, 'enum', 1);
    options.MaxIter = most.(options.Solver);
  end
  options = nsd_iteration_options(options, n, 'friction');
end

function mu = checked_mu(mu, m, name)
% m-by-1; a scalar Rolling or Spinning serves all contacts; [] stays []
  if isempty(mu) && ~isempty(m), return; end
  mu = nsd_real_array(mu, name, 'friction');
  if ~(isvector(mu) || isempty(mu)), error('nsd:friction:size', '%s must be a vector', name); end
  mu = reshape(mu, numel(mu), 1);
  if ~isempty(m) && isscalar(mu), mu = mu*ones(m, 1); end
  if ~isempty(m) && numel(mu) ~= m
    error('nsd:friction:size', '%s has %d entries but mu has %d', name, numel(mu), m);
  end
  bad = find(mu < 0, 1);
  if ~isempty(bad)
    error('nsd:friction:negativeMu', ['%s(%d) = %g: a friction coefficient cannot be negative ' ...
          '(0 means no friction)'], name, bad, mu(bad));
  end
end

function warn_unsolved(info)
  advice = 'raise ''MaxIter'' or try another ''Solver''';
  if strcmp(info.status, 'ray')
    advice = ['contacts may be jammed: set restitution to zero, lower mu or shorten the time ' ...
              'step'];
  end
  if strcmp(info.status, 'stopped'), advice = 'Ctrl-C came first'; end
  if strcmp(info.status, 'stalled') && info.residual < 1e-5
    advice = sprintf(['impulses may be so large that rounding hides the rest: ''Tolerance'', ' ...
                      '%.0e would take this answer'], 2*info.residual);
  end
  nsd_warn(['nsd:friction:' info.status], 'no solution was found (%s, residual %.1e): %s', ...
           info.status, info.residual, advice);
end

%!test
%! r = nsd_friction(eye(2), [-1; 0], 0.5);
%! assert(r, [1; 0], 1e-6);
