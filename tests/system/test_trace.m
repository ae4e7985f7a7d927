function test_suite = test_trace()
%TEST_TRACE  Functions recorded for C: values and exact derivatives of what users write.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_operators_and_matrix_products()
  A = [2 -1 0; 1 3 0.5; 0 0 1];
  check({@(t,q,v) q + 2, @(t,q,v) 1 - q, @(t,q,v) -q + v, @(t,q,v) q.*v, @(t,q,v) q./(2 + v.^2), ...
         @(t,q,v) 3*q, @(t,q,v) q*t, @(t,q,v) q/4, @(t,q,v) 2.\q, @(t,q,v) q.^2, ...
         @(t,q,v) (1.5 + q.^2).^v, @(t,q,v) 2.^q, @(t,q,v) q.^3 - q.^4 + (2 + q.^2).^-1, ...
         @(t,q,v) A*q, @(t,q,v) (q'*A)', @(t,q,v) q*(q'*v), @(t,q,v) (q*v')*A*q, ...
         @(t,q,v) sparse(A)*q + A'*v, @(t,q,v) A\q, @(t,q,v) (q'/A)', @(t,q,v) sparse(A)\v, ...
         @(t,q,v) [q(1)^2; v(2)^-1; (1 + q(3)^2)^0.5], @(t,q,v) [q v]*[t; q(2)], ...
         @(t,q,v) [2 + q(1)^2, 0, q(2); 0, 1, 0; q(2), 0, 3]\v, ...
         @(t,q,v) [2 + q(1)^2, 0, 1; 0, 1, 0; 0, q(3), 3]^2*v, @(t,q,v) +q.'.'});
end

function test_indexing_and_building_arrays()
  check({@(t,q,v) q([3 1 2]), @(t,q,v) q(end:-1:1), @(t,q,v) [q(1:2); v(end)], ...
         @(t,q,v) q(logical([1 0 1])).'*[1; 2]*v, @(t,q,v) reshape([q v], 2, 3)'*[1; t], ...
         @(t,q,v) repmat(q(1), 3, 1), @(t,q,v) diag(q)*v, @(t,q,v) diag(q*v'), ...
         @(t,q,v) pick([q; v], 2:4), @(t,q,v) zeros(3, 1) + q, @(t,q,v) [ones(2, 1); q(1)], ...
         @(t,q,v) eye(3)*q, @(t,q,v) cross(q, v), @(t,q,v) dot(q, v)*ones(3, 1), ...
         @(t,q,v) norm(q)*v, @(t,q,v) [norm(q, 1); norm(v, Inf); norm(q - v)], ...
         @(t,q,v) sum([q v], 2), ...
         @(t,q,v) cumsum(q), @(t,q,v) cumprod(q), @(t,q,v) [prod(q); sum(q); mean(v)], ...
         @(t,q,v) [diff(q); numel(q) + size(v, 1) + length(q) + q(1)], ...
         @(t,q,v) kron(q(1:1), v), @(t,q,v) triu(q*v')*v, @(t,q,v) tril(q*v')*v, ...
         @(t,q,v) flipud(q), @(t,q,v) circshift(q, 1), ...
         @(t,q,v) vertcat(q(1), horzcat(q(2), v(1))'), ...
         @(t,q,v) isempty(q) + q, @(t,q,v) bsxfun(@times, q, v), ...
         @(t,q,v) trace(q*v') + det([q(1) 1; 2 v(1)]) + q, ...
         @(t,q,v) blkdiag(q(1), [1 2; 3 t])*v, @(t,q,v) q*norm([q v], 'fro'), ...
         @(t,q,v) arrayfun(@(x, y) x^2*y, q, v), @(t,q,v) linspace(q(1), 2, 3)'.*v, ...
         @(t,q,v) q*any(v > 0.5) + v*all(q > -5) + any([q v] > 1, 2)});
end

function test_matrices_that_depend_on_the_state_divide()
  check({@(t,q,v) part(chain_mass(q, 4)\[q; 1]), @(t,q,v) part(chain_mass(q, 7)\[q; v; t]), ...
         @(t,q,v) part(inv(chain_mass(q, 5)))*ones(5, 1), @(t,q,v) det(chain_mass(q, 6))*v, ...
         @(t,q,v) part(([q; v]'/chain_mass(q, 6))'), @constrained, ...
         @(t,q,v) part([0 1 0 0; 1 + q(1)^2 0 0 0; 0 0 0 2; 0 0 3 + q(2) 1]\[v; t])});
  % without exchange of rows this one loses all digits: it is noticed, and called back
  bad = @(t,q,v) part([1e-14*q(1) 1 0 0; 1 1 0 0; 0 0 1 0; 0 0 0 1]\[q; 1]);
  sys = NsdSystem.lagrangian(eye(3), bad);
  [q, v] = state();
  [~, ~, made] = warning_of(@() nsd_compile(sys, 'Start', {q, v}, 'Target', 'tape'));
  assertTrue(~made.Tapes.report.compiled);
end

function M = chain_mass(q, n)
  M = diag(2 + (1:n)/n);
  for k = 1:n-1
    M(k, k+1) = 0.3*cos(q(1 + mod(k, 3)));
    M(k+1, k) = M(k, k+1);
  end
end

function F = constrained(~, q, v)
% accelerations and forces of joints in one system
  J = [q(1) q(2) 1; 0 1 q(3)];
  y = [diag([2 3 4]), J'; J, zeros(2)]\[v; 1; q(1)];
  F = y(1:3);
end

function y = part(x)
  y = x(1:3, :);
end

function test_elementary_functions()
  check({@(t,q,v) sin(q) + cos(v), @(t,q,v) tan(q/2), @(t,q,v) asin(q/9) + acos(v/9), ...
         @(t,q,v) atan(q), @(t,q,v) sinh(q) - cosh(v) + tanh(q), @(t,q,v) asinh(q), ...
         @(t,q,v) acosh(2 + q.^2), @(t,q,v) atanh(q/9), @(t,q,v) exp(-q) + expm1(v), ...
         @(t,q,v) log(3 + q.^2) + log1p(v.^2), @(t,q,v) log10(3 + q.^2) + log2(2 + v.^2), ...
         @(t,q,v) sqrt(1 + q.^2), @(t,q,v) abs(q).*v, @(t,q,v) sign(v).*q, @(t,q,v) atan2(q, v), ...
         @(t,q,v) hypot(q, v), @(t,q,v) min(q, v) + max(q, 0.1), @(t,q,v) max([q v], [], 2), ...
         @(t,q,v) min(q)*v, @(t,q,v) mod(q, 0.7), @(t,q,v) rem(q, 0.7), ...
         @(t,q,v) floor(q) + ceil(v) + round(3*q) + fix(3*v) + q, ...
         @(t,q,v) sec(q) + csc(v) + cot(v), @(t,q,v) sind(9*q) + cosd(v) + tand(q), ...
         @(t,q,v) asind(q/9) + acosd(v/9) + atand(q) + atan2d(q, v), ...
         @(t,q,v) nthroot(q, 3) + nthroot(2 + v, 4), ...
         @(t,q,v) (q > 0.1).*q + (q <= 0.1).*v, @(t,q,v) (q ~= v & v < 1)*2 + q, ...
         @(t,q,v) ~(q >= v) + (q == 3 | v > 0), @(t,q,v) polyval([1 2 3], q)});
end

function test_named_functions_with_loops_and_assignments_compile()
  check({@chain, @growing, @with_helper, @(t,q,v) cellwise(q, v)});
end

function test_hundred_random_expressions()
  % trees of depth up to 4 from a fixed seed, three to a function, of moderate size
  next = generator(7);
  made = 0;
  while made < 100
    text = [tree(next, 4), '; ', tree(next, 3), '; ', tree(next, 3)];
    f = eval(['@(t,q,v) [' text ']']);
    [q, v] = state();
    y = [f(0.3, q, v); f(0.3, q + 0.1, v - 0.1)];
    if ~all(isfinite(y)) || max(abs(y)) > 1e4, continue; end
    check({f});
    made = made + 3;
  end
end

function test_second_derivatives_along_the_motion()
  % kappa of y'' = H'a + kappa against differences of y along (t + s, q + s v)
  gaps = {@(q,t) norm(q) - 0.1*sin(3*t), @(q,t) [q(1)*q(2)^2; exp(q(3)*t)], ...
          @(q,t) atan2(q(1), 2 + q(2)) + t^2*q(3), @(q,t) q(1) - t};
  [q, v] = state();
  t = 0.4;
  for k = 1:numel(gaps)
    sys = NsdSystem.lagrangian(eye(3), @(t,q,v) 0*q).contact(gaps{k});
    [~, info] = nsd_compile(sys, 'Start', {q, v}, 'Target', 'tape');
    d = 1e-3;                            % error d^4 and eps/d^2, both below 1e-8
    y = @(s) gaps{k}(q + s*v, t + s);
    wanted = (-y(2*d) + 16*y(d) - 30*y(0) + 16*y(-d) - y(-2*d))/(12*d^2);
    assertElementsAlmostEqual(info.gapBias(t, q, v), wanted, 'absolute', 1e-7);
    rows = numel(wanted);
    H = info.gapJacobian(t, q, v);
    rate = (y(-2*d) - 8*y(-d) + 8*y(d) - y(2*d))/(12*d);
    assertElementsAlmostEqual(reshape(H(1:3*rows), 3, rows)'*v + H(3*rows+1:end), rate, ...
                              'absolute', 1e-8);
  end
end

function test_corners_have_finite_derivatives()
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [-norm(v)*v(1); -abs(v(2))*v(2) - sqrt(q(1)^2)]);
  [~, info] = nsd_compile(sys, 'Start', {[0; 0], [0; 0]}, 'Target', 'tape');
  assertEqual(info.forceJacobian(0, [0; 0], [0; 0]), zeros(2, 4));
end

function test_branches_on_the_state_are_found()
  % the trace takes one side; the comparison that nothing uses betrays it
  functions = {@branching, @(t,q,v) either(q), @looping, @(t,q,v) first_positive(q, v)};
  for k = 1:numel(functions)
    sys = NsdSystem.lagrangian(eye(3), functions{k});
    [~, info] = nsd_compile(sys, 'Start', {[1; 2; 3], [0; 0; 0]}, 'Target', 'tape');
    assertTrue(~info.functions.compiled);
    assertTrue(~isempty(strfind(info.functions.hint, 'branches')), info.functions.hint);
  end
end

function test_hints_name_no_line_of_somebody_else()
  % the line of the caller of nsd_compile stood there
  sys = NsdSystem.lagrangian(eye(3), @(t,q,v) int32([1; 2; 3]));
  [~, info] = nsd_compile(sys, 'Start', {[1; 2; 3], [0; 0; 0]}, 'Target', 'tape');
  assertTrue(isempty(strfind(info.functions.hint, 'line')), info.functions.hint);
end

function test_hints_name_function_and_line()
  functions = {@(t,q,v) besselj(0, q), 'besselj'; @(t,q,v) sort(q), 'sort'; ...
               @(t,q,v) q(find(q > 0)), 'find'; @(t,q,v) q(round(t) + 1)*v, 'index'; ...
               @untraceable, 'interp1'; ...
               @untraceable, sprintf('line %d of', line_of('F(2) = interp1')); ...
               @(t,q,v) [numel(sprintf('%g', q)); q(2:3)], 'sprintf'; ...
               @(t,q,v) q + rand(3, 1), 'two calls'; @(t,q,v) second_of_max(q), 'output of max'; ...
               @(t,q,v) int32(2)*q, 'int32'; @(t,q,v) real(q*(1 + 2i)), 'complex'; ...
               @(t,q,v) eig(q*q'), 'eig'; @(t,q,v) ppval(mkpp([0 1], [1 0]), q), 'ppval'; ...
               @(t,q,v) v.*cellfun(@(f) f(q(1)), {@sin; @cos; @tan}), 'cellfun'; ...
               @branching, sprintf('line %d of', line_of('if q(1) > 0, F = -q')); ...
               @looping, sprintf('line %d of', line_of('while F(1) > 10')); ...
               @clipped, 'write F = F.*'};
  for k = 1:size(functions, 1)
    sys = NsdSystem.lagrangian(eye(3), functions{k, 1});
    [~, info] = nsd_compile(sys, 'Start', {[1; 2; 3], [0; 0; 0]}, 'Target', 'tape');
    assertTrue(~info.functions.compiled);
    assertTrue(~isempty(strfind(info.functions.hint, functions{k, 2})), info.functions.hint);
  end
end

function F = second_of_max(q)
  [m, at] = max(q);
  F = -q*at - m;
end

function F = clipped(~, q, ~)
  F = -q;
  F(q > 2) = 0;
end

function check(functions)
% compiled, equal to the function, with derivatives equal to central differences
  [q, v] = state();
  for k = 1:numel(functions)
    F = functions{k};
    name = func2str(F);
    sys = NsdSystem.lagrangian(eye(3), F);
    [~, info] = nsd_compile(sys, 'Start', {q, v}, 'Target', 'tape');
    assertTrue(info.functions.compiled, [name ': ' info.functions.hint]);
    for shift = [0 0.21]
      wanted = F(0.3, q + shift, v);
      got = info.force(0.3, q + shift, v);
      assertTrue(max(abs(got - wanted(:))) <= 1e-13*max(1, max(abs(wanted))), name);
    end
    J = [slope(@(x) F(0.3, x, v), q), slope(@(x) F(0.3, q, x), v)];
    E = info.forceJacobian(0.3, q, v);
    % differences are good to (1e-4)^4 and eps/1e-4 times the size of the function
    assertTrue(max(abs(E(:) - J(:))) <= 1e-9*max(1, max(abs(J(:)))), name);
  end
end

function D = slope(f, x)
  d = 1e-4;
  D = zeros(3);
  for j = 1:3
    e = zeros(3, 1);
    e(j) = d;
    D(:, j) = (f(x - 2*e) - 8*f(x - e) + 8*f(x + e) - f(x + 2*e))/(12*d);
  end
end

function [q, v] = state()
  q = [0.37; -0.52; 1.13];
  v = [-0.81; 0.64; 0.29];
end

function y = pick(x, at)
  y = x(at);
end

function F = chain(~, q, v)
  F = zeros(3, 1);
  for i = 1:numel(q)
    F(i) = -2*q(i) - 0.1*v(i);
    if i > 1, F(i) = F(i) + sin(q(i-1)); end
    if i < numel(q), F(i) = F(i) + q(i+1)^2; end
  end
end

function F = growing(t, q, v)
  K = zeros(3);
  K(1, 1) = 2;
  K(2:3, 2:3) = [1 q(1); q(1) 1] + repmat([0 1], 2, 1) + circshift([0 1; 0 0], 1);
  K(3, 1:2) = repmat(q(2), 1, 2);
  F = -K*q;
  F(end) = F(end) + t*v(1);
  F(1:2) = F(1:2) - v(2:3);
end

function F = with_helper(t, q, v)
  w = repmat(q(1:2), 1, 2);
  w(1, 2) = v(1);
  R = turned(q(1)) + 0*w;
  F = [R*v(1:2); t*q(2)];
end

function R = turned(angle)
  R = [cos(angle), -sin(angle); sin(angle), cos(angle)];
end

function F = cellwise(q, v)
  parts = cell(3, 1);
  for k = 1:3, parts{k} = q(k)*v(k); end
  F = vertcat(parts{:});
end

function F = branching(~, q, ~)
  if q(1) > 0, F = -q; else, F = 0*q; end
end

function F = either(q)
  F = q;
  if q(1) < -5 || q(2) > 7, F = 2*q; end
end

function F = looping(~, q, ~)
  F = q;
  while F(1) > 10, F = F/2; end
end

function F = first_positive(q, v)
  F = v;
  for k = 1:3
    if ~(q(k) <= 0), F = q(k)*v; end
  end
end

function number = line_of(text)
  lines = regexp(fileread([mfilename('fullpath') '.m']), '\n', 'split');
  number = find(strncmp(strtrim(lines), text, numel(text)), 1);
end

function F = untraceable(~, q, ~)
  F = q;
  F(2) = interp1([0 1], [0 1], q(1));
end

function next = generator(seed)
% whole numbers from 1 to n, the same in every session
  state = seed;
  next = @draw;
  function k = draw(n)
    state = mod(16807*state, 2147483647);
    k = 1 + mod(floor(state/1024), n);
  end
end

function text = tree(next, depth)
  leaves = {'q(1)', 'q(2)', 'q(3)', 'v(1)', 'v(2)', 'v(3)', 't', '0.7', '2', 'q(end)'};
  one = {'sin(%s)', 'cos(%s)', 'exp(-(%s)^2)', 'tanh(%s)', 'sqrt(1+(%s)^2)', 'log(2+(%s)^2)', ...
         'atan(%s)', '-(%s)', '(%s)^2', '(%s)^3', 'sum([%s 1])', 'norm([%s; 2])', ...
         'asinh(%s)', '(2+sin(%s))^-1'};
  two = {'(%s + %s)', '(%s - %s)', '(%s)*(%s)', '(%s)/(3+(%s)^2)', 'hypot(1+%s, %s)', ...
         '[%s 2]*[1; %s]', 'atan2(%s, 3+cos(%s))', '(2+cos(%s))^sin(%s)', 'dot([%s; q], [%s; v])'};
  kind = next(10);
  if depth == 0 || kind == 1
    text = leaves{next(numel(leaves))};
  elseif kind < 6
    text = sprintf(one{next(numel(one))}, tree(next, depth - 1));
  else
    left = tree(next, depth - 1);
    text = sprintf(two{next(numel(two))}, left, tree(next, depth - 1));
  end
end
