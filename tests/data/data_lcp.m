function [M, q] = data_lcp(file)
%DATA_LCP  Read an LCP: n, the rows of M and q as text (.csv), or binary (.bin).
%   The binary form is n as int64, then M column by column and q as doubles.
  if strcmp(file(end-3:end), '.bin')
    handle = fopen(file, 'r', 'ieee-le');
    n = double(fread(handle, 1, 'int64'));
    numbers = fread(handle, n*n + n, 'double');
    fclose(handle);
    M = reshape(numbers(1:n*n), n, n);
    q = numbers(n*n + 1:end);
  else
    numbers = sscanf(strrep(fileread(file), ',', ' '), '%f');
    n = numbers(1);
    M = reshape(numbers(2:n*n + 1), n, n)';
    q = numbers(n*n + 2:n*n + n + 1);
  end
end
