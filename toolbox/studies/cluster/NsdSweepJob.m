classdef NsdSweepJob
%NSDSWEEPJOB  A sweep that other processes make: Slurm, background processes, any scheduler.
%   JOB = NSD_SWEEP(..., 'Cluster', 'slurm', 'Folder', F) writes the sweep into the folder F,
%   submits its runs in chunks and returns at once. NSD_BASIN and NSD_BIFURCATION do the same. The
%   folder is all there is: JOB = NSD_SWEEP_JOB(F) opens it again.
%     job                   shows how far it is
%     job.wait()            until all chunks are there, or none runs any more; wait(SECONDS)
%     out = job.gather()    what the call returns without Cluster; runs that are not there
%                           have the status 'missing'
%     job.resume()          submits the chunks that are missing and do not run; settings below
%                           may follow, such as 'TimeLimit', '4:00:00'
%     job.cancel()          ends what runs; finished chunks stay
%     p = job.progress()    struct: runs, finished, chunks, done, running, missing, secondsLeft
%
%   Options beside those of NSD_SWEEP
%       Cluster    'slurm': an array of jobs;  'local': background processes of this machine;
%                  'command': a line for each chunk, for other schedulers;
%                  'parfor': the pool of MATLAB (written, not run)
%       Folder     a new folder that all machines see. The same call goes on with it
%       Chunks     how many  [four for each worker, 30 s or longer, by the cost of the first
%                  runs, which are made at once; at most the longest array of the site]
%       Threads    of each task                                                [1]
%       DryRun     'on': returns script and command as a text, and writes nothing
%   Settings of the site, also from variables NSD_PARTITION, ... and fields of the struct site,
%   which the script ~/.nsd/cluster.m sets
%       Partition, Account, TimeLimit, Memory    as sbatch takes them  [those of the site]
%       Modules    loaded before the program, a text or a cell of texts              [none]
%       Program    full name of octave-cli or matlab                   [the one that runs]
%       Submit     more words for sbatch, a cell                                     [none]
%       Workers    chunks at a time           [slurm: as many as fit, local: all cores]
%   Chunks hold runs in a fixed random order; results are those of one call, bit by bit, on equal
%   processors. Raises nsd:cluster:<reason> before anything is submitted.
%
%   Example
%       osc = nsd_oscillator();
%       job = nsd_sweep(osc, struct('stiffness', linspace(1, 4, 6)), [0 10], 'Cluster', ...
%                       'local', 'Folder', tempname(), 'Chunks', 2);
%       job.wait();
%       out = job.gather();
%
%   See also NSD_SWEEP, NSD_SWEEP_JOB, NSD_SWEEP_CHUNK, NSD_BASIN, NSD_BIFURCATION.

  properties (SetAccess = private)
    Folder = ''              % where all of it is
    Cluster = ''             % who runs the chunks
    Runs = 0
    Chunks = 0
  end

  methods (Static)
    function names = settings()
    %SETTINGS  Names of the settings of a site.
      names = {'Partition', 'Account', 'TimeLimit', 'Memory', 'Modules', 'Program', 'Submit', ...
               'Workers'};
    end

    function job = start(m, w, own, options)
    %START  Write the folder of a sweep and submit it; for nsd_sweep.
      folder = nsd_absolute_name(own.Folder);
      if any(strcmp(folder(end), {'/', '\'})), folder = folder(1:end-1); end
      known = nsd_cluster_backend('', 'names');
      cluster = nsd_check_word(own.Cluster, known, 'Cluster', 'nsd:cluster:badValue');
      site = nsd_cluster_site(own, struct());
      limit = nsd_cluster_backend(cluster, 'limit', site);
      dry = strcmp(own.DryRun, 'on');
      if dry || ~nsd_cluster_same(folder, m, w, options)
        workers = nsd_cluster_backend(cluster, 'workers', site);
        head = struct('version', nsd_version(), 'cluster', cluster, 'runs', m.N, 'threads', ...
                      nsd_or(own.Threads, 1), 'chunks', ...
                      nsd_cluster_count(m, w, own, options, site, limit, workers));
        if dry
          job = sprintf('%s\n%d runs in %d chunks, submitted by\n\n%s\n', ...
                        nsd_cluster_script(site), head.runs, head.chunks, nsd_cluster_backend( ...
                        cluster, 'show', folder, site, head, 1:head.chunks));
          return
        end
        nsd_cluster_write(folder, m, w, own, options, head);
      end
      job = NsdSweepJob(folder);
      job.submit(site);
    end
  end

  methods
    function obj = NsdSweepJob(folder)
      if nargin < 1
        error('nsd:cluster:missing', 'jobs are made by nsd_sweep and nsd_sweep_job');
      end
      sweep = nsd_cluster_read(nsd_chars(folder), false);
      obj.Folder = sweep.folder;
      [obj.Cluster, obj.Runs, obj.Chunks] = deal(sweep.head.cluster, sweep.head.runs, ...
                                                 sweep.head.chunks);
    end

    function p = progress(obj)
    %PROGRESS  How far it is: runs, finished, chunks, done, running, missing, secondsLeft.
      p = nsd_cluster_progress(obj, false);
    end

    function obj = wait(obj, patience)
    %WAIT  Until all chunks are there, or none waits or runs any more, or SECONDS have passed.
      if nargin < 2, patience = Inf; end
      begun = tic();
      nap = 0.2;
      p = obj.progress();
      while p.done < p.chunks && toc(begun) < patience
        idle = isempty(p.running) && ~strcmp(obj.Cluster, 'command');
        pause(min(nap, max(0, patience - toc(begun))));
        nap = min(2*nap, 5);
        p = obj.progress();
        if idle && isempty(p.running) && p.done < p.chunks
          nsd_warn('nsd:cluster:incomplete', ['%d of %d chunks are missing and none of them ' ...
                   'runs: see %s, then job.resume()'], numel(p.missing), p.chunks, ...
                   fullfile(obj.Folder, 'log'));
          return
        end
      end
    end

    function out = gather(obj)
    %GATHER  What the call returns without Cluster, from the parts that are there.
      [out, study] = nsd_cluster_gather(obj.Folder);
      if isempty(study), return; end
      switch study.name
        case 'basin', out = nsd_basin_of(out, study);
        case 'bifurcation', out = nsd_bifurcation_of(out, study);
      end
    end

    function obj = resume(obj, varargin)
    %RESUME  Submit the chunks that are missing and do not run; changed settings may follow.
      names = NsdSweepJob.settings();
      given = nsd_pair_options('job.resume', varargin, cell2struct(cell(size(names)), names, 2), ...
                               'cluster');
      file = fullfile(obj.Folder, 'site.mat');
      stored = struct();
      if exist(file, 'file') == 2
        stored = load(file);
        stored = stored.site;
      end
      site = nsd_cluster_site(given, stored);
      nsd_cluster_backend(obj.Cluster, 'limit', site);
      obj.submit(site);
    end

    function cancel(obj)
    %CANCEL  End what runs. Finished chunks stay, and resume goes on.
      nsd_write_file(fullfile(obj.Folder, 'cancelled'), '');
      nsd_cluster_backend(obj.Cluster, 'cancel', nsd_cluster_notes(obj.Folder), obj.Folder);
    end

    function disp(obj)
    %DISP  How far it is, in two lines.
      p = obj.progress();
      fprintf('  sweep of %d runs in %s\n', p.runs, obj.Folder);
      fprintf('  %s: %d of %d chunks are there, %d wait or run', obj.Cluster, p.done, p.chunks, ...
              numel(p.running));
      if p.done < p.chunks && isfinite(p.secondsLeft)
        fprintf(', about %.0f s left', p.secondsLeft);
      end
      fprintf('\n');
    end
  end

  methods (Access = private)
    function submit(obj, site)
    % the chunks that are missing and do not run
      sweep = nsd_cluster_read(obj.Folder, false);
      nsd_cluster_set_aside(sweep);
      p = nsd_cluster_progress(obj, true);
      todo = setdiff(p.missing, p.running);
      if isempty(todo), return; end
      nsd_remove_file(fullfile(obj.Folder, 'cancelled'));
      nsd_cluster_script(site, obj.Folder);
      note = nsd_cluster_backend(obj.Cluster, 'submit', obj.Folder, site, sweep.head, todo);
      nsd_cluster_notes(obj.Folder, note);
    end
  end
end
