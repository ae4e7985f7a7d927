function period = nsd_sample_period(x, tolerance, least)
%NSD_SAMPLE_PERIOD  Number of samples after which each run repeats itself; 0 when it does not.
%   x is N-by-S-by-k, runs by samples by entries, with NaN at the end of runs with fewer samples.
%   Differences are relative to the largest sample of an entry, or to `least` (1-by-k) where that
%   is larger: velocities of a motion that comes to rest are not resolved.
  if nargin < 3, least = zeros(1, size(x, 3)); end
  [N, S, k] = size(x);
  period = zeros(N, 1);
  open = true(N, 1);
  for entry = 1:k
    values = x(:, :, entry);
    scale = max([reshape(abs(values(isfinite(values))), [], 1); least(entry)]);
    if scale > 0, x(:, :, entry) = values/scale; end
  end
  for p = 1:floor(S/2)
    miss = max(max(abs(x(:, 1+p:S, :) - x(:, 1:S-p, :)), [], 3), [], 2);   % max skips NaN
    pairs = sum(~isnan(x(:, 1+p:S, 1)), 2);
    now = open & miss <= tolerance & pairs >= p;
    period(now) = p;
    open = open & ~now;
  end
end
