function [M, q, lb, ub] = data_siconos_relay(file)
%DATA_SICONOS_RELAY  Read a relay problem of the Siconos test set.
%   The file holds n, a dense matrix column by column (storage 0, rows, cols, rows, cols), q,
%   lower and upper bounds.
  numbers = sscanf(fileread(file), '%f');
  n = numbers(1);
  assert(numbers(2) == 0 && all(numbers(3:6) == n), 'not a dense square matrix: %s', file);
  M = reshape(numbers(7:6 + n^2), n, n);
  rest = reshape(numbers(7 + n^2:6 + n^2 + 3*n), n, 3);
  q = rest(:, 1);
  lb = rest(:, 2);
  ub = rest(:, 3);
end
