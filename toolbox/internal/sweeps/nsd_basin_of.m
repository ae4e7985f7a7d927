function basin = nsd_basin_of(out, study)
%NSD_BASIN_OF  The struct of nsd_basin from the sweep of its grid; STUDY: x, y, tolerance, scale.
  states = cat(3, out.samples.q, out.samples.v);
  ended = strcmp(out.status, 'ok');
  found = reshape(states(ended, :, :), [], size(states, 3));
  scale = max([study.scale; abs(found(all(isfinite(found), 2), :))], [], 1);
  clear found
  period = nsd_sample_period(states, study.tolerance, scale);
  basin = sorted(states, period, ended, study.tolerance*scale);
  [basin.x, basin.y] = deal(study.x, study.y);
  shape = [numel(study.y), numel(study.x)];
  basin.attractor = reshape(basin.attractor, shape);
  basin.status = reshape(out.status, shape);
end

function basin = sorted(states, period, ended, near)
% runs with the same period and the same sample of smallest first entry, to 3*near, share an
% attractor
  [N, ~, k] = size(states);
  key = zeros(N, k + 1);
  for p = unique(period(ended & period > 0))'
    runs = find(ended & period == p);
    [low, at] = min(states(runs, 1:p, 1), [], 2);                            %#ok<ASGLU>
    for entry = 1:k
      pick = sub2ind(size(states), runs, at, entry*ones(size(runs)));
      key(runs, entry + 1) = states(pick);
    end
    key(runs, 1) = p;
  end
  label = zeros(N, 1);
  label(~ended) = NaN;
  open = find(ended & period > 0);
  state = zeros(0, k);
  periods = zeros(0, 1);
  while ~isempty(open)
    first = key(open(1), :);
    far = abs(bsxfun(@minus, key(open, 2:end), first(2:end)));
    same = key(open, 1) == first(1) & all(bsxfun(@le, far, 3*near), 2);
    state(end+1, :) = first(2:end);                                          %#ok<AGROW>
    periods(end+1, 1) = first(1);                                            %#ok<AGROW>
    label(open(same)) = numel(periods);
    open = open(~same);
  end
  basin = by_size(label, state, periods);
end

function basin = by_size(label, state, periods)
  count = zeros(numel(periods), 1);
  for k = 1:numel(periods), count(k) = sum(label == k); end
  [count, order] = sort(count, 'descend');
  place = zeros(1, numel(order));
  place(order) = 1:numel(order);
  known = label > 0;
  label(known) = place(label(known));
  basin = struct('x', [], 'y', [], 'attractor', label, 'period', periods(order), ...
                 'count', count, 'state', state(order, :), 'status', {{}});
end
