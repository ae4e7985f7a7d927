function results = bar_parallel(jobs, folder)
%BAR_PARALLEL  Rows of BAR_JOB for all jobs, spread over the cores.
%   In Octave one process per core takes every so many-th job and writes its rows into
%   FOLDER; in MATLAB the jobs run one after the other. A line shows the progress.
%
%   Example
%       results = bar_parallel([2 1 0 70 0 0; 2 1 0 90 0 0], tempname());
%
%   See also BAR_STUDY, BAR_JOB.
  if ~exist(folder, 'dir'), mkdir(folder); end
  count = size(jobs, 1);
  if ~exist('OCTAVE_VERSION', 'builtin') || count < 4
    results = zeros(count, 3);
    for k = 1:count
      results(k, :) = bar_job(jobs(k, :));
    end
    return
  end
  workers = min(nproc(), count);
  files = arrayfun(@(w) fullfile(folder, sprintf('part%d.csv', w)), 1:workers, ...
                   'UniformOutput', false);
  dlmwrite(fullfile(folder, 'jobs.csv'), jobs, 'precision', '%.17g');
  for w = 1:workers
    if exist(files{w}, 'file'), delete(files{w}); end
    start_worker(folder, files{w}, w, workers);
  end
  results = collect(files, count, workers);
end

function start_worker(folder, file, first, stride)
  here = fileparts(mfilename('fullpath'));
  code = sprintf('run(''%s''); addpath(''%s''); bar_worker(''%s'', ''%s'', %d, %d)', ...
                 fullfile(here, '..', '..', 'toolbox', 'nsd_setup.m'), here, ...
                 fullfile(folder, 'jobs.csv'), file, first, stride);
  setenv('OCTAVE_HISTFILE', '/dev/null');
  system(sprintf('octave-cli --no-init-file --eval "%s" > "%s.log" 2>&1 &', code, file));
end

function results = collect(files, count, workers)
  begun = tic();
  done = -1;
  while done < count
    found = cellfun(@lines_in, files, 'UniformOutput', false);
    now = sum(cellfun(@(r) size(r, 1), found));
    if now > done
      done = now;
      last = tic();
      fprintf('\r  %d of %d runs, %.0f s left   ', done, count, ...
              toc(begun)*(count - done)/max(done, 1));
    elseif toc(last) > 120
      error('nsd:bar:stalled', 'no run finished for two minutes; see %s.log', files{1});
    end
    pause(0.5);
  end
  fprintf('\r%60s\r', '');
  results = zeros(count, 3);
  for w = 1:workers
    results(w:workers:count, :) = found{w};
  end
end

function found = lines_in(file)
% complete lines only: a worker may be writing
  found = zeros(0, 3);
  if ~exist(file, 'file'), return; end
  text = fileread(file);
  stop = find(text == sprintf('\n'), 1, 'last');
  if ~isempty(stop), found = reshape(sscanf(text(1:stop), '%g,%g,%g\n'), 3, [])'; end
end
