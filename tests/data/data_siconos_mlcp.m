function [M, q, eq] = data_siconos_mlcp(file)
%DATA_SICONOS_MLCP  Read an MLCP of the Siconos test set; EQ marks the equality rows of M.
%   The file holds: storage1 storage2 n m, row limits of the blocks, one flag per block
%   (0 equality), the matrix column by column, q, and the problem again as blocks A, B, C, D, a,
%   b. For a matrix with more rows than columns the program that wrote the file printed only
%   as many entries of q as there are columns; the others are the last ones of b.
  numbers = sscanf(fileread(file), '%f');
  assert(numbers(1) == 1, 'storage 1 is missing: %s', file);
  size_of = numbers(3) + numbers(4);
  m = numbers(4);
  at = 5;
  limits = numbers(at);
  while limits(end) ~= size_of
    at = at + 1;
    limits(end + 1) = numbers(at); %#ok<AGROW>
  end
  blocks = numel(limits) - 1;
  flags = numbers(at + 1:at + blocks);
  at = at + blocks + 1;
  assert(numbers(at) == 0, 'only dense storage is read: %s', file);
  rows = numbers(at + 1);
  cols = numbers(at + 2);
  at = at + 5;
  M = reshape(numbers(at:at + rows*cols - 1), rows, cols);
  at = at + rows*cols;
  q = numbers(at:at + cols - 1);
  at = at + cols;
  if rows == cols
    eq = true(rows, 1);
    for k = 1:blocks
      eq(limits(k) + 1:limits(k + 1)) = flags(k) == 0;
    end
  else
    eq = (1:rows)' <= rows - m;                % the equalities come first
    n = numbers(3);
    b = numbers(at + n*n + m*m + 2*n*m + n:at + n*n + m*m + 2*n*m + n + m - 1);
    q = [q; b(end - (rows - cols) + 1:end)];
  end
end
