function varargout = nsd_arguments(n, method, names, given)
%NSD_ARGUMENTS  What sys.force(t, q, v) and the like were called with, checked.
%   [T, Q, V] = NSD_ARGUMENTS(N, 'force', {'t', 'q', 'v'}, GIVEN): t is one number, others have N
%   (any number where N is NaN) and come out as columns. Values that are being recorded pass.
%   Raises nsd:system:missing and nsd:system:badSize.
  if numel(given) ~= numel(names)
    error('nsd:system:missing', 'write sys.%s(%s): %d argument(s) were given', method, ...
          strjoin(names, ', '), numel(given));
  end
  for k = 1:numel(names)
    x = given{k};
    wanted = n;
    if strcmp(names{k}, 't'), wanted = 1; end
    if ~isa(x, 'NsdTrace') && (~(isnumeric(x) || islogical(x)) ...
                               || ~(isnan(wanted) || numel(x) == wanted))
      text = 'one number';
      if wanted ~= 1, text = 'one number per coordinate'; end
      if wanted > 1, text = sprintf('%d numbers', wanted); end
      error('nsd:system:badSize', 'sys.%s(%s): %s must be %s, not %s %s', method, ...
            strjoin(names, ', '), names{k}, text, nsd_size_text(x), class(x));
    end
    if isnumeric(x) || islogical(x), x = full(double(x)); end
    varargout{k} = x(:); %#ok<AGROW>  three at most
  end
end
