function measure_slurm(seconds)
%MEASURE_SLURM  Figures of doc/user/cluster.md: two nodes against one, overhead of a chunk, gather.
%   tests/slurm/run_slurm octave-cli --no-init-file --eval "addpath tests/slurm; measure_slurm"
%   takes SECONDS of the processor [120] twice for the comparison, none with 0; best when idle.
  if nargin < 1, seconds = 120; end
  here = fileparts(mfilename('fullpath'));
  addpath(fullfile(here, '..', '..', 'toolbox'), fullfile(here, '..', 'fixtures'));
  nsd_setup();
  [~, load] = system('cat /proc/loadavg');
  fprintf('load %s', load);
  if seconds > 0, two_nodes(seconds); end
  one_chunk();
  million();
end

function two_nodes(seconds)
  mass = NsdSystem.linear(1, 0.12, 1, nsd_harmonic(1, 2)).contact(-1, 0.38, 'Restitution', 0.9);
  given = @(N) {mass, [], [0 30*pi], 'q0', linspace(-2, 0.38, N), 'v0', 0, 'Method', 'event'};
  begun = cputime();
  one = given(20000);
  out = nsd_sweep(one{:}, 'Threads', 1, 'Progress', 'off'); %#ok<NASGU>  timed
  runs = ceil(20000*seconds/(cputime() - begun));
  all = given(runs);
  spent = zeros(1, 2);
  for workers = 1:2
    [folder, clean] = new_folder(); %#ok<ASGLU>
    begun = tic();
    job = nsd_sweep(all{:}, 'Cluster', 'slurm', 'Folder', folder, 'Chunks', 8, 'Workers', workers);
    job.wait();
    spent(workers) = toc(begun);
    clear clean
  end
  fprintf('%d runs, %g s of the processor: one node %.1f s, two nodes %.1f s, ratio %.2f\n', ...
          runs, seconds, spent, spent(1)/spent(2));
end

function one_chunk()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  evalc(['nsd_sweep(nsd_ball(), [], [0 1], ''q0'', 1:5, ''Cluster'', ''command'', ''Folder'', ' ...
         'folder, ''Chunks'', 5)']);
  begun = tic();
  command = sprintf(['times=$( { TIMEFORMAT="%%U %%S"; time for k in 1 2 3 4 5; do ' ...
                     'sh "%s/chunk.sh" $k; done; } 2>&1 ); echo $times'], folder);
  [~, text] = system(['bash -c ' nsd_shell_word(command)]);
  fprintf('a chunk: %.2f s, of the processor %.2f s\n', toc(begun)/5, sum(sscanf(text, '%f'))/5);
end

function million()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
  begun = tic();
  evalc(['job = nsd_sweep(ball, [], [0 1], ''q0'', linspace(0.1, 3, 1e6), ''v0'', 0, ' ...
         '''Step'', 0.02, ''Cluster'', ''command'', ''Folder'', folder, ' ...
         '''Chunks'', 20);']);
  spent = toc(begun);
  stored = dir(fullfile(folder, 'sweep.mat'));
  fprintf('10^6 runs: folder written in %.1f s, sweep.mat %.0f MB\n', spent, stored.bytes/1e6);
  evalc('for k = 1:20, nsd_sweep_chunk(folder, k); end');
  code = sprintf(['addpath(''%s''); nsd_setup(); job = nsd_sweep_job(''%s''); a = peak(); ' ...
                  't = tic(); c = cputime(); out = job.gather(); t = toc(t); ' ...
                  'c = cputime() - c; w = whos(''out''); fprintf(''gathered in %%.1f s, of the ' ...
                  'processor %%.1f s; ' ...
                  'result %%.0f MB, memory %%.0f MB\\n'', t, c, w.bytes/2^20, peak() - a);'], ...
                 nsd_toolbox_folder(), folder);
  file = fullfile(folder, 'gather.m');
  nsd_write_file(file, sprintf(['1;\nfunction m = peak()\n  found = regexp(fileread(' ...
                                '''/proc/self/status''), ''VmHWM:\\s*(\\d+)'', ''tokens'', ' ...
                                '''once'');\n  m = str2double(found{1})/1024;\nend\n%s\n'], code));
  system(sprintf('octave-cli --no-init-file --no-history "%s"', file));
end
