function hint = nsd_entry_hint(F, n)
%NSD_ENTRY_HINT  What to write where a force of N coordinates is a single number F; '' where it is
%   none.
  hint = '';
  if ~isnumeric(F) || ~isscalar(F) || n < 2, return; end
  zeros_above = repmat('0; ', 1, n - 1);
  if n > 4, zeros_above = sprintf('zeros(%d, 1); ', n - 1); end
  hint = sprintf('; it has an entry for each coordinate: [%s%g] acts on the last one alone', ...
                 zeros_above, double(F));
end
