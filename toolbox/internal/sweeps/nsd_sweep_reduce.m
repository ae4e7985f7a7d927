function raw = nsd_sweep_reduce(raw, r, sol, w, m)
%NSD_SWEEP_REDUCE  The numbers that c/sweep/reduce.c keeps of a run, from a whole solution.
  t = sol.t;
  slack = 1e-9*m.h(r);
  after = w.after(r) - slack;
  v = sol.v;
  if isempty(v), v = NaN(size(sol.q)); end
  state = [sol.q, v];
  raw.last(:, r) = [t(end); state(end, :)'];
  raw.steps(r) = sol.stats.steps;
  raw.gain(r) = sol.stats.energyGain;
  events = sol.events;
  if isfield(events, 'vBefore')
    raw.impacts(:, r) = impacts(events, after, size(raw.impacts, 1)/4);
  end
  if ~isempty(w.fun), return; end
  if w.extrema
    raw.low(:, r) = min(state(t >= after, :), [], 1)';
    raw.high(:, r) = max(state(t >= after, :), [], 1)';
  end
  switch w.sampling
    case 0, samples = zeros(0, 1 + size(state, 2));
    case 1, samples = [t, state];
    case 2
      times = m.t0(r) + (0:floor((t(end) - m.t0(r) + slack)/w.period(r)))'*w.period(r);
      [q, v] = sol.at(min(times, t(end)));
      samples = [times, q, v];
    case 3
      hit = strcmp(events.kind, 'impact') & (w.contact < 0 | events.contact == w.contact + 1);
      samples = [events.t(hit), events.q(hit, :), events.v(hit, :)];
    otherwise, samples = crossings([t, state], w);
  end
  if w.periods > 0    % the last row may lie between samples
    ratio = (samples(:, 1) - m.t0(r))/w.period(r);
    samples = samples(abs(ratio - round(ratio)) <= 1e-9*max(1, abs(ratio)), :);
  end
  samples = samples(samples(:, 1) >= after, [1; 2 + w.entries]);
  raw.count(r) = size(samples, 1);
  if w.latest, samples = samples(max(1, end - w.capacity + 1):end, :); end
  kept = samples(1:min(end, w.capacity), :)';
  raw.samples(1:numel(kept), r) = kept(:);
end

function x = impacts(events, after, m)
% count, first, last, largest approach speed, contact by contact
  x = repmat([0; NaN; NaN; 0], 1, m);
  hit = strcmp(events.kind, 'impact') & events.t >= after;
  for a = 1:m
    at = events.t(hit & events.contact == a);
    if ~isempty(at)
      speed = max(-events.vBefore(hit & events.contact == a));
      x(:, a) = [numel(at); at(1); at(end); max(0, speed)];
    end
  end
  x = x(:);
end

function samples = crossings(table, w)
  from = table(1:end-1, 2 + w.column) - w.level;
  to = table(2:end, 2 + w.column) - w.level;
  hit = (from < 0 & to >= 0 & w.direction >= 0) | (from > 0 & to <= 0 & w.direction <= 0);
  k = find(hit);
  fraction = from(k)./(from(k) - to(k));
  samples = table(k, :) + bsxfun(@times, fraction, table(k+1, :) - table(k, :));
end
