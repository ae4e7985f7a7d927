function numbers = nsd_law_numbers(area, given)
%NSD_LAW_NUMBERS  The numbers of a law of contacts in a row, each finite and real.
%   GIVEN: rows {name, value, lowest}; positive numbers where LOWEST is '>0', not negative else.
%   Others raise nsd:<area>:badValue.
  numbers = zeros(1, size(given, 1));
  for k = 1:size(given, 1)
    [name, x, lowest] = given{k, :};
    if ~isnumeric(x) || ~isreal(x) || ~isscalar(x) || ~isfinite(x) || x < 0 ...
        || (x == 0 && strcmp(lowest, '>0'))
      words = {'must not be negative', 'must be a positive number'};
      error(['nsd:' area ':badValue'], '%s %s', name, words{1 + strcmp(lowest, '>0')});
    end
    numbers(k) = double(x);
  end
end
