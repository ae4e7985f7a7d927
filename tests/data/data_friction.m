function [W, q, mu, rolling] = data_friction(file)
%DATA_FRICTION  Read a friction problem: *.fc.csv, or a *.dat file of the Siconos test set.
%   The .csv holds dimension, contacts, the rows of W, q and mu. The .dat holds dimension,
%   contacts, a matrix (storage 0: column by column; storage 1: blocks, see below), q, mu, and
%   with dimension 5 the rolling coefficients.
  numbers = sscanf(strrep(fileread(file), ',', ' '), '%f');
  d = numbers(1);
  m = numbers(2);
  n = d*m;
  at = 3;
  if strcmp(file(end-3:end), '.csv')
    W = reshape(numbers(at:at + n^2 - 1), n, n)';
    at = at + n^2;
  elseif numbers(3) == 0
    W = reshape(numbers(8:7 + n^2), n, n);
    at = 8 + n^2;
  else
    [W, at] = blocks(numbers, d, n);
  end
  q = numbers(at:at + n - 1);
  mu = numbers(at + n:at + n + m - 1);
  rolling = [];
  if d == 5
    rolling = numbers(at + n + m:at + n + 2*m - 1);
  end
end

function [W, at] = blocks(numbers, d, n)
% counts; limits of block rows and columns; sizes of what follows; row pointers; block columns;
% then each block: its number and its entries column by column
  count = numbers(6);
  at = 9 + numbers(7) + numbers(8);
  pointers = numbers(at + 2:at + 1 + numbers(at)) ;
  at = at + 2 + numbers(at);
  column = numbers(at:at + count - 1);
  at = at + count;
  W = zeros(n);
  entries = reshape(numbers(at:at + count*(d^2 + 1) - 1), d^2 + 1, count);
  for k = 1:count
    row = find(pointers <= k - 1, 1, 'last');
    W(d*(row - 1) + (1:d), d*column(k) + (1:d)) = reshape(entries(2:end, k), d, d);
  end
  at = at + count*(d^2 + 1);
end
