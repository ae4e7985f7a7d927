function rows = nsd_thin(Y, buckets)
%NSD_THIN  Rows that show a long curve: the lowest and the highest of every bucket.
%   ROWS = NSD_THIN(Y, BUCKETS) splits the N rows of Y into at most BUCKETS runs of equal length
%   and keeps, for every column, the smallest and the largest entry of each run, and the first
%   and the last row. Short Y (N <= 4*BUCKETS) are kept whole. A picture with fewer pixel
%   columns than buckets looks the same before and after.
  count = size(Y, 1);
  if count <= 4*buckets
    rows = (1:count)';
    return
  end
  width = ceil(count/buckets);
  whole = floor(count/width);
  tail = whole*width + 1:count;
  first = (0:whole-1)*width;
  rows = [1; count];
  for j = 1:size(Y, 2)
    runs = reshape(Y(1:whole*width, j), width, whole);
    [~, low] = min(runs, [], 1);
    [~, high] = max(runs, [], 1);
    rows = [rows; (first + low)'; (first + high)']; %#ok<AGROW>
    if ~isempty(tail)
      [~, low] = min(Y(tail, j));
      [~, high] = max(Y(tail, j));
      rows = [rows; tail(1) - 1 + [low; high]]; %#ok<AGROW>
    end
  end
  rows = unique(rows);
end
