function x = nsd_check_number(x, rule, name, id)
%NSD_CHECK_NUMBER  X as a double when it is one finite real number that obeys RULE; else error ID.
%   RULE: 'finite', 'positive', 'not negative', 'whole' (from 0) or 'count' (whole, from 1); whole
%   numbers are below 2^53, from where on loops do not count.
  good = (isnumeric(x) || islogical(x)) && isscalar(x) && isreal(x) && isfinite(x);
  whole = good && x == fix(x) && x < 2^53;
  switch rule
    case 'finite', words = 'a finite real number';
    case 'positive', [words, good] = deal('a positive number', good && x > 0);
    case 'not negative', [words, good] = deal('a number that is not negative', good && x >= 0);
    case 'whole', [words, good] = deal('a whole number from 0', whole && x >= 0);
    case 'count', [words, good] = deal('a positive whole number', whole && x >= 1);
  end
  if ~good, error(id, '%s must be %s', name, words); end
  x = full(double(x));
end
