function F = nsd_mean_forces(impulse, t, run, stop)
%NSD_MEAN_FORCES  Forces of rows from their impulses.
%   Impulses over the time of the steps t0 + k h that ended since the row before, the last one at
%   STOP; where no step ended, the force of the row before.
  F = zeros(size(impulse));
  if isempty(impulse), return; end
  [t0, h] = deal(run.t0, run.h);
  ended = t0 + h*floor((t - t0)/h + 1e-9);       % as in rows at given times
  if isfield(run, 'adaptive') && run.adaptive    % steps end where there are rows
    [ended, h] = deal(t, 0);
  end
  if abs(t(end) - stop) <= 1e-9*h, ended(end) = t(end); end
  width = [0; diff(ended)];
  moved = width > 1e-9*h;
  F(moved, :) = bsxfun(@rdivide, impulse(moved, :), width(moved, :));
  moved(1) = true;
  begins = find(moved);
  F = F(begins(cumsum(moved)), :);
end
