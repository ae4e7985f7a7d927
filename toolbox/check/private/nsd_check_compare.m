function line = nsd_check_compare(name, given, differenced)
%NSD_CHECK_COMPARE  A derivative against central differences; a relative error of 1e-6 passes.
  apart = abs(given - differenced);
  scale = max([1e-3; abs(differenced(:)); abs(given(:))]);
  [worst, k] = max(apart(:));
  if isempty(given) || worst <= 1e-6*scale
    line = nsd_check_line(name, 'ok', 'agrees with differences (%.1g)', max([0; worst]));
    return
  end
  [i, j] = ind2sub(size(given), k);
  hint = '';
  if size(given, 1) == size(given, 2) && max(max(abs(given' - differenced))) <= 1e-6*scale
    hint = '; it is transposed';
  elseif max(apart(:) - 1e-6*scale) > 0 && max(max(abs(given + differenced))) <= 1e-6*scale
    hint = '; its sign is wrong';
  end
  line = nsd_check_line(name, 'error', 'entry (%d,%d) is %.6g, differences give %.6g%s', i, j, ...
                        given(i, j), differenced(i, j), hint);
end
