function order = nsd_cluster_order(N)
%NSD_CLUSTER_ORDER  A fixed random order of N runs: chunks of neighbours would differ in their cost.
%   The numbers come from squares modulo a prime, below 2^52, so that they are the same everywhere
%   and the random numbers of the user stay as they are.
  prime = 67108859;
  i = (1:N)';
  x = mod(i*40692 + 12345, prime);
  for round = 1:3, x = mod(x.*x + 16807*mod(i, 40000) + round, prime); end
  [~, order] = sort(x);
end
