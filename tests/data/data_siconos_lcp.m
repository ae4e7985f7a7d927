function [M, q] = data_siconos_lcp(file)
%DATA_SICONOS_LCP  Read an LCP of the Siconos test set: n, dense matrix, q; then comments.
  numbers = sscanf(fileread(file), '%f');      % stops at the comments
  n = numbers(1);
  assert(numbers(2) == 0, 'only dense storage is read: %s', file);
  M = reshape(numbers(7:6 + n*n), n, n);       % entries column by column
  q = numbers(7 + n*n:6 + n*n + n);
end
