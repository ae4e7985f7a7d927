function [x, what] = changed_value(x, depth)
%CHANGED_VALUE  X with a random change somewhere inside, for the fuzzers; WHAT names it.
%   A part of a cell or struct is changed more often than the whole; DEPTH is how deep X lies.
  inside = numel(x) > 0 && rand() < 0.9 - 0.02*depth;
  if iscell(x) && inside
    k = pick(numel(x));
    [x{k}, what] = changed_value(x{k}, depth + 1);
    what = sprintf('{%d}%s', k, what);
  elseif isstruct(x) && isscalar(x) && inside && numel(fieldnames(x)) > 0
    names = fieldnames(x);
    name = names{pick(numel(names))};
    [x.(name), what] = changed_value(x.(name), depth + 1);
    what = ['.' name what];
  elseif iscell(x)
    [x, what] = changed_cell(x);
  elseif isstruct(x)
    [x, what] = changed_struct(x);
  elseif ischar(x)
    [x, what] = changed_text(x);
  elseif isnumeric(x) || islogical(x)
    [x, what] = changed_numbers(x);
  else
    x = other_class([]);
    what = ':=other';
  end
end

function [x, what] = changed_cell(x)
  if isempty(x), x = {1}; end
  switch pick(5)
    case 1, x(end) = []; what = ':dropped';
    case 2, x{end+1} = 3; what = ':more';
    case 3, x = x(randperm(numel(x))); what = ':shuffled';
    case 4, x = {}; what = ':={}';
    otherwise, x = other_class(x); what = ':=other';
  end
end

function [x, what] = changed_struct(x)
  names = fieldnames(x);
  what = '';
  if isempty(names) || ~isscalar(x), x = 1; return; end
  name = names{pick(numel(names))};
  switch pick(6)
    case {1, 2}, x = rmfield(x, name); what = ['-' name];
    case 3
      other = names{pick(numel(names))};
      [x.(name), x.(other)] = deal(x.(other), x.(name));
      what = sprintf(':%s<->%s', name, other);
    case 4, x = [x, x]; what = ':twice';
    case 5, x = x([]); what = ':none';
    otherwise, x = other_class(x); what = ':=other';
  end
end

function [x, what] = changed_text(x)
  persistent words                  % made once: repmat was a tenth of the time of a change
  if isempty(words)
    words = {'', 'x', repmat('long', 1, 300), 'auto', 'event', 'rows', '/dev/null'};
  end
  if rand() < 0.2
    x = other_class(x);
    what = ':=other';
  else
    x = words{pick(numel(words))};
    what = sprintf(':=''%s''', x(1:min(end, 9)));
  end
end

function [x, what] = changed_numbers(x)
  choice = pick(12);
  what = ':=other';
  if choice == 1
    x = other_class(x);
  elseif choice <= 4
    [x, what] = other_size(x);
  elseif isempty(x)
    x = 1;
    what = ':=1';
  elseif choice == 5
    x = x(reshape(randperm(numel(x)), size(x)));
    what = ':shuffled';
  elseif choice == 6 && isfloat(x)
    x = -x;
    what = ':negative';
  elseif choice == 7
    x(:) = special(x);
    what = ':all';
  else
    k = pick(numel(x));
    x(k) = special(x);
    what = sprintf('(%d)=%g', k, double(full(x(k))));
  end
end

function value = special(x)
  if islogical(x)
    values = [false true];
  elseif isinteger(x)
    values = [-1 0 1 2 3 5 numel(x) numel(x)+1 double(intmax()) double(intmin()) 1e4 40];
  else
    values = [NaN Inf -Inf -1 0 1 0.5 2 3 1e308 -1e308 1e-320 2^31 2^53 -2^31 1e4 -0.25];
  end
  value = values(pick(numel(values)));
end

function [x, what] = other_size(x)
  x = x(:, :);                       % two dimensions
  switch pick(7)
    case 1, x = x'; what = ':transposed';
    case 2, x = x(:, 1:end-1); what = ':columnless';
    case 3, x = x(1:end-1, :); what = ':rowless';
    case 4, x = [x, x]; what = ':wide';
    case 5, x = [x; x]; what = ':high';
    case 6, x = x([]); what = ':=[]';
    otherwise
      if ~issparse(x), x = cat(3, x, x); end
      what = ':3d';
  end
end

function x = other_class(x)
  if ~(isnumeric(x) || islogical(x)), x = [1 2]; end
  x = real(full(x));
  switch pick(11)
    case 1, x = single(x);
    case 2, x = int32(x);
    case 3, x = uint8(x);
    case 4, x = x > 0;
    case 5, x = char(65 + zeros(size(x)));
    case 6, x = {x};
    case 7, x = struct('a', 1);
    case 8, x = @(varargin) 1;
    case 9, x = sparse(double(x(:, :)));
    case 10, x = complex(double(x), 1);
    otherwise, x = [];
  end
end

function k = pick(n)
  k = floor(n*rand()) + 1;           % rand() < 1
end
