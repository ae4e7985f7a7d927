function lines = nsd_check_linear(sys, t)
%NSD_CHECK_LINEAR  Matrices and force of a linear system, for nsd_check_system.
  lines = nsd_check_line('mass M', 'ok', 'symmetric, positive definite');
  n = sys.Coordinates;
  [~, line] = nsd_check_value('force F(t)', @() nsd_force_value(sys.Force, t, n), [n 1]);
  if isempty(line), line = nsd_check_line('force F(t)', 'ok', '%s', sys.Force.kind); end
  lines = [lines, line, check_square(sys.Damping, 'damping C'), ...
           check_square(sys.Stiffness, 'stiffness K')];
end

function line = check_square(A, name)
  line = [];
  if isempty(A), return; end
  if norm(A - A', 1) > 1e-12*norm(A, 1)
    line = nsd_check_line(name, 'look', ['not symmetric: gyroscopic or circulatory terms; ' ...
                          'work counts as external']);
    return
  end
  [~, flag] = chol((A + A')/2 + 1e-10*norm(A, 1)*speye(size(A, 1)));
  if flag ~= 0
    line = nsd_check_line(name, 'look', 'has a negative eigenvalue: it drives the system');
  else
    line = nsd_check_line(name, 'ok', 'symmetric, semidefinite');
  end
end
