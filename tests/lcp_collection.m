function problems = lcp_collection()
%LCP_COLLECTION  Small linear complementarity problems with what is known about them.
%   PROBLEMS is a struct array with fields
%       name    what makes it interesting
%       M, q    the data
%       z       the solution when it is the only one, else []
%       kind    'P'        M is a P-matrix: one solution, which every direct solver must find
%               'psd'      M is positive semidefinite and the problem is solvable
%               'none'     M is positive semidefinite (or of order one) and there is no solution
%               'general'  solvable, but Lemke's method need not find it
  problems = struct('name', {}, 'M', {}, 'q', {}, 'z', {}, 'kind', {});
  problems(end+1) = item('one contact closes', [2 1; 1 2], [-5; 6], [5/2; 0], 'P');
  problems(end+1) = item('two contacts close', [2 1; 1 2], [-5; -6], [4/3; 7/3], 'P');
  problems(end+1) = item('nothing closes', [2 1; 1 2], [5; 0], [0; 0], 'P');
  problems(end+1) = item('one unknown', 4, -2, 0.5, 'P');
  problems(end+1) = item('four unknowns, unsymmetric', ...
      [0 0 -1 -1; 0 0 1 -2; 1 -1 2 -2; 1 2 -2 4], [2; 2; -2; -6], [2.8; 0; 0.8; 1.2], 'psd');
  problems(end+1) = item('skew cycle', [0 -1 2; 2 0 -2; -1 1 0], [-3; 6; -1], [0; 1; 3], ...
      'general');
  problems(end+1) = item('pivots cycle without a rule', [1 2 0; 0 1 2; 2 0 1], -[1; 1; 1], ...
      [1; 1; 1]/3, 'P');
  problems(end+1) = item('exponential for single exchanges', eye(8) + 2*tril(ones(8), -1), ...
      -ones(8, 1), [1; zeros(7, 1)], 'P');
  problems(end+1) = item('a line of solutions', ones(2), [-1; -1], [], 'psd');
  problems(end+1) = item('every z solves', zeros(2), [0; 0], [], 'psd');
  problems(end+1) = item('jammed contacts', [1 -1; -1 1], [0; -0.1], [], 'none');
  problems(end+1) = item('no stiffness, pushed', 0, -1, [], 'none');
  problems(end+1) = item('skew and infeasible', [0 1; -1 0], [-1; -1], [], 'none');
  problems(end+1) = item('bimatrix game', [0 0 10 20; 0 0 30 15; 10 20 0 0; 30 15 0 0], ...
      -ones(4, 1), [], 'general');
  problems(end+1) = item('zero column', [0 0; 1 0], [0; -1], [], 'general');
  problems(end+1) = item('micro units', 1e-9*[2 1; 1 2], 1e-6*[-5; -6], 1e3*[4/3; 7/3], 'P');
  problems(end+1) = item('huge units', 1e9*[2 1; 1 2], 1e6*[-5; -6], 1e-3*[4/3; 7/3], 'P');
  n = 40;
  beads = 2*eye(n) - diag(ones(n-1, 1), 1) - diag(ones(n-1, 1), -1);
  beads(1, 1) = 1;
  problems(end+1) = item('bead column at rest', beads, [-1; zeros(n-1, 1)], (n:-1:1)', 'P');
  rows = [1 1 2 2 3];                                     % contacts 2 and 4 repeat 1 and 3
  G = [1 2 0; 0 1 -1; 2 0 1];
  problems(end+1) = item('repeated contacts', G(rows, :)*G(rows, :)', ...
      G(rows, :)*[-1; 0.5; -2], [], 'psd');
  problems(end+1) = item('negative identity', -eye(3), ones(3, 1), [], 'general');
  problems(end+1) = item('degenerate', [1 0; 0 1], [0; -1], [0; 1], 'P');
end

function p = item(name, M, q, z, kind)
  p = struct('name', name, 'M', M, 'q', q, 'z', z, 'kind', kind);
end
