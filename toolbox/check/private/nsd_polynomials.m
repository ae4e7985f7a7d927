function varargout = nsd_polynomials(what, varargin)
%NSD_POLYNOMIALS  Recorded functions as sums of products, to be shown: nsd_equations.
%   state = nsd_polynomials('inputs', n, names)       atoms t, q, v, parameters, then a = v'
%   [P, state] = nsd_polynomials('tape', tape, state) results of a tape, a cell of polynomials
%   [P, state] = nsd_polynomials('motion', row, state)   sum of row{j} times a_j
%   text = nsd_polynomials('text', P, state, how)     how 1: text, 2: LaTeX
%   A polynomial is a struct: c (coefficients), e (exponents, a row per term, a column per atom);
%   [] stands for one of more than MOST terms. Atoms are inputs and functions such as sin(q1 - q2).
  switch what
    case 'inputs'
      varargout{1} = first_atoms(varargin{:});
    case 'tape'
      [varargout{1:2}] = from_tape(varargin{:});
    case 'motion'
      [row, state] = varargin{:};
      P = number(0);
      for j = 1:numel(row), P = plus_(P, times_(row{j}, atom(state.acceleration + j))); end
      varargout = {P, state};
    otherwise
      [P, state, how] = varargin{:};
      varargout{1} = as_text(P, state, how);
  end
end

function state = first_atoms(n, names)
  [letters, marks] = deal({'q', 'v', 'a'}, {'q', '\dot q', '\ddot q'});
  [text, latex] = deal({'t'}, {'t'});
  for k = 1:3
    if k == 3
      state.parameters = numel(text);             % the parameters follow, then a, then functions
      text = [text, names(:)'];
      latex = [latex, cellfun(@parameter_latex, names(:)', 'UniformOutput', false)];
      [state.acceleration, state.inputs] = deal(numel(text));
    end
    for i = 1:n
      [one, sub] = deal(letters{k}, marks{k});
      if n > 1, [one, sub] = deal(sprintf('%s%d', one, i), sprintf('%s_{%d}', sub, i)); end
      [text{end+1}, latex{end+1}] = deal(one, sub); %#ok<AGROW>
    end
  end
  [state.key, state.text, state.latex, state.first] = deal(text, text, latex, numel(text));
  state.sine = zeros(1, numel(text));             % of an atom sin(x): the atom cos(x)
end

function text = parameter_latex(name)
  greek = {'alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'kappa', ...
           'lambda', 'mu', 'nu', 'rho', 'sigma', 'tau', 'phi', 'psi', 'omega', 'Omega'};
  part = regexp(name, '^([A-Za-z]+)(\d*)$', 'tokens', 'once');
  if isempty(part), part = {strrep(name, '_', '\_'), ''}; end
  text = part{1};
  if any(strcmp(text, greek))
    text = ['\' text];
  elseif numel(text) > 1
    text = ['\mathrm{' text '}'];
  end
  if ~isempty(part{2}), text = [text '_{' part{2} '}']; end
end

function [P, state] = from_tape(tape, state)
  names = nsd_kernel('tape');
  work = cell(1, state.inputs);
  for k = 1:state.inputs, work{k} = atom(k); end
  for value = tape.constant(:)', work{end+1} = number(value); end %#ok<AGROW>
  begin = 0;
  for k = 1:numel(tape.runOp)
    for at = begin + 1:double(tape.runEnd(k))
      [a, b] = deal(double(tape.a(at)) + 1, double(tape.b(at)) + 1);
      name = names{tape.runOp(k) + 1};
      if strcmp(name, 'LINEAR')
        one = number(0);
        for j = a:b - 1
          one = plus_(one, times_(number(tape.factor(j)), work{double(tape.term(j)) + 1}));
        end
      else
        [one, state] = operation(name, work{a}, work{b}, state);
      end
      work{end+1} = one; %#ok<AGROW>
    end
    begin = double(tape.runEnd(k));
  end
  P = repmat({number(0)}, tape.size, 1);
  for k = 1:numel(tape.output)
    P{tape.place(k) + 1} = without_squares(work{tape.output(k) + 1}, state);
  end
end

function P = number(value)
  P = struct('c', value, 'e', zeros(1, 0));
  if value == 0, P = struct('c', zeros(0, 1), 'e', zeros(0, 0)); end
end

function P = atom(k)
  P = struct('c', 1, 'e', [zeros(1, k - 1), 1]);
end

function [a, b] = as_wide(a, b)
% exponents of as many atoms in both
  width = max(size(a, 2), size(b, 2));
  [a, b] = deal(wider(a, width), wider(b, width));
end

function P = plus_(A, B)
  P = [];
  if isempty(A) || isempty(B), return; end
  [A.e, B.e] = as_wide(A.e, B.e);
  P = collected([A.c(:); B.c(:)], [A.e; B.e]);
end

function P = times_(A, B)
  P = [];
  if isempty(A) || isempty(B), return; end
  [A.e, B.e] = as_wide(A.e, B.e);
  [i, j] = ndgrid(1:numel(A.c), 1:numel(B.c));
  P = collected(A.c(i(:)).*B.c(j(:)), A.e(i(:), :) + B.e(j(:), :));
end

function e = wider(e, width)
  e = [e, zeros(size(e, 1), width - size(e, 2))];
end

function P = collected(c, e)
% equal products added up; what cancels to rounding is dropped
  MOST = 200;
  if isempty(c)
    P = number(0);
    return
  end
  [e, ~, place] = unique(e, 'rows', 'first');
  scale = accumarray(place(:), abs(c(:)), [size(e, 1), 1], @max);
  c = accumarray(place(:), c(:), [size(e, 1), 1]);
  left = abs(c) > 1e-14*scale;
  P = struct('c', c(left), 'e', e(left, :));
  if numel(P.c) > MOST, P = []; end
end

function [P, state] = operation(name, A, B, state)
  P = [];
  if isempty(A) || isempty(B), return; end
  switch name
    case 'ADD', P = plus_(A, B);
    case 'SUB', P = plus_(A, times_(number(-1), B));
    case 'MUL', P = times_(A, B);
    case 'NEG', P = times_(number(-1), A);
    case {'DIV', 'RATIO'}
      [inverse, state] = power_of(B, -1, state);
      P = times_(A, inverse);
    case {'SIN', 'COS'}
      [P, state] = circular(name, A, state);
    case 'SQRT'
      [P, state] = function_atom('sqrt', {A}, state);
    case 'POW'
      if isempty(B.e) && isscalar(B.c)
        [P, state] = power_of(A, B.c, state);
      else
        [P, state] = function_atom('power', {A, B}, state);
      end
    otherwise
      parts = {A, B};
      if ~any(strcmp(name, {'ATAN2', 'HYPOT', 'MIN', 'MAX', 'MOD', 'REM', 'LT', 'LE', 'EQ'}))
        parts = {A};
      end
      [P, state] = function_atom(lower(name), parts, state);
  end
end

function [P, state] = power_of(A, exponent, state)
% A to a power; a sum becomes an atom
  if isscalar(A.c) && (A.c > 0 || exponent == round(exponent))
    P = struct('c', A.c^exponent, 'e', A.e*exponent);
    return
  end
  [P, state] = function_atom('', {A}, state);
  P.e = P.e*exponent;
end

function [P, state] = circular(name, A, state)
% sin or cos with a first coefficient that is positive; both get atoms, so that squares add up
  sign = 1;
  if ~isempty(A.c) && A.c(end) < 0
    A = times_(number(-1), A);
    if strcmp(name, 'SIN'), sign = -1; end
  end
  [C, state] = function_atom('cos', {A}, state);
  [S, state] = function_atom('sin', {A}, state);
  state.sine(size(S.e, 2)) = size(C.e, 2);
  P = C;
  if strcmp(name, 'SIN'), P = times_(number(sign), S); end
end

function [P, state] = function_atom(name, parts, state)
  inside = @(how) cellfun(@(A) as_text(A, state, how), parts, 'UniformOutput', false);
  key = sprintf('%s(%s)', name, strjoin(inside(3), ', '));
  k = find(strcmp(key, state.key), 1);
  if isempty(k)
    k = numel(state.text) + 1;
    text = sprintf('%s(%s)', name, strjoin(inside(1), ', '));
    latexes = joined(inside(2), ', ');
    if strcmp(name, 'sqrt')
      latex = ['\sqrt{' latexes '}'];
    elseif any(strcmp(name, {'sin', 'cos', 'tan', 'exp', 'log', 'sinh', 'cosh', 'tanh', ''}))
      latex = [repmat('\', 1, ~isempty(name)) name '\left(' latexes '\right)'];
    else
      latex = ['\operatorname{' name '}\left(' latexes '\right)'];
    end
    [state.key{k}, state.text{k}, state.latex{k}, state.sine(k)] = deal(key, text, latex, 0);
  end
  P = atom(k);
end

function P = without_squares(P, state)
% c X sin(x)^2 + c X cos(x)^2 = c X, as often as there are such pairs
  if isempty(P), return; end
  P.e = wider(P.e, numel(state.text));
  merged = true;
  while merged
    merged = false;
    for s = find(state.sine)
      [P, one] = with_pair_merged(P, s, state.sine(s));
      merged = merged || one;
    end
  end
end

function [P, merged] = with_pair_merged(P, s, k)
% one pair of terms with the squares of atoms s and k
  merged = false;
  for i = find(P.e(:, s) >= 2)'
    other = P.e(i, :);
    other([s k]) = other([s k]) + [-2 2];
    j = find(all(bsxfun(@eq, P.e, other), 2) & abs(P.c - P.c(i)) <= 1e-13*abs(P.c(i)), 1);
    if isempty(j), continue; end
    P.e(i, s) = P.e(i, s) - 2;
    P.c(j) = [];
    P.e(j, :) = [];
    P = collected(P.c, P.e);
    merged = true;
    return
  end
end

function text = as_text(P, state, how)
% terms in the order of their atoms; how 1: text, 2: LaTeX, 3: text with all digits, a key
  if isempty(P)
    text = '(more terms than can be read)';
    return
  elseif isempty(P.c)
    text = '0';
    return
  end
  text = '';
  for i = numel(P.c):-1:1
    c = P.c(i);
    one = product_text(P.e(i, :), state, how);
    size_ = number_text(abs(c), how);
    if isempty(one)
      one = size_;
    elseif abs(c) ~= 1
      marks = {'*', '\,', '*'};
      one = [size_, marks{how}, one]; %#ok<AGROW>
      if one(end) == '/', one(end) = []; end
    elseif one(1) == '/'
      one = ['1' one]; %#ok<AGROW>
    end
    one = strrep(one, '*/', '/');
    if isempty(text) && c < 0
      text = ['-' one];
    elseif isempty(text)
      text = one;
    elseif c < 0
      text = [text ' - ' one]; %#ok<AGROW>
    else
      text = [text ' + ' one]; %#ok<AGROW>
    end
  end
end

function text = number_text(c, how)
  formats = {'%.6g', '%.6g', '%.17g'};
  text = sprintf(formats{how}, c);
  if how == 2, text = regexprep(text, 'e([+-])0*(\d+)', '\\cdot 10^{$1$2}'); end
  text = strrep(text, '{+', '{');
end

function text = product_text(e, state, how)
% a product of atoms: parameters, functions, t, q, v, a; then divisors
  labels = {state.text, state.latex, state.key};
  labels = labels{how};
  width = size(e, 2);
  [p, a] = deal(state.parameters, state.acceleration);
  order = [p + 1:a, state.first + 1:width, 1:p, a + 1:state.first];
  order = order(order <= width);
  [above, below] = deal({});
  for k = order(e(order) ~= 0)
    label = labels{k};
    exponent = abs(e(k));
    if exponent ~= 1
      if how == 2
        label = sprintf('{%s}^{%.6g}', label, exponent);
      else
        label = sprintf('%s^%.6g', label, exponent);
      end
    end
    if e(k) > 0, above{end+1} = label; else, below{end+1} = label; end %#ok<AGROW>
  end
  if how ~= 2
    text = strjoin(above, '*');
    if ~isempty(below)
      below = strjoin(below, '*');
      if any(below == '*'), below = ['(' below ')']; end
      text = [text '/' below];
    end
  else
    text = joined(above, '\,');
    if ~isempty(below)
      if isempty(text), text = '1'; end
      text = sprintf('\\frac{%s}{%s}', text, joined(below, '\,'));
    end
  end
end

function text = joined(parts, mark)
% parts with a mark between; strjoin would read the backslash of LaTeX as an escape
  text = '';
  for k = 1:numel(parts)
    if k > 1, text = [text mark]; end %#ok<AGROW>
    text = [text parts{k}]; %#ok<AGROW>
  end
end
