function lines = nsd_check_states(sys, x, t)
%NSD_CHECK_STATES  Functions of a first-order system of any kind, for nsd_check_system.
  try
    sys = sys.resolved(x, t);                     % which argument is the state
  catch err
    lines = nsd_check_line('arguments', 'error', '%s', err.message);
    return
  end
  s = sys.FirstOrder;
  n = numel(x);
  switch s.kind
    case 'hybrid'
      lines = [list('rate f(t,x)', @() s.rate(t, x), n), check_mass(s, x), ...
               check_guards(s, x, t)];
    case 'filippov'
      lines = check_surfaces(s, x, t);
    case 'firstOrderNonlinear'
      lines = check_relations(s, x, t);
    otherwise
      lines = [check_input('input f(t)', s.input, t, n), check_input('offset a(t)', s.offset, t, ...
               s.m), nsd_check_line('matrices', 'ok', '%s, %s', nsd_count_text(n, 'state'), ...
                                    nsd_count_text(s.m, 'relation'))];
  end
end

function [lines, value] = list(name, f, rows)
% a line for a function that returns ROWS numbers, in a row or a column
  [value, lines] = nsd_check_value(name, @() column(f()), [rows, 1]);
  if isempty(lines)
    lines = nsd_check_line(name, 'ok', '%s, the largest %.3g', nsd_count_text(numel(value), ...
                           'number'), max([0; abs(value)]));
  end
end

function y = column(y)
  if isvector(y), y = reshape(y, [], 1); end
end

function lines = check_mass(s, x)
  lines = [];
  if isempty(s.mass), return; end
  M = s.mass;
  if ~isnumeric(M), M = @() s.mass(x); else, M = @() s.mass; end
  [value, lines] = nsd_check_value('mass M', M, numel(x)*[1 1]);
  if ~isempty(lines), return; end
  lines = nsd_check_line('mass M', 'ok', 'condition %.2g', cond(value));
  if rcond(value) < 1e-14, lines = nsd_check_line('mass M', 'error', 'singular'); end
end

function lines = check_guards(s, x, t)
  lines = fault_of(s.guard, x, t, 'guard');
  if ~isempty(s.laws) && ~isempty(lines), return; end
  [lines, h] = list('guard h', @() nsd_called_at(s.guard, x, t), NaN);
  if isempty(s.laws) || isempty(h), lines = lines(~isempty(s.laws)); return; end
  low = find(h < -1e-9*max(1, max(abs(x))), 1);
  if ~isempty(low)
    lines = nsd_check_line('guard h', 'error', ['guard %d is %.4g: all must be >= 0 at the ' ...
                           'start, positive before their event; turn its sign: @(t,y) -(...)'], ...
                           low, h(low));
  end
  if ~any(numel(s.reset) == [1, numel(h)])
    lines = [lines, nsd_check_line('reset r', 'error', ['%d resets for %d guards: give one, ' ...
                                   'or one per guard'], numel(s.reset), numel(h))];
    return
  end
  for i = 1:numel(h)
    lines = [lines, check_reset(s, i, x, t)]; %#ok<AGROW>  a handful
  end
end

function line = check_reset(s, i, x, t)
% where guard i is reached: the state after has h > 0, or h = 0 and does not fall
  name = sprintf('reset of guard %d', i);
  r = @(x) column(nsd_state_after_reset(s.reset, x, i, t));
  entry = @(y) y(i);
  h = @(x) entry(nsd_called_at(s.guard, x, t));
  rate = @(x) guard_rate(s, h, i, x, t);
  try
    [x, found] = reached(h, rate, x);
    if found && isequal(column(r(x)), x), x = beside(x, h, rate, r); end
  catch err
    line = nsd_check_line('guard h', 'error', 'raises near x: %s', err.message);
    return
  end
  [after, line] = nsd_check_value(name, @() r(x), [numel(x), 1]);
  if ~isempty(line)
    if ~isempty(after) || ~isempty(strfind(line.message, 'must return'))
      line.message = strrep(line.message, 'must return', 'must return the state after:');
    end
    return
  elseif ~found
    line = nsd_check_line(name, 'ok', '%s; no state near x was found where it is reached', ...
                          nsd_count_text(numel(x), 'number'));
    return
  end
  [left, speed] = deal(h(after), rate(after));
  slack = 1e-8*max(1, max(abs(x)));
  at = sprintf('at x = %s', mat2str(x', 4));
  if isequal(after, x)
    line = nsd_check_line(name, 'error', 'changes nothing %s: the run would stall', at);
  elseif left < -slack
    line = nsd_check_line(name, 'error', ['leads %s to guard %d = %.3g: it must be >= 0 after ' ...
                          'a reset'], at, i, left);
  elseif left > slack
    line = nsd_check_line(name, 'ok', 'carries the state away %s: the guard is %.3g', at, left);
  elseif speed < -slack
    line = nsd_check_line(name, 'note', ['leaves guard %d at zero and falling at %.3g %s: it ' ...
                          'would be reset again and again'], i, speed, at);
  else
    line = nsd_check_line(name, 'ok', 'turns the rate of the guard from %.3g to %.3g %s', ...
                          rate(x), speed, at);
  end
end

function x = beside(x, h, rate, r)
% another state where guard h is reached, if reset r changes that one: a ball at rest on its surface
% is left alone by v -> -e v, all others are not
  for k = 1:2*numel(x)
    y = x;
    j = ceil(k/2);
    y(j) = y(j) + (-1)^k*0.1*max(1, abs(y(j)));
    [y, found] = reached(h, rate, y);
    if found && ~isequal(column(r(y)), y), x = y; return; end
  end
end

function v = guard_rate(s, h, i, x, t)
% dh/dt along the flow
  f = column(s.rate(t, x));
  if isa(s.mass, 'function_handle'), f = s.mass(x) \ f; end
  if isnumeric(s.mass) && ~isempty(s.mass), f = s.mass \ f; end
  v = nsd_differences(h, x)*f;
  if abs(nargin(s.guard)) < 2, return; end
  entry = @(y) y(i);
  v = v + nsd_differences(@(t) entry(s.guard(x, t)), t);
end

function [x, found] = reached(h, rate, x)
% a state near x where h is zero and falls, if there is one
  for k = 1:30
    g = nsd_differences(h, x);
    if abs(h(x)) < 1e-12 || ~any(g), break; end
    x = x - g'*(h(x)/(g*g'));
  end
  found = abs(h(x)) < 1e-9;
  if ~found || rate(x) < 0, return; end
  g = nsd_differences(h, x);
  d = nsd_differences(rate, x);
  d = d - g*((d*g')/(g*g'));                      % along the guard
  if norm(d) >= 1e-6
    trial = x - d'*((rate(x) + 1)/(d*d'));
    if abs(h(trial)) < 1e-9 && rate(trial) < 0, x = trial; end
  end
  found = rate(x) <= 1e-8*max(1, max(abs(x)));    % where h rises no run reaches it
end

function line = fault_of(f, x, t, name)
% true/false, or an events file of ode45 that asks for what is not done; [] otherwise
  line = [];
  text = nsd_guard_fault(f, x, t, name);
  label = struct('guard', 'guard h', 'surface', 'surface s');
  if ~isempty(text), line = nsd_check_line(label.(name), 'error', '%s', text); end
end

function lines = check_surfaces(s, x, t)
  lines = fault_of(s.surface, x, t, 'surface');
  if ~isempty(lines), return; end
  [lines, y] = list('surface s', @() nsd_called_at(s.surface, x, t), NaN);
  if isempty(y), return; end
  for side = [1 -1]
    lines = [lines, list(sprintf('rate f(t,x,%d)', side), ...
                         @() s.rate(t, x, side*ones(numel(y), 1)), numel(x))]; %#ok<AGROW>
  end
  try
    D = nsd_differences(@(x) column(nsd_called_at(s.surface, x, t)), x);
  catch err
    lines = [lines, nsd_check_line('surface s', 'error', 'raises near x: %s', err.message)];
    return
  end
  flat = find(max(abs(D), [], 2) <= 1e-12, 1);
  if ~isempty(flat)
    lines = [lines, nsd_check_line('surface s', 'note', ['row %d does not change with x here: ' ...
                                   'there is no sliding on it'], flat)];
  end
  if isempty(s.surfaceJacobian), return; end
  name = 'SurfaceJacobian';
  [given, line] = nsd_check_value(name, @() nsd_called_at(s.surfaceJacobian, x, t), size(D));
  if isempty(line), line = nsd_check_compare(name, given, D); end
  lines = [lines, line];
end

function lines = check_relations(s, x, t)
  z = min(max(zeros(s.m, 1), s.lower), s.upper);
  lines = [list('rate f(t,x)', @() s.rate(t, x), numel(x)), ...
           list('output h(x,lambda,t)', @() s.output(x, z, t), s.m), ...
           list('action g(x,lambda,t)', @() s.action(x, z, t), numel(x))];
  if any(strcmp({lines.level}, 'error')), return; end
  if ~isempty(s.rateJacobian)
    name = 'RateJacobian';
    D = nsd_differences(@(x) column(s.rate(t, x)), x);
    [given, line] = nsd_check_value(name, @() s.rateJacobian(t, x), size(D));
    if isempty(line), line = nsd_check_compare(name, given, D); end
    lines = [lines, line];
  end
  for part = {'output', 'action'; 'OutputJacobian', 'ActionJacobian'}
    [f, jacobian] = deal(s.(part{1}), s.([part{1} 'Jacobian']));
    if isempty(jacobian), continue; end
    wanted = {nsd_differences(@(x) column(f(x, z, t)), x), ...
              nsd_differences(@(z) column(f(x, z, t)), z)};
    given = cell(1, 2);
    try
      [given{:}] = jacobian(x, z, t);
    catch err
      lines = [lines, nsd_check_line(part{2}, 'error', 'raises: %s', err.message)]; %#ok<AGROW>
      continue
    end
    for k = 1:2
      name = sprintf('%s %d', part{2}, k);
      [D, line] = nsd_check_value(name, @() given{k}, size(wanted{k}));
      if isempty(line), line = nsd_check_compare(name, D, wanted{k}); end
      lines = [lines, line]; %#ok<AGROW>
    end
  end
end

function line = check_input(name, force, t, rows)
  [~, line] = nsd_check_value(name, @() nsd_force_value(force, t, rows), [rows, 1]);
  if isempty(line), line = nsd_check_line(name, 'ok', '%s', force.kind); end
end
