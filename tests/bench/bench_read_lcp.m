function [M, q] = bench_read_lcp(path)
%BENCH_READ_LCP  Read a problem of NSD_DATA/lcp: *.lcp.csv or *.lcp.bin.
  if strcmp(path(end - 3:end), '.bin')
    file = fopen(path, 'r');
    n = double(fread(file, 1, 'int64'));
    M = fread(file, [n, n], 'double');
    q = fread(file, n, 'double');
    fclose(file);
  else
    values = sscanf(strrep(fileread(path), ',', ' '), '%f');
    n = values(1);
    M = reshape(values(2:n^2 + 1), n, n)';
    q = values(n^2 + 2:end);
  end
end
