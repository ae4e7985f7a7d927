function y = nsd_trace_products(what, a, b, varargin)
%NSD_TRACE_PRODUCTS  dot, cross, kron, norm, polyval, linspace, nthroot, mpower of traced values.
  switch what
    case 'dot'
      if isvector(a) && isvector(b), [a, b] = deal(column(a), column(b)); end
      y = sum(a.*b, varargin{:});
    case 'cross'
      if numel(a) ~= 3 || numel(b) ~= 3
        error('nsd:trace:unsupported', 'cross of traced values takes two vectors of three');
      end
      lying = size(a, 1) == 1;
      [a, b] = deal(column(a), column(b));
      skew = @(k, l) entry(a, k).*entry(b, l) - entry(a, l).*entry(b, k);
      y = [skew(2, 3); skew(3, 1); skew(1, 2)];
      if lying, y = y.'; end
    case 'kron'
      parts = cell(size(a));
      for k = 1:numel(parts), parts{k} = entry(a, k)*b; end
      lines = cell(size(parts, 1), 1);
      for k = 1:numel(lines), lines{k} = horzcat(parts{k, :}); end
      y = vertcat(lines{:});
    case 'norm'
      if nargin < 3, b = 2; end
      y = vector_norm(a, b);
    case 'linspace'
      n = 100;
      if nargin > 3, n = varargin{1}; end
      if ~isscalar(a) || ~isscalar(b)
        error('nsd:trace:unsupported', 'linspace between traced vectors');
      end
      y = a + (b - a)*((0:n-1)/(n - 1));
    case 'nthroot'
      if isa(b, 'NsdTrace') || ~isscalar(b) || b ~= fix(b)
        error('nsd:trace:unsupported', 'nthroot with a root that is no whole constant');
      end
      y = abs(a).^(1/b);
      if mod(b, 2) == 1, y = sign(a).*y; end
    case 'polyval'
      y = 0*b;
      for k = 1:numel(a), y = y.*b + entry(a, k); end
    otherwise
      y = matrix_power(a, b);
  end
end

function y = vector_norm(a, kind)
  if strcmp(kind, 'fro'), a = column(a); end
  if min(size(a)) ~= 1 || isa(kind, 'NsdTrace')
    error('nsd:trace:unsupported', 'norm of a traced matrix');
  end
  a = column(a);
  if ischar(kind), kind = struct('fro', 2, 'inf', Inf, 'Inf', Inf).(kind); end
  if kind == 2 && isscalar(a)
    y = abs(a);
  elseif kind == 2
    y = sqrt(sum(a.*a));
  elseif kind == 1
    y = sum(abs(a));
  elseif kind == Inf
    y = max(abs(a));
  else
    y = sum(abs(a).^kind)^(1/kind);
  end
end

function y = matrix_power(a, b)
  if isa(b, 'NsdTrace') || ~isscalar(b) || b < 1 || b ~= fix(b)
    error('nsd:trace:unsupported', 'a traced matrix to a power that is no positive whole number');
  end
  y = a;
  for k = 2:b, y = y*a; end
end

function y = column(x)
  y = reshape(x, numel(x), 1);
end

function y = entry(x, k)
  if ~isa(x, 'NsdTrace')
    y = x(k);
  else
    [ref, val] = parts(x);
    y = NsdTrace(ref(k), val(k));
  end
end
