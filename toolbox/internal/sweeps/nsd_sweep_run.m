function raw = nsd_sweep_run(m, w, own, options, content, patience)
%NSD_SWEEP_RUN  Make the runs of a sweep, all at once, or in parts that are saved in a file.
%   raw: last, steps, gain, impacts, samples, count, low, high with one column per run; status,
%   message and value, N-by-1 cells.
%   With own.File, CONTENT is that of nsd_sweep_content, by which the file is recognised. PATIENCE
%   [none]: seconds between saves of a chunk, which does not save its end: the part holds it.
  done = false(m.N, 1);
  raw = [];
  saved = tic();
  if ~isempty(own.File)
    file = nsd_absolute_name(own.File);
    seen = nsd_file_stamp(file);
    [raw, done] = nsd_sweep_load(file, content);
    require_writable(file);
  end
  most = m.N;
  if ~isempty(w.fun) && ~isempty(m.compiled), most = whole_solutions(m, w); end
  size = most;
  if ~isempty(own.File), size = min(64, most); end    % runs until the first save
  held = nsd_hold_interrupt(); %#ok<NASGU>  finished runs are kept, also while parts are saved
  while ~all(done)
    todo = find(~done);
    todo = todo(1:min(end, size));
    clock = tic();
    if isempty(m.compiled)
      part = nsd_sweep_interpreted(m, w, todo, options);
      words = {'stopped'};
    else
      [part, words] = in_c(m, w, todo, own, options);
    end
    raw = nsd_sweep_merge(raw, part, todo);
    stopped = false(numel(todo), 1);
    if any(strcmp(words, 'stopped')), stopped = strcmp(raw.status(todo), 'stopped'); end
    done(todo) = ~stopped;
    if ~isempty(own.File)
      spent = toc(clock);
      if nargin < 6
        [raw, done, seen] = nsd_sweep_save(file, content, raw, done, seen);
        spent = toc(clock);
      elseif toc(saved) > patience && ~all(done)
        saved = tic();
        [raw, done, seen] = nsd_sweep_save(file, content, raw, done, seen);
        patience = max(patience, 20*toc(saved));         % a twentieth of the time at most
        saved = tic();
      end
      factor = min(4, max(0.25, 5/max(spent, 1e-3)));                  % about every 5 seconds
      size = min(most, ceil(size*factor));
    end
    if any(stopped) || nsd_kernel('interrupt', 'ask'), break; end
  end
  if ~all(done), raw.status(~done) = {'stopped'}; end
end

function require_writable(file)
% told before the first run, not after hours
  try
    nsd_write_file(file);
  catch err
    error('nsd:sweep:badFile', '%s', err.message);
  end
end

function [part, words] = in_c(m, w, todo, own, options)
% words: the statuses of the runs, each once; comparing those of a million runs takes longer
  c = m.compiled;
  sweep = struct('q0', m.q0, 'v0', m.v0, 't0', m.t0, 't1', m.t1, 'h', m.h, ...
                 'steps', m.steps, 'todo', todo - 1, ...
                 'threads', min(nsd_or(own.Threads, nsd_kernel('sweep')), m.N), ...
                 'before', min(todo) - 1, 'whole', m.N, 'solutions', double(~isempty(w.fun)), ...
                 'parameters', c.parameters, 'changes', c.changes, 'stops', c.limits);
  for name = fieldnames(rmfield(w, {'kind', 'fun'}))'
    sweep.(name{1}) = w.(name{1});
  end
  impactsOnly = ~w.extrema && any(w.sampling == [0 3]) && isempty(w.fun);
  if impactsOnly, c.options.Refine = 1; end                          % rows are not kept
  c.options.Progress = nsd_progress_word(options.Progress);
  places = [];                % of the user's [q; v] in that of the kernel, where that has more
  if strcmp(c.family, 'bodies')         % in space it has one velocity more of each body
    [places, sweep.v0] = nsd_body_places(c.sys, m.v0);
  elseif c.limits > 0                   % coordinates that stand for friction of given limit
    n = size(m.q0, 1);
    none = zeros(c.limits, m.N);
    [sweep.q0, sweep.v0] = deal([m.q0; none], [m.v0; none]);
    places = [1:n, n + c.limits + (1:n)]';
  end
  if ~isempty(places)
    sweep.entries = places(1 + w.entries) - 1;
    sweep.column = places(1 + w.column) - 1;
  end
  part = nsd_kernel('sweep', c.family, c.arrays, c.options, sweep);
  words = part.words;
  part.status = words(part.status(:));
  part = rmfield(part, 'words');
  extrema = intersect({'low', 'high'}, fieldnames(part)');
  if ~isempty(places)
    part.last = part.last([1; 1 + places], :);
    for name = extrema, part.(name{1}) = part.(name{1})(places, :); end
  elseif ~nsd_kind(c.sys).mechanical
    part = without_velocities(part, extrema, w, size(m.q0, 1));
  end
  part.message = m.message;
  if ~isempty(w.fun), part = nsd_sweep_user_values(part, m, w, todo, options); end
end

function part = without_velocities(part, extrema, w, n)
% first-order systems have no velocities: NaN
  part.last(2+n:end, :) = NaN;
  for name = extrema, part.(name{1})(n+1:end, :) = NaN; end
  place = find([false; w.entries >= n]);
  places = bsxfun(@plus, place, (0:w.capacity-1)*(1 + numel(w.entries)));
  part.samples(places(:), :) = NaN;
end

function count = whole_solutions(m, w)
% number of solutions that fit into about 200 megabytes
  n = numel(m.q0(:, 1));
  rows = max(ceil(m.steps./w.every)) + 100 + 4096;      % and the log of events
  count = max(16, floor(2e8/(8*rows*(2*n + 16))));
end
