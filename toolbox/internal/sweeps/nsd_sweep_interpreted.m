function raw = nsd_sweep_interpreted(m, w, todo, options)
%NSD_SWEEP_INTERPRETED  Runs of a sweep through nsd_simulate, one after the other.
%   Ctrl-C is kept by nsd_sweep_run, and asked for after each run.
  n = size(m.q0, 1) + size(m.v0, 1);              % of [q; v]
  contacts = contact_count(m);
  capacity = w.capacity*(1 + numel(w.entries));
  raw = struct('last', NaN(1 + n, m.N), 'steps', zeros(1, m.N), 'gain', zeros(1, m.N), ...
               'impacts', NaN(4*contacts, m.N), 'count', zeros(1, m.N), ...
               'samples', NaN(capacity, m.N));
  if w.extrema, [raw.low, raw.high] = deal(NaN(n, m.N)); end
  raw.status = repmat({'stopped'}, m.N, 1);
  raw.message = m.message;
  raw.value = cell(m.N, 1);
  line = progress_line(nsd_progress_word(options.Progress), m.N);
  restore = nsd_silence_warnings(); %#ok<NASGU>
  for r = todo(:)'
    try
      sol = simulate(m, w, r, options);
      raw = nsd_sweep_reduce(raw, r, sol, w, m);
      raw.status{r} = sol.status;
      if ~isempty(w.fun), raw.value{r} = w.fun(sol); end
    catch err
      raw.status{r} = 'error';
      raw.message{r} = err.message;
    end
    if strcmp(raw.status{r}, 'stopped') || nsd_kernel('interrupt', 'ask'), break; end
    line = progress_line(line, r);
  end
  progress_line(line, []);
end

function line = progress_line(line, done)
% line = progress_line(mode, N) begins, line = progress_line(line, k) shows that k of N runs are
% done, progress_line(line, []) clears the line
  if ischar(line)
    line = struct('mode', line, 'N', done, 'begun', tic(), 'shown', -Inf);
    return
  end
  now = toc(line.begun);
  batch = ~isempty(strfind(line.mode, 'lines'));  % each line stays, in a file perhaps
  if isempty(done)
    if line.shown >= 0 && ~batch, fprintf('\r%60s\r', ''); end
    return
  end
  [quiet, between, form] = deal(1, 0.2, '\r%s   ');
  if batch, [quiet, between, form] = deal(60, 60, '%s\n'); end
  due = ~strcmp(line.mode, 'off') && (strncmp(line.mode, 'on', 2) || now > quiet);
  if due && now - line.shown > between
    fprintf(form, sprintf('  %d of %d runs, %.0f s left', done, line.N, now*(line.N - done)/done));
    line.shown = now;
  end
end

function count = contact_count(m)
% number of contacts; gap functions are called at the starts until one of them works
  sys = nsd_sweep_system(m, 1);
  count = sys.Contacts;
  for r = 1:m.N
    if ~isnan(count), return; end
    try
      count = sys.resolved(m.q0(:, r), m.t0(r)).Contacts;
    catch
      continue                                    % the run itself will say why
    end
  end
  if isnan(count), count = 0; end
end

function sol = simulate(m, w, r, options)
  if ~isempty(m.message{r}), error('nsd:sweep:start', '%s', m.message{r}); end
  sys = nsd_sweep_system(m, r);
  if m.stepGiven || ~strcmp(m.method, 'event'), options.Step = m.h(r); end
  options.Progress = 'off';
  options.OnError = 'return';
  tspan = [m.t0(r), m.t1(r)];
  if isempty(w.fun)
    options.OutputEvery = w.every(r);
    if ~isempty(w.times), tspan = w.times; end
    if w.periods > 0
      count = floor((m.t1(r) - m.t0(r))/w.period(r) + 1e-9);
      tspan = unique([m.t0(r) + (0:count)*w.period(r), m.t1(r)]);
    end
  end
  start = {m.q0(:, r), m.v0(:, r)};
  sol = nsd_simulate(sys, tspan, start{1:1 + nsd_kind(sys).mechanical}, options);
end
