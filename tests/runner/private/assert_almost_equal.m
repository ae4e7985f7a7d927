function assert_almost_equal(name, measure, a, b, varargin)
% Shared by the two almost-equal assertions: |a - b| <= tol*max(|a|,|b|) + floor.
  [relative, tol, floor_tol, message] = tolerances(varargin{:});
  if ~isfloat(a) || ~isfloat(b)
    raise_assertion([name ':notFloat'], message, 'an input is not single or double');
  elseif ~strcmp(class(a), class(b))
    raise_assertion([name ':classNotEqual'], message, ...
                    sprintf('classes differ: %s and %s', class(a), class(b)));
  elseif ~isequal(size(a), size(b))
    raise_assertion([name ':sizeNotEqual'], message, ...
                    sprintf('sizes differ: [%s] and [%s]', num2str(size(a)), num2str(size(b))));
  elseif isempty(a)
    return
  end

  a = full(a(:));
  b = full(b(:));
  difference = a - b;
  difference(a == b | (isnan(a) & isnan(b))) = 0;   % equal infinities, NaN in both
  distance = measure(difference);
  a(~isfinite(a)) = 0;                              % an infinite scale would allow anything
  b(~isfinite(b)) = 0;
  allowed = tol + zeros(size(distance));
  if relative
    allowed = tol * max(measure(a), measure(b)) + floor_tol;
  end
  wrong = find(~(distance <= allowed));             % NaN is wrong
  if ~isempty(wrong)
    excess = distance(wrong) ./ allowed(wrong);
    excess(isnan(excess)) = Inf;
    [~, worst] = max(excess);
    worst = wrong(worst);
    raise_assertion([name ':tolExceeded'], message, ...
                    sprintf('%d of %d differ too much; at %d by %.3g, allowed %.3g', ...
                            numel(wrong), numel(distance), worst, distance(worst), ...
                            allowed(worst)));
  end
end

function [relative, tol, floor_tol, message] = tolerances(varargin)
% Arguments after a and b: [type], [tol], [floor], [message], each of which may be left out.
  relative = true;
  numbers = sqrt(eps) * [1 1];
  given = 0;
  message = '';
  for k = 1:numel(varargin)
    value = varargin{k};
    if ischar(value) && any(strcmp(value, {'absolute', 'relative'})) && k == 1
      relative = strcmp(value, 'relative');
    elseif isnumeric(value) && isscalar(value) && given < 2
      given = given + 1;
      numbers(given) = value;
    elseif ischar(value) && k == numel(varargin)
      message = value;
    else
      error('moxUnit:badArgument', 'argument %d of an almost-equal assertion is not understood', ...
            k + 2);
    end
  end
  tol = numbers(1);
  floor_tol = numbers(2);
end
