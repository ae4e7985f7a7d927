function D = nsd_differences(f, x)
%NSD_DIFFERENCES  Central differences of f at x: D(i,j) = df_i/dx_j.
  D = [];
  for j = 1:numel(x)
    d = eps^(1/3)*max(1, abs(x(j)));
    high = x;
    low = x;
    high(j) = x(j) + d;
    low(j) = x(j) - d;
    column = (f(high) - f(low))/(high(j) - low(j));
    D(1:numel(column), j) = column(:);
  end
end
