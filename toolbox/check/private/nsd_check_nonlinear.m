function lines = nsd_check_nonlinear(sys, q, v, t)
%NSD_CHECK_NONLINEAR  Mass, force, ForceJacobian and potential of a nonlinear system.
  n = numel(q);
  lines = check_mass(sys, q, n);
  massWorks = strcmp(lines(1).level, 'ok');
  [F, line] = nsd_check_value('force F(t,q,v)', @() sys.Force.handle(t, q, v), [n 1]);
  if ~isempty(line)
    row = ~isempty(strfind(line.message, 'transpose'));
    if row, line.level = 'note'; end             % runs accept a row vector
    lines = [lines, line];
    if ~row, return; end
  else
    lines = [lines, nsd_check_line('force F(t,q,v)', 'ok', '%d-by-1, largest entry %.3g', n, ...
                                   max(abs(F)))];
  end
  force = @(x, w) sys.force(t, x, w);
  try
    if massWorks, lines = [lines, check_quadratic(sys, force, q, v)]; end
    lines = [lines, check_force_jacobian(sys, force, q, v, t)];
    lines = [lines, check_potential(sys, force, q)];
  catch err
    lines = [lines, nsd_check_line('near q, v', 'error', 'a function raises: %s', err.message)];
  end
end

function lines = check_mass(sys, q, n)
  [M, lines] = nsd_check_value('mass M(q)', @() sys.mass(q), [n n]);
  if isempty(M), return; end
  lines = definite(M, 'mass M(q)', 'at q');
  if ~isa(sys.Mass, 'function_handle') || ~strcmp(lines.level, 'ok'), return; end
  points = nearby(q);
  for k = 1:size(points, 2)
    [M, line] = nsd_check_value('mass nearby', @() sys.mass(points(:, k)), [n n]);
    if isempty(line), line = definite(M, 'mass nearby', 'at points near q'); end
    if ~strcmp(line.level, 'ok')
      line.message = [line.message, sprintf(', at q = %s', mat2str(points(:, k)', 4))];
      lines = [lines, line]; %#ok<AGROW>
      return
    end
  end
  lines = [lines, line];
end

function line = definite(M, name, where)
  [i, j] = find(abs(M - M') > 1e-10*max(abs(M(:))), 1);
  values = sort(eig((M + M')/2));
  if ~isempty(i)
    line = nsd_check_line(name, 'error', 'not symmetric: (%d,%d) is %.6g, (%d,%d) is %.6g', ...
                          i, j, M(i, j), j, i, M(j, i));
  elseif values(1) <= 0
    line = nsd_check_line(name, 'error', ['not positive definite: eigenvalue %.3g; a ' ...
                          'coordinate without inertia, or a wrong term'], values(1));
  elseif values(1) < 1e-12*values(end)
    line = nsd_check_line(name, 'note', 'nearly singular: eigenvalues from %.2g to %.2g', ...
                          values(1), values(end));
  else
    line = nsd_check_line(name, 'ok', 'symmetric, positive definite %s (condition %.2g)', where, ...
                          values(end)/values(1));
  end
end

function points = nearby(q)
% four points about a tenth away, always the same
  angles = (1:numel(q))'*(1:4);
  points = bsxfun(@plus, q, 0.1*bsxfun(@times, max(1, abs(q)), sin(1.7*angles + 0.4)));
end

function line = check_quadratic(sys, force, q, v)
% v'(even part of F in v) = -v'(dM/dt)v/2 for every Lagrangian system
  line = [];
  if ~isa(sys.Mass, 'function_handle'), return; end
  w = v;
  if ~any(w), w = sin(1.3*(1:numel(q))' + 0.2); end
  rate = reshape(nsd_differences(@(s) reshape(sys.mass(q + s*w), [], 1), 0), numel(q), []);
  power = w'*((force(q, w) + force(q, -w))/2 - force(q, 0*w));
  wanted = -w'*rate*w/2;
  scale = max([abs(power), abs(wanted), 1e-8*abs(w'*sys.mass(q)*w)]);
  if abs(power - wanted) <= 1e-5*scale
    line = nsd_check_line('quadratic terms of F', 'ok', 'fit dM/dq');
  elseif abs(power) <= 1e-9*scale
    line = nsd_check_line('quadratic terms of F', 'note', ['M depends on q but F has no terms ' ...
                          'quadratic in v: centrifugal and Coriolis terms belong in F']);
  else
    line = nsd_check_line('quadratic terms of F', 'note', ['power %.4g, dM/dq asks for %.4g: ' ...
                          'energy is not kept unless F has other even terms in v'], power, wanted);
  end
end

function lines = check_force_jacobian(sys, force, q, v, t)
  lines = [];
  n = numel(q);
  if isempty(sys.ForceJacobian), return; end
  try
    [Fq, Fv] = sys.ForceJacobian(t, q, v);
  catch err
    lines = nsd_check_line('ForceJacobian', 'error', 'raises: %s', err.message);
    return
  end
  names = {'ForceJacobian dF/dq', 'ForceJacobian dF/dv'};
  given = {Fq, Fv};
  wanted = {nsd_differences(@(x) force(x, v), q), nsd_differences(@(w) force(q, w), v)};
  for k = 1:2
    [D, line] = nsd_check_value(names{k}, @() given{k}, [n n]);
    if isempty(line), line = nsd_check_compare(names{k}, D, wanted{k}); end
    lines = [lines, line]; %#ok<AGROW>
  end
end

function line = check_potential(sys, force, q)
  line = [];
  if isempty(sys.Potential), return; end
  [~, line] = nsd_check_value('potential U(q)', @() sys.Potential(q), [1 1]);
  if ~isempty(line), return; end
  slope = nsd_differences(sys.Potential, q)';
  F = force(q, 0*q);
  scale = max([abs(slope); abs(F); 1e-6]);
  if max(abs(F + slope)) <= 1e-5*scale
    line = nsd_check_line('potential U(q)', 'ok', 'F(t,q,0) = -dU/dq');
  elseif max(abs(F - slope)) <= 1e-5*scale
    line = nsd_check_line('potential U(q)', 'error', 'its sign is wrong: F(t,q,0) = +dU/dq');
  else
    [worst, i] = max(abs(F + slope));
    line = nsd_check_line('potential U(q)', 'note', ['F(t,q,0) + dU/dq is %.4g at number %d: ' ...
                          'the rest counts as external work'], worst, i);
  end
end
