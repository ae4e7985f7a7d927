classdef NsdTrace < NsdOpaque
%NSDTRACE  A number, vector or matrix that records what is computed with it.
%   nsd_simulate calls the functions of a nonlinear system once with such values and gets the
%   list of operations, which runs in C. Not for users; doc/user/compile.md lists the operations.
%   Every entry is an operand of the record (ref > 0), or a constant (ref = 0, its value in val).

  properties (SetAccess = private)
    D                  % {ref, val}; one property, because numel must be 1 while it is set
  end

  methods (Static)
    function values = start(sizes, codes)
    %START  A new record; row vectors of input sizes give the traced inputs, numbered in order.
      inputs = sum(sizes);
      nsd_trace_record('start', inputs, codes);
      values = cell(1, numel(sizes));
      last = cumsum(sizes);
      for k = 1:numel(sizes)
        ref = (last(k) - sizes(k) + 1:last(k))';
        values{k} = NsdTrace(ref, 0*ref);
      end
    end

    function trace = finish(result)
    %FINISH  The record, with RESULT (traced or plain) as its result.
      x = NsdTrace.from(result);
      operands = nsd_trace_operands(x.D{1}(:)', x.D{2}(:)');
      trace = nsd_trace_record('finish');
      trace.result = operands;
      trace.shape = size(x.D{1});
    end

    function y = replay(tape, inputs)
    %REPLAY  Record the operations of a tape on INPUTS, a column; its result as a column.
      x = NsdTrace.from(inputs);
      [ref, val] = nsd_trace_replay(tape, x.D{:});
      y = NsdTrace(ref, val);
    end

    function y = aside(f)
    %ASIDE  f(), which may record other functions, while a record is under way.
      all = nsd_trace_record('keep');
      restore = onCleanup(@() nsd_trace_record('restore', all));
      y = f();
      clear restore
    end

    function stack = watch(number)
    %WATCH  Keep the call stack of operation NUMBER; returns the stack kept last.
      stack = nsd_trace_record('watch', number);
    end

    function y = binary(a, b, name, host)
    %BINARY  host(a, b) entry by entry, recorded as NAME; scalars and vectors expand.
      if isa(a, 'NsdTrace'), a = a.D; else, a = constant_parts(a); end
      if isa(b, 'NsdTrace'), b = b.D; else, b = constant_parts(b); end
      [ra, va] = a{:};
      [rb, vb] = b{:};
      if numel(ra) ~= 1 || numel(rb) ~= 1
        if ndims(ra) ~= ndims(rb) || any(size(ra) ~= size(rb))
          empty = 0*bsxfun(@plus, ra, rb);
          ra = bsxfun(@plus, ra, empty);
          va = bsxfun(@plus, va, empty);
          rb = bsxfun(@plus, rb, empty);
          vb = bsxfun(@plus, vb, empty);
        end
      end
      known = ra == 0 & rb == 0;
      if ~any(known(:))
        ref = ra;
        ref(:) = nsd_trace_record('op', name, [ra(:).'; rb(:).'], [va(:).'; vb(:).']);
        y = NsdTrace(ref, 0*ref);
        return
      end
      [ref, val] = deal(0*ra);                   % some results, or all, are constants
      val(known) = host(va(known), vb(known));
      if ~all(known(:))
        row = @(x) reshape(x(~known), 1, []);
        ref(~known) = nsd_trace_record('op', name, [row(ra); row(rb)], [row(va); row(vb)]);
      end
      y = NsdTrace(ref, val);
    end

    function x = from(x)
    %FROM  A plain array as a constant.
      if isa(x, 'NsdTrace'), return; end
      x = constant_parts(x);
      x = NsdTrace(x{1}, x{2});
    end
  end

  methods
    function x = NsdTrace(ref, val)
      x.D = {ref, val};
    end

    function n = numel(x, varargin)
      n = 1;
      if nargin == 1 && ~isempty(x.D), n = numel(x.D{1}); end
    end

    function n = numArgumentsFromSubscript(~, ~, ~)
    % MATLAB would ask numel how many values x.D has
      n = 1;
    end

    function varargout = size(x, varargin)
      [varargout{1:max(nargout, 1)}] = size(x.D{1}, varargin{:});
    end
    function n = length(x), n = length(x.D{1}); end
    function n = ndims(x), n = ndims(x.D{1}); end
    function n = end(x, k, n)
      if n == 1, n = numel(x.D{1}); else, n = size(x.D{1}, k); end
    end
    function b = isempty(x), b = isempty(x.D{1}); end
    function b = isscalar(x), b = isscalar(x.D{1}); end
    function b = isvector(x), b = isvector(x.D{1}); end
    function b = iscolumn(x), b = iscolumn(x.D{1}); end
    function b = isrow(x), b = isrow(x.D{1}); end
    function b = ismatrix(x), b = ismatrix(x.D{1}); end
    function b = issquare(x), b = size(x.D{1}, 1) == size(x.D{1}, 2); end
    function b = isnumeric(~), b = true; end
    function b = isfloat(~), b = true; end
    function b = isreal(~), b = true; end
    function b = islogical(~), b = false; end
    function b = issparse(~), b = false; end

    function y = subsref(x, s)
      if numel(s) > 1 || ~strcmp(s.type, '()')
        error('nsd:trace:unsupported', '%s of a traced value', s(end).type);
      end
      at = s.subs;
      for k = 1:numel(at)
        if isa(at{k}, 'NsdTrace'), at{k} = subsindex(at{k}) + 1; end
      end
      x = x.D;
      ref = x{1}(at{:});
      val = x{2}(at{:});
      if numel(ref) == 1 && ref == 0, y = val; else, y = NsdTrace(ref, val); end
    end

    function y = subsasgn(x, s, b)
      if numel(s) > 1 || ~strcmp(s.type, '()')
        error('nsd:trace:unsupported', 'assignment to %s of a traced value', s(end).type);
      end
      at = s.subs;
      for k = 1:numel(at)
        if isa(at{k}, 'NsdTrace'), at{k} = subsindex(at{k}) + 1; end
      end
      if ~isa(x, 'NsdTrace'), x = NsdTrace.from(x); end
      x = x.D;
      if isa(b, 'NsdTrace')
        b = b.D;
        x{1}(at{:}) = b{1};
        x{2}(at{:}) = b{2};
      elseif isempty(b)
        x{1}(at{:}) = [];
        x{2}(at{:}) = [];
      else
        x{1}(at{:}) = 0;
        x{2}(at{:}) = b;
      end
      y = NsdTrace(x{:});
    end

    function k = subsindex(x)
      if any(x.D{1}(:) ~= 0)
        error('nsd:trace:index', ['an index depends on t, q, v or a parameter; instead of ' ...
              'F(q < 0) = 0 write F = F.*(q >= 0)']);
      end
      k = x.D{2} - 1;
    end

    function y = colon(varargin)
      ends = plain_subscripts(varargin);
      y = colon(ends{:});
    end

    % rearranged entries
    function y = transpose(x), y = NsdTrace(x.D{1}.', x.D{2}.'); end
    function y = ctranspose(x), y = NsdTrace(x.D{1}.', x.D{2}.'); end
    function y = reshape(x, varargin), y = moved(x, @reshape, varargin{:}); end
    function y = repmat(x, varargin), y = moved(x, @repmat, varargin{:}); end
    function y = diag(x, varargin), y = moved(x, @diag, varargin{:}); end
    function y = triu(x, varargin), y = moved(x, @triu, varargin{:}); end
    function y = tril(x, varargin), y = moved(x, @tril, varargin{:}); end
    function y = flipud(x), y = moved(x, @flipud); end
    function y = fliplr(x), y = moved(x, @fliplr); end
    function y = circshift(x, varargin), y = moved(x, @circshift, varargin{:}); end
    function y = permute(x, varargin), y = moved(x, @permute, varargin{:}); end
    function y = squeeze(x), y = x; end
    function y = full(x), y = x; end
    function y = sparse(x), y = x; end
    function y = double(x), y = x; end
    function y = real(x), y = x; end
    function y = conj(x), y = x; end
    function y = uplus(x), y = x; end
    function y = imag(x), y = NsdTrace(0*x.D{1}, 0*x.D{1}); end
    function y = horzcat(varargin), y = joined(@horzcat, varargin); end
    function y = vertcat(varargin), y = joined(@vertcat, varargin); end
    function y = cat(dim, varargin), y = joined(@(varargin) cat(dim, varargin{:}), varargin); end
    function y = blkdiag(varargin), y = joined(@blkdiag, varargin); end

    % entry by entry
    function y = plus(a, b), y = NsdTrace.binary(a, b, 'ADD', @plus); end
    function y = minus(a, b), y = NsdTrace.binary(a, b, 'SUB', @minus); end
    function y = times(a, b), y = NsdTrace.binary(a, b, 'MUL', @times); end
    function y = rdivide(a, b), y = NsdTrace.binary(a, b, 'DIV', @rdivide); end
    function y = ldivide(a, b), y = NsdTrace.binary(b, a, 'DIV', @rdivide); end
    function y = power(a, b), y = NsdTrace.binary(a, b, 'POW', @power); end
    function y = atan2(a, b), y = NsdTrace.binary(a, b, 'ATAN2', @atan2); end
    function y = hypot(a, b), y = NsdTrace.binary(a, b, 'HYPOT', @hypot); end
    function y = mod(a, b), y = NsdTrace.binary(a, b, 'MOD', @mod); end
    function y = rem(a, b), y = NsdTrace.binary(a, b, 'REM', @rem); end
    function y = lt(a, b), y = NsdTrace.binary(a, b, 'LT', @lt); end
    function y = le(a, b), y = NsdTrace.binary(a, b, 'LE', @le); end
    function y = gt(a, b), y = NsdTrace.binary(b, a, 'LT', @lt); end
    function y = ge(a, b), y = NsdTrace.binary(b, a, 'LE', @le); end
    function y = eq(a, b), y = NsdTrace.binary(a, b, 'EQ', @eq); end
    function y = ne(a, b), y = 1 - NsdTrace.binary(a, b, 'EQ', @eq); end
    function y = and(a, b), y = (a ~= 0).*(b ~= 0); end
    function y = or(a, b), y = max(a ~= 0, b ~= 0); end
    function y = not(a), y = (a == 0); end
    function y = xor(a, b), y = ((a ~= 0) ~= (b ~= 0)); end
    function y = uminus(x), y = unary(x, 'NEG', @uminus); end
    function y = abs(x), y = unary(x, 'ABS', @abs); end
    function y = sign(x), y = unary(x, 'SIGN', @sign); end
    function y = sqrt(x), y = unary(x, 'SQRT', @sqrt); end
    function y = exp(x), y = unary(x, 'EXP', @exp); end
    function y = expm1(x), y = unary(x, 'EXPM1', @expm1); end
    function y = log(x), y = unary(x, 'LOG', @log); end
    function y = log1p(x), y = unary(x, 'LOG1P', @log1p); end
    function y = log2(x), y = log(x)/log(2); end
    function y = log10(x), y = log(x)/log(10); end
    function y = sin(x), y = unary(x, 'SIN', @sin); end
    function y = cos(x), y = unary(x, 'COS', @cos); end
    function y = tan(x), y = unary(x, 'TAN', @tan); end
    function y = sec(x), y = 1./cos(x); end
    function y = csc(x), y = 1./sin(x); end
    function y = cot(x), y = 1./tan(x); end
    function y = asin(x), y = unary(x, 'ASIN', @asin); end
    function y = acos(x), y = unary(x, 'ACOS', @acos); end
    function y = atan(x), y = unary(x, 'ATAN', @atan); end
    function y = sinh(x), y = unary(x, 'SINH', @sinh); end
    function y = cosh(x), y = unary(x, 'COSH', @cosh); end
    function y = tanh(x), y = unary(x, 'TANH', @tanh); end
    function y = asinh(x), y = unary(x, 'ASINH', @asinh); end
    function y = acosh(x), y = unary(x, 'ACOSH', @acosh); end
    function y = atanh(x), y = unary(x, 'ATANH', @atanh); end
    function y = floor(x), y = unary(x, 'FLOOR', @floor); end
    function y = ceil(x), y = unary(x, 'CEIL', @ceil); end
    function y = round(x), y = unary(x, 'ROUND', @round); end
    function y = fix(x), y = unary(x, 'FIX', @fix); end
    function [y, at] = min(a, varargin)
      if nargout > 1, at = no_place('min'); end
      y = extreme(a, 'MIN', @min, varargin);
    end
    function [y, at] = max(a, varargin)
      if nargout > 1, at = no_place('max'); end
      y = extreme(a, 'MAX', @max, varargin);
    end
    function y = sind(x), y = sin(pi/180*x); end
    function y = cosd(x), y = cos(pi/180*x); end
    function y = tand(x), y = tan(pi/180*x); end
    function y = asind(x), y = 180/pi*asin(x); end
    function y = acosd(x), y = 180/pi*acos(x); end
    function y = atand(x), y = 180/pi*atan(x); end
    function y = atan2d(a, b), y = 180/pi*atan2(a, b); end
    function y = cbrt(x), y = nthroot(x, 3); end
    function y = nthroot(x, n), y = nsd_trace_products('nthroot', x, n); end
    function y = arrayfun(f, varargin), y = each_entry(f, varargin); end
    function y = linspace(a, b, varargin)
      y = nsd_trace_products('linspace', a, b, varargin{:});
    end

    % sums and products
    function y = sum(x, varargin), y = nsd_trace_reduce(x, 'sum', varargin); end
    function y = prod(x, varargin), y = nsd_trace_reduce(x, 'prod', varargin); end
    function y = cumsum(x, varargin), y = nsd_trace_reduce(x, 'cumsum', varargin); end
    function y = cumprod(x, varargin), y = nsd_trace_reduce(x, 'cumprod', varargin); end
    function y = sumsq(x, varargin), y = nsd_trace_reduce(x.*x, 'sum', varargin); end
    function y = any(x, varargin), y = nsd_trace_reduce(x ~= 0, 'max', varargin); end
    function y = all(x, varargin), y = nsd_trace_reduce(x ~= 0, 'min', varargin); end
    function y = mean(x, varargin), y = nsd_trace_reduce(x, 'mean', varargin); end
    function y = diff(x), y = nsd_trace_reduce(x, 'diff', {}); end
    function y = dot(a, b, varargin), y = nsd_trace_products('dot', a, b, varargin{:}); end
    function y = cross(a, b), y = nsd_trace_products('cross', a, b); end
    function y = kron(a, b), y = nsd_trace_products('kron', a, b); end
    function y = polyval(c, x), y = nsd_trace_products('polyval', c, x); end
    function y = trace(x), y = sum(diag(x)); end
    function y = norm(x, varargin), y = nsd_trace_products('norm', x, varargin{:}); end
    function y = det(x), y = nsd_trace_solve('det', x); end
    function y = inv(x), y = nsd_trace_solve('inv', x); end
    function y = mpower(a, b)
      if numel(a) == 1 && numel(b) == 1
        y = NsdTrace.binary(a, b, 'POW', @power);
      else
        y = nsd_trace_products('mpower', a, b);
      end
    end
    function y = mldivide(A, b), y = nsd_trace_solve('left', A, b); end
    function y = mrdivide(a, B), y = nsd_trace_solve('right', a, B); end
    function y = mtimes(a, b)
      if ~isa(a, 'NsdTrace'), a = NsdTrace.from(a); end
      if ~isa(b, 'NsdTrace'), b = NsdTrace.from(b); end
      p = a.D;
      q = b.D;
      if numel(p{1}) == 1 || numel(q{1}) == 1
        y = NsdTrace.binary(a, b, 'MUL', @times);
      else
        [ref, val] = nsd_trace_mtimes(p{:}, q{:});
        y = NsdTrace(ref, val);
      end
    end

    function y = unary(x, name, host)
    %UNARY  host(x) entry by entry, recorded as NAME.
      ref = x.D{1};
      val = x.D{2};
      known = ref == 0;
      if ~any(known(:))
        open = ref(:).';
        ref(:) = nsd_trace_record('op', name, [open; open]);
      else
        val(known) = host(val(known));
        open = reshape(ref(~known), 1, []);
        if ~isempty(open), ref(~known) = nsd_trace_record('op', name, [open; open]); end
      end
      y = NsdTrace(ref, val);
    end

    function [ref, val] = parts(x)
    %PARTS  Operands and constants, for the helpers of this class.
      ref = x.D{1};
      val = x.D{2};
    end

  end
end

function parts = constant_parts(x)
% {ref, val} of a plain array
  if ~(isa(x, 'double') || islogical(x)) || ~isreal(x)
    kind = ['number of class ' class(x)];                 % integers and singles round
    if isnumeric(x) && ~isreal(x), kind = 'complex number'; end
    error('nsd:trace:unsupported', 'a %s meets a value that depends on t, q, v or a parameter', ...
          kind);
  end
  if ~isa(x, 'double') || issparse(x), x = full(double(x)); end
  parts = {0*isnan(x), x};
end

function at = no_place(name)
  at = [];
  error('nsd:trace:unsupported', ['the second output of %s, a place that depends on t, q, v or ' ...
        'a parameter'], name);
end

function at = plain_subscripts(at)
  for k = 1:numel(at)
    if isa(at{k}, 'NsdTrace'), at{k} = subsindex(at{k}) + 1; end
  end
end

function y = moved(x, how, varargin)
  more = plain_subscripts(varargin);
  [ref, val] = parts(x);
  y = NsdTrace(how(ref, more{:}), how(val, more{:}));
end

function y = joined(how, pieces)
% how(...) of traced and plain arrays
  [refs, vals] = deal(cell(size(pieces)));
  for k = 1:numel(pieces)
    [refs{k}, vals{k}] = parts(NsdTrace.from(pieces{k}));
  end
  y = NsdTrace(how(refs{:}), how(vals{:}));
end

function y = extreme(a, name, host, given)
  if ~isempty(given) && ~isempty(given{1})
    y = NsdTrace.binary(a, given{1}, name, host);
  else
    y = nsd_trace_reduce(a, lower(name), given(2:end));
  end
end

function y = each_entry(f, given)
% arrayfun over traced arrays: results as one array, or as a cell
  uniform = true;
  words = find(cellfun('isclass', given, 'char'), 1);
  if ~isempty(words)
    if numel(given) ~= words + 1 || ~strcmpi(given{words}, 'UniformOutput')
      error('nsd:trace:unsupported', 'option %s of arrayfun with traced values', given{words});
    end
    uniform = given{words+1};
    given = given(1:words-1);
  end
  arrays = cell(size(given));
  for k = 1:numel(given), arrays{k} = NsdTrace.from(given{k}); end
  shape = size(arrays{1});
  y = cell(shape);
  for i = 1:prod(shape)
    entries = cell(size(arrays));
    for k = 1:numel(arrays)
      [ref, val] = parts(arrays{k});
      entries{k} = NsdTrace(ref(i), val(i));
    end
    y{i} = f(entries{:});
  end
  if uniform, y = reshape(vertcat(y{:}), shape); end
end
