function guard_compare(before, now)
%GUARD_COMPARE  Exact bits of two files that guard_collect wrote; raises where they differ.
  a = load(before); b = load(now);
  assert_same_names({a.cases.name}, {b.cases.name});
  different = 0;
  compared = 0;
  for k = 1:numel(a.cases)
    [found, count] = differences(a.cases(k).value, b.cases(k).value, a.cases(k).name);
    fprintf('%s', found{:});
    different = different + ~isempty(found);
    compared = compared + count;
  end
  fprintf('guard: %d cases, %d arrays, %d cases differ\n', numel(a.cases), compared, different);
  if different > 0, error('nsd:guard:differ', 'bits differ\n'); end
end

function assert_same_names(a, b)
  if ~isequal(a, b)
    fprintf('only before: %s\nonly now: %s\n', strjoin(setdiff(a, b), ', '), ...
            strjoin(setdiff(b, a), ', '));
    error('nsd:guard:names', 'the two runs have different cases\n');
  end
end

function [found, count] = differences(a, b, label)
  found = {};
  count = 0;
  if isstruct(a) && isstruct(b) && isequal(size(a), size(b))
    for name = setdiff(fieldnames(a), fieldnames(b))'
      found{end+1} = sprintf('%s.%s is gone\n', label, name{1}); %#ok<AGROW>
    end
    for name = intersect(fieldnames(a), fieldnames(b))'
      for k = 1:numel(a)
        [more, n] = differences(a(k).(name{1}), b(k).(name{1}), [label '.' name{1}]);
        found = [found, more]; %#ok<AGROW>
        count = count + n;
      end
    end
  elseif iscell(a) && iscell(b) && isequal(size(a), size(b))
    for k = 1:numel(a)
      [more, n] = differences(a{k}, b{k}, sprintf('%s{%d}', label, k));
      found = [found, more]; %#ok<AGROW>
      count = count + n;
    end
  else
    count = 1;
    if ~same_bits(a, b), found = {describe(a, b, label)}; end
  end
end

function yes = same_bits(a, b)
  yes = strcmp(class(a), class(b)) && isequal(size(a), size(b));
  if yes && isfloat(a)
    yes = isequal(bits(real(a)), bits(real(b))) && isequal(bits(imag(a)), bits(imag(b)));
  elseif yes
    yes = isequal(a, b) || (is_temporary(a) && is_temporary(b));
  end
end

function yes = is_temporary(name)
% true for names of temporary files, which differ from run to run
  yes = ischar(name) && strncmp(name, tempdir(), numel(tempdir()));
end

function word = bits(x)
  x = full(x(:));
  word = typecast(x, 'uint8');
end

function text = describe(a, b, label)
  if isnumeric(a) && isnumeric(b) && isequal(size(a), size(b))
    [row, ~] = find(a ~= b & ~(isnan(a) & isnan(b)), 1);
    text = sprintf('%s: %d of %d numbers, first in row %d, largest difference %.2g of %.2g\n', ...
                   label, sum(a(:) ~= b(:)), numel(a), row, max(abs(a(:) - b(:))), max(abs(a(:))));
  else
    text = sprintf('%s: %s of size [%s], now %s of size [%s]\n', label, class(a), ...
                   num2str(size(a)), class(b), num2str(size(b)));
  end
end
