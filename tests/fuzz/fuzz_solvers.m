function report = fuzz_solvers(varargin)
%FUZZ_SOLVERS  Random problems in all units for every solver, and mutated calls of their gateways.
%   REPORT = FUZZ_SOLVERS(SECONDS, FIRST, COUNT) goes through COUNT problems FIRST, FIRST + 1, ...
%   [10, 1, Inf]; the same number is the same problem in every session. Each problem, regular,
%   singular, with a zero diagonal or indefinite, its numbers multiplied by powers from 1e-300 to
%   1e300, is given to nsd_lcp, nsd_mlcp, nsd_relay, nsd_friction and nsd_project with every
%   'Solver'. Status 'ok' must mean that the law holds, checked here in scaled arithmetic; errors
%   must be of nsd. Then 100 mutated calls of the gateways must return or raise an error of nsd.
%   REPORT: problems, calls, solved, lies (number and solver of each), foreign (errors that are not
%   of nsd), failed. FUZZ_SOLVERS(0, NUMBER) does one number.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
  states = {rand('twister'), randn('twister')};
  put_back = onCleanup(@() restart_random_numbers(states)); %#ok<NASGU>
  report = struct('problems', 0, 'calls', 0, 'solved', 0, 'lies', {{}}, 'foreign', {{}});
  clock = tic();
  number = first;
  while report.problems == 0 || (toc(clock) < seconds && report.problems < count)
    rand('twister', number);
    randn('twister', number);
    report = try_complementarity(report, number);
    report = try_friction(report, number);
    report = try_projection(report, number);
    for k = 1:100
      report = try_mutated_call(report, number);
    end
    report.problems = report.problems + 1;
    number = number + 1;
  end
  report.failed = ~isempty(report.lies) || ~isempty(report.foreign);
  fprintf('%d problems from number %d, %d calls, %d solved, %d lies, %d foreign errors\n', ...
          report.problems, first, report.calls, report.solved, numel(report.lies), ...
          numel(report.foreign));
end

function restart_random_numbers(states)
  rand('twister', states{1});
  randn('twister', states{2});
end

function report = try_complementarity(report, number)
  n = 1 + floor(6*rand());
  G = randn(n, max(1, n - 2*(rand() < 0.3)));
  kinds = {G*G', randn(n), G*G' - diag(diag(G*G')), floor(3*rand(n)) - 1};
  M = kinds{1 + mod(number, 4)}*power_of_ten();
  q = randn(n, 1)*power_of_ten();
  if ~all(isfinite([M(:); q])) || max(abs(M(:))) < 1e-300 || max(abs(q)) < 1e-300, return, end
  for solver = {'auto', 'lemke', 'newton', 'active', 'enum'}
    [report, z, ok] = call(report, number, solver{1}, @() nsd_lcp(M, q, 'Solver', solver{1}));
    for k = 1:size(z, 2)*ok
      report = judge(report, number, ['lcp ' solver{1}], mixed_law(M, q, z(:, k), false(n, 1)));
    end
  end
  eq = (1:n)' <= floor(n/2);
  [report, z, ok] = call(report, number, 'mlcp', @() nsd_mlcp(M, q, eq));
  if ok, report = judge(report, number, 'mlcp', mixed_law(M, q, z, eq)); end
  bound = power_of_ten();
  lb = -rand(n, 1)*bound;
  ub = rand(n, 1)*bound;
  if ~all(isfinite([lb; ub])), return, end
  [report, z, ok] = call(report, number, 'relay', @() nsd_relay(M, q, lb, ub));
  if ok, report = judge(report, number, 'relay', relay_law(M, q, lb, ub, z)); end
end

function report = try_friction(report, number)
  m = 1 + floor(4*rand());
  d = 2 + (rand() < 0.5);
  G = randn(m*d, max(1, m*d - 2*(rand() < 0.3)));
  W = G*G'*power_of_ten();
  q = randn(m*d, 1)*power_of_ten();
  mu = rand(m, 1)*(2*rand() < 1.5);
  if ~all(isfinite([W(:); q])) || max(abs(W(:))) < 1e-300 || max(abs(q)) < 1e-300, return, end
  solvers = {'auto', 'nsgs', 'newton', 'lemke', 'interior', 'proximal'};
  if d == 2, solvers{end+1} = 'enum'; end
  for solver = solvers
    [report, r, ok] = call(report, number, solver{1}, ...
                           @() nsd_friction(W, q, mu, 'Solver', solver{1}, 'MaxIter', 300));
    for k = 1:size(r, 2)*ok
      report = judge(report, number, ['friction ' solver{1}], friction_law(W, q, mu, r(:, k)));
    end
  end
end

function report = try_projection(report, number)
  G = randn(3);
  M = (G*G' + eye(3))*power_of_ten();
  unit = power_of_ten();
  q = randn(3, 1)*unit;
  b = randn(2, 1)*unit;
  H = randn(3, 2);
  if ~all(isfinite([M(:); q; b])) || min(abs([diag(M); q])) < 1e-300, return, end
  [report, x, ok] = call(report, number, 'project', @() nsd_project(M, q, H, b));
  if ok
    scale = max(abs([x; b]));
    report = judge(report, number, 'project', max(-(H'*(x/scale) + b/scale)));
  end
end

function value = power_of_ten()
% 1, or a power of two near 10^-300 to 10^300
  value = 1;
  if rand() < 0.7, value = pow2(1, round(1990*(rand() - 0.5))); end
end

function [report, z, ok] = call(report, number, name, solve)
  ok = false;
  z = [];
  report.calls = report.calls + 1;
  try
    [z, info] = solve();
    ok = strcmp(info.status, 'ok');
    report.solved = report.solved + ok;
  catch err
    report = foreign(report, number, name, err);
  end
end

function report = judge(report, number, name, miss)
% 1e-7: the tolerance of 1e-10, times the ratio of units that the random matrices hold
  if ~(miss <= 1e-7)
    report.lies{end+1} = sprintf('%d %s: %g', number, name, miss);
    fprintf('problem %d, %s: ok, but the law is missed by %g\n', number, name, miss);
  end
end

function report = foreign(report, number, name, err)
  if ~strncmp(err.identifier, 'nsd:', 4)
    report.foreign{end+1} = sprintf('%d %s: %s %s', number, name, err.identifier, err.message);
    fprintf('problem %d, %s: %s %s\n', number, name, err.identifier, err.message);
  end
end

function [M, q, z] = of_order_one(M, q, z)
% the same problem with M and q of order one
  a = exponent(M);
  b = exponent(q);
  M = pow2(M, -a);
  q = pow2(q, -b);
  half = floor((a - b)/2);                     % 2^(a-b) itself may be out of range
  z = pow2(pow2(z, half), a - b - half);
end

function e = exponent(x)
  [~, e] = log2(max(abs(x(:))));
end

function miss = mixed_law(M, q, z, eq)
  [M, q, z] = of_order_one(M, q, z);
  size = max([1; abs(z)]);
  w = (M*z + q)/size;
  z = z/size;
  miss = max([0; abs(w(eq)); abs(min(z(~eq), w(~eq)))]);
  if ~all(isfinite([w; z])), miss = NaN; end
end

function miss = relay_law(M, q, lb, ub, z)
  top = max(exponent(M) + exponent(z), exponent(q));
  w = M*0;
  for j = 1:numel(q)                           % products in scaled arithmetic
    w(:, j) = shifted(pow2(M(:, j), -exponent(M))*pow2(z(j), -exponent(z)), ...
                      exponent(M) + exponent(z) - top);
  end
  w = sum(w, 2) + shifted(pow2(q, -exponent(q)), exponent(q) - top);
  width = ub - lb;
  at_lb = abs(z - lb) <= 1e-7*width & w >= 0;
  at_ub = abs(z - ub) <= 1e-7*width & w <= 0;
  miss = max([0; abs(w(~at_lb & ~at_ub))]);
  if ~all(z >= lb & z <= ub), miss = NaN; end
end

function x = shifted(x, exponent)
  x = pow2(x, max(exponent, -1100));
end

function miss = friction_law(W, q, mu, r)
  [W, q, r] = of_order_one(W, q, r);
  size = max([1; abs(r)]);
  u = reshape(W*r + q, [], numel(mu))/size;
  r = reshape(r, [], numel(mu))/size;
  miss = 0;
  for a = 1:numel(mu)
    x = r(:, a) - u(:, a);
    x(1) = x(1) - mu(a)*norm(u(2:end, a));
    s = norm(x(2:end));
    if ~(x(1) >= 0 && s <= mu(a)*x(1))
      x(1) = max(0, (x(1) + mu(a)*s)/(1 + mu(a)^2));
      x(2:end) = x(2:end)*(mu(a)*x(1)/max(s, realmin()));
    end
    miss = max(miss, norm(r(:, a) - x));
  end
  if ~all(isfinite([r(:); u(:)])), miss = NaN; end
end

function report = try_mutated_call(report, number)
  n = 1 + floor(4*rand());
  M = randn(n);
  q = randn(n, 1);
  options = struct('MaxIter', 50, 'Tolerance', 1e-10, 'Relaxation', 1, 'Sizes', 1);
  solvers = {'auto', 'lemke', 'newton', 'active', 'pgs', 'enum', 'nsgs', 'interior', 'proximal'};
  name = solvers{1 + floor(9*rand())};
  calls = {{'lcp', name, M, q, q, options}, ...
           {'mlcp', M, q, double(q > 0), double(q > 0), q, options}, ...
           {'relay', M, q, -ones(n, 1), ones(n, 1), q, options}, ...
           {'friction', name, kron(M*M', eye(2)), [q; q], rand(n, 1), [q; q], options}};
  given = calls{1 + floor(4*rand())};
  for k = 1:1 + floor(2*rand())
    at = 2 + floor((numel(given) - 1)*rand());
    given{at} = mutated(given{at});
  end
  report.calls = report.calls + 1;
  try
    [z, status] = nsd_kernel(given{:}); %#ok<ASGLU>  any outcome but a crash
  catch err
    report = foreign(report, number, given{1}, err);
  end
end

function a = mutated(a)
  others = {[], 'x', '', {}, {1}, struct(), struct([]), NaN, Inf, -1, 0, 1e300, 1e-320, true, ...
            single(1), int8(3), 1i, sparse(1), zeros(0, 3), zeros(3, 0), ones(2, 2, 2), @sin, 2^53};
  other = others{1 + floor(numel(others)*rand())};
  if isnumeric(a), a = full(double(a)); end
  if isstruct(a) && ~isempty(fieldnames(a)) && isscalar(a) && rand() < 0.8
    names = fieldnames(a);
    field = names{1 + floor(numel(names)*rand())};
    a.(field) = other;
    if rand() < 0.2, a = rmfield(a, field); end
    if rand() < 0.1, a = [a a]; end
  elseif isnumeric(a) && ~isempty(a) && rand() < 0.7
    values = {NaN, Inf, -Inf, realmax(), realmin(), -realmax(), 0, 1e-310};
    value = values{1 + floor(8*rand())};
    edits = {@(x) x(1:end-1), @(x) [x; x], @(x) x(:, :)', @(x) sparse(x(:, :)), @(x) single(x), ...
             @(x) complex(double(x), 1), @(x) put(x, value), @(x) put(x, value), @(x) 0*x, ...
             @(x) x*realmax(), @(x) x*realmin()};
    a = edits{1 + floor(numel(edits)*rand())}(a);
  else
    a = other;
  end
end

function x = put(x, value)
  x(1 + floor(numel(x)*rand())) = value;
end
