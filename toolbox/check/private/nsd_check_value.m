function [value, line] = nsd_check_value(name, f, wanted)
%NSD_CHECK_VALUE  Evaluate f() for nsd_check_system: value, and a line when the value is wrong.
%   WANTED is the size, with NaN for any number of rows. VALUE is [] with a line, else double.
  line = [];
  try
    value = f();
  catch err
    line = nsd_check_line(name, 'error', 'raises: %s', strrep(err.message, sprintf('\n'), ' '));
    value = [];
    return
  end
  given = value;
  value = [];
  if ~(isnumeric(given) || islogical(given)) || ~isreal(given)
    line = nsd_check_line(name, 'error', 'must return real numbers, not %s', class(given));
  elseif ~fits(size(given), wanted)
    hint = '';
    if fits(fliplr(size(given)), wanted), hint = ': transpose it'; end
    if isscalar(given) && prod(wanted) > 1
      hint = ': one number for several coordinates; use q(1), q(2), ... in it';
    end
    rows = 'm';
    if ~isnan(wanted(1)), rows = sprintf('%d', wanted(1)); end
    line = nsd_check_line(name, 'error', 'must return %s-by-%d, not %s%s', rows, wanted(2), ...
                          nsd_size_text(given), hint);
  elseif ~all(isfinite(given(:)))
    line = nsd_check_line(name, 'error', 'returns NaN or Inf');
  else
    value = full(double(given));
  end
end

function yes = fits(found, wanted)
  yes = numel(found) == 2 && (isnan(wanted(1)) || found(1) == wanted(1)) && found(2) == wanted(2);
end
