function test_suite = test_slurm()
%TEST_SLURM  Sweeps as arrays of Slurm, with its own daemons on two emulated nodes: make test-slurm.
%   NSD_SLURM is the folder in which tests/slurm/cluster runs them; without it all is skipped.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_arrays_have_the_bits_of_one_call()
  % five families in 1, 7 and 64 chunks; all arrays wait together
  daemons();
  cases = cluster_collection(70);
  five = {'linear', 'event-driven', 'recorded', 'first order', 'bodies', 'called back'};
  cases = cases(ismember(cases(:, 1), five), :);
  [above, clean] = new_folder(); %#ok<ASGLU>
  jobs = {};
  for i = 1:size(cases, 1)
    for count = [1 7 64]
      if count == 64 && strcmp(cases{i, 1}, 'called back'), continue; end
      folder = fullfile(above, sprintf('%s ''$x'' %%a "%d"', cases{i, 1}, count));
      job = nsd_sweep(cases{i, 2}{:}, 'Cluster', 'slurm', 'Folder', folder, 'Chunks', count);
      jobs(end+1, :) = {i, job}; %#ok<AGROW>
    end
  end
  for k = 1:size(jobs, 1)
    job = jobs{k, 2};
    job.wait(600);
    assertTrue(isequaln(gathered(job), one_call(cases{jobs{k, 1}, 2})), ...
               [job.Folder ' ' logs(job.Folder)]);
  end
end

function test_background_processes_of_five_families_have_the_bits_of_one_call()
  % 1, 7 and 64 chunks of two processes at a time
  daemons();                  % needs none of them: here, since it takes minutes
  cases = cluster_collection(70);
  five = {'linear', 'event-driven', 'recorded', 'first order', 'bodies'};
  for i = find(ismember(cases(:, 1), five))'
    whole = one_call(cases{i, 2});
    for count = [1 7 64]
      [folder, clean] = new_folder(); %#ok<ASGLU>
      job = nsd_sweep(cases{i, 2}{:}, 'Cluster', 'local', 'Folder', folder, 'Chunks', count);
      job.wait(300);
      assertTrue(isequaln(gathered(job), whole), ...
                 sprintf('%s, %d chunks: %s', cases{i, 1}, count, logs(folder)));
    end
  end
end

function test_a_lost_node_costs_its_chunks_only()
  % kill -9 of a slurmd and of all that it runs, in mid-run
  root = daemons();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = slow_runs(48);
  job = nsd_sweep(given{:}, 'Cluster', 'slurm', 'Folder', folder, 'Chunks', 8);
  early = gathered(job);
  assertTrue(any(strcmp(early.status, 'missing')));        % gathered too early
  lost = chunk_on(folder, 'n2');
  cluster('kill', root, 'n2');
  begun = tic();
  while any(job.progress().running == lost) && toc(begun) < 120, pause(1); end
  job.wait(30);
  cluster('begin', root, 'n2');
  cluster('ready', root, '');
  kept = part_names(folder);
  assertTrue(isempty(part_of(folder, lost)));
  job.resume();
  job.wait(120);
  assertTrue(isequaln(gathered(job), one_call(given)), logs(folder));
  assertTrue(all(ismember(kept, part_names(folder))));
  assertEqual(finished_once(folder), 8);
end

function test_a_killed_chunk_is_resumed_alone()
  daemons();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = slow_runs(24);
  job = nsd_sweep(given{:}, 'Cluster', 'slurm', 'Folder', folder, 'Chunks', 4);
  system(sprintf('kill -9 %d', wait_for_state(folder, 1)));
  [id, ~] = warning_of(@() job.wait(120));
  assertEqual(id, 'nsd:cluster:incomplete');
  assertEqual(job.progress().missing, 1);
  kept = part_names(folder);
  job.resume();
  assertEqual(job.progress().running, 1);        % nothing else is submitted
  job.resume();                                  % and what runs is not submitted again
  assertEqual(numel(strsplit(strtrim(fileread(fullfile(folder, 'submitted.txt'))), ...
                             sprintf('\n'))), 2);
  job.wait(120);
  assertTrue(isequaln(gathered(job), one_call(given)), logs(folder));
  assertTrue(all(ismember(kept, part_names(folder))));
  assertEqual(finished_once(folder), 4);
end

function test_a_controller_that_is_restarted_goes_on()
  root = daemons();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = slow_runs(24);
  job = nsd_sweep(given{:}, 'Cluster', 'slurm', 'Folder', folder, 'Chunks', 4);
  wait_for_state(folder, 1);
  cluster('quit', root, 'slurmctld');            % kill -9 would lose what it has not saved yet
  job.wait(1);                                   % nobody answers: it waits on
  assertExceptionThrown(@() job.resume(), 'nsd:cluster:noAnswer');
  cluster('begin', root, 'slurmctld');
  cluster('ready', root, '');
  off = warning('off', 'nsd:cluster:incomplete');
  job.wait(120);
  job.resume();
  job.wait(120);
  warning(off);
  assertTrue(isequaln(gathered(job), one_call(given)), logs(folder));
  assertEqual(finished_once(folder), 4);
end

function test_a_cancelled_array_is_resumed()
  daemons();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = slow_runs(24);
  job = nsd_sweep(given{:}, 'Cluster', 'slurm', 'Folder', folder, 'Chunks', 3);
  wait_for_state(folder, 1);
  job.cancel();
  begun = tic();
  while ~isempty(job.progress().running) && toc(begun) < 60, pause(0.5); end
  assertTrue(job.progress().done < 3);
  job.resume();
  job.wait(120);
  assertTrue(isequaln(gathered(job), one_call(given)), logs(folder));
  assertTrue(isempty(strfind(logs(folder), 'octave-workspace')), logs(folder));
end

function test_what_a_queue_refuses_is_told_and_submitted_later()
  daemons();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = [called_back(), {'Cluster', 'slurm', 'Folder', folder, 'Chunks', 2}];
  assertExceptionThrown(@() nsd_sweep(given{:}, 'Partition', 'none; touch x'), ...
                        'nsd:cluster:refused');
  [~, queue] = system('squeue -h');
  assertTrue(isempty(strtrim(queue)), queue);
  job = nsd_sweep(given{:}, 'Partition', 'main', 'TimeLimit', '10', 'Memory', '500M', ...
                  'Submit', '--comment=a "b" $c', 'Workers', 1);
  job.wait(60);
  assertEqual(job.progress().done, 2);
end

function test_chunks_stay_below_the_longest_array()
  daemons();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = [slow_runs(5000), {'Cluster', 'slurm', 'Folder', folder, 'DryRun', 'on'}];
  assertExceptionThrown(@() nsd_sweep(given{:}, 'Chunks', 101), 'nsd:cluster:tooMany');
  text = nsd_sweep(given{:}, 'Workers', 1000);
  count = sscanf(regexp(text, 'in \d+ chunks', 'match', 'once'), 'in %d');
  assertTrue(count > 8 && count <= 100, text);
  assertTrue(~isempty(strfind(text, sprintf('--array=1-%d%%1000', count))), text);
end

function root = daemons()
  root = getenv('NSD_SLURM');
  if isempty(root), moxunit_throw_test_skipped_exception('needs make test-slurm'); end
end

function cluster(action, root, who)
  script = toolbox_folder('..', 'tests', 'slurm', 'cluster');
  status = system(sprintf('"%s" %s "%s" %s', script, action, root, who));
  assertEqual(status, 0);
end

function k = chunk_on(folder, node)
% a chunk that runs on a node
  begun = tic();
  k = [];
  while isempty(k) && toc(begun) < 60
    pause(0.2);
    for file = files_below(fullfile(folder, 'state'), '^\d+\.txt$')
      words = strsplit(strtrim(fileread(file{1})), ' ');
      [~, number] = fileparts(file{1});
      if strcmp(words{1}, node) && strcmp(words{4}, '-1'), k = str2double(number); end
    end
  end
end

function count = finished_once(folder)
% chunks that say once that they ended, which is all that may say so
  ends = regexp(logs(folder), 'chunk (\d+): \d+ runs', 'tokens');
  numbers = cellfun(@(e) str2double(e{1}), ends);
  count = numel(unique(numbers));
  assertEqual(numel(numbers), count);
end
