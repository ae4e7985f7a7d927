function varargout = nsd_state_arguments(n, method, names, given)
%NSD_STATE_ARGUMENTS  The arguments of sys.force(t, q, v), sys.gap(q, t), ..., checked.
%   t is one number, the others are columns of N numbers (of any length where N is NaN); values that
%   are being recorded pass unchecked.
  if numel(given) ~= numel(names)
    error('nsd:system:missing', 'write sys.%s(%s): you gave %s', method, ...
          strjoin(names, ', '), nsd_count_text(numel(given), 'argument'));
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
