function nsd_sweep_chunk(folder, number)
%NSD_SWEEP_CHUNK  Make the runs of one chunk of a sweep in a folder: what a scheduler calls.
%   NSD_SWEEP_CHUNK(FOLDER, K) makes the runs of chunk K of the sweep that FOLDER holds and writes
%   them there as one part. K is a number, or a text as getenv gives it. Finished runs are saved
%   every few seconds: a chunk that was killed goes on where it was. A chunk that is there already
%   is not made again. Threads are those the scheduler gives (SLURM_CPUS_PER_TASK, NCPUS, NSLOTS),
%   otherwise those of the option Threads.
%   Raises nsd:cluster:badChunk, nsd:cluster:damaged, nsd:cluster:otherVersion,
%   nsd:cluster:changedModel, and nsd:file:notWritten on a full disk.
%
%   Example
%       folder = tempname();
%       job = nsd_sweep(nsd_ball(), [], [0 1], 'q0', 1:3, 'Cluster', 'command', ...
%                       'Folder', folder, 'Chunks', 2);
%       nsd_sweep_chunk(folder, 1);
%       nsd_sweep_chunk(folder, '2');
%       out = job.gather();
%
%   See also NSDSWEEPJOB, NSD_SWEEP_JOB, NSD_SWEEP.
  if nargin < 2
    error('nsd:cluster:missing', 'nsd_sweep_chunk needs a folder and the number of a chunk');
  end
  die_quietly();
  begun = tic();
  sweep = nsd_cluster_read(folder);
  k = chunk_number(number, sweep.head.chunks);
  folder = sweep.folder;
  if exist(fullfile(folder, 'cancelled'), 'file') == 2
    error('nsd:cluster:cancelled', 'the sweep was cancelled; job.resume() goes on with it');
  end
  if is_there(sweep, k)
    fprintf('chunk %d is there already\n', k);
    return
  end
  state = nsd_cluster_state(folder, k);
  nsd_cluster_state(folder, k, state);
  runs = sweep.order(nsd_cluster_runs(sweep.head, k));
  [m, w] = nsd_cluster_take(sweep, runs);
  place = fullfile(folder, 'saved', sprintf('%d', k));      % of its own, with its own lock
  [~, ~] = mkdir(place);
  own = struct('File', fullfile(place, 'runs.mat'), 'Threads', threads(sweep.head.threads));
  content = struct('version', nsd_version(), 'sweep', sweep.id, 'chunk', k, 'q0', m.q0, ...
                   'v0', m.v0, 't0', m.t0, 'reduction', rmfield(w, 'fun'));
  content.reduction.fun = ~isempty(w.fun);
  raw = nsd_sweep_run(m, w, own, sweep.options, content, 5);
  if any(strcmp(raw.status, 'stopped'))
    error('nsd:cluster:stopped', 'chunk %d was interrupted: it goes on when it is run again', k);
  end
  state.seconds = toc(begun);
  nsd_cluster_write_part(sweep, k, raw, state.seconds, own.Threads);
  nsd_cluster_state(folder, k, state);
  nsd_remove_file(own.File);
  [~, ~] = rmdir(place);
  fprintf('chunk %d: %d runs, %.1f s\n', k, m.N, state.seconds);
end

function there = is_there(sweep, k)
  parts = nsd_cluster_parts(sweep.folder);
  there = false;
  for i = find(parts.chunk == k)
    there = there || ~isempty(nsd_cluster_read_part(sweep, parts.name{i}));
  end
end

function k = chunk_number(number, count)
  k = number;
  if ischar(number), k = str2double(number); end
  if ~isnumeric(k) || ~isscalar(k) || ~any(k == 1:count)
    error('nsd:cluster:badChunk', 'the number of a chunk is one of 1 to %d', count);
  end
end

function count = threads(usual)
% processors that the scheduler gave to this task
  count = usual;
  for name = {'SLURM_CPUS_PER_TASK', 'NCPUS', 'NSLOTS'}
    given = str2double(getenv(name{1}));
    if given >= 1 && given == fix(given)
      count = given;
      return
    end
  end
end

function die_quietly()
% Octave would try to save all variables when it is ended, which objects do not allow
  if exist('OCTAVE_VERSION', 'builtin')
    sigterm_dumps_octave_core(false);
    crash_dumps_octave_core(false);
    sighup_dumps_octave_core(false);
  end
end
