function test_suite = test_cluster_processes()
%TEST_CLUSTER_PROCESSES  Sweeps in background processes: equal bits, chunks that are killed.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_64_chunks_have_the_bits_of_one_call()
  cases = cluster_collection(70);
  five = {'linear', 'event-driven', 'recorded', 'first order', 'bodies'};
  for i = find(ismember(cases(:, 1), five))'
    whole = one_call(cases{i, 2});
    [folder, clean] = new_folder(); %#ok<ASGLU>
    job = on_paper(cases{i, 2}, folder, 64);
    make_chunks(folder, 64:-1:1);
    assertTrue(isequaln(gathered(job), whole), cases{i, 1});
  end
end

function test_the_bar_study_takes_the_options_of_a_cluster()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  jobs = [2 1 0 70 0 0; 2 1 0 90 0 0; 2 2 0 80 0 0];
  whole = bar_runs(jobs);
  assertEqual(bar_runs(jobs, 'Cluster', 'local', 'Folder', folder, 'Chunks', 2), whole);
  parts = dir(fullfile(folder, 'sweep*'));
  assertEqual(numel(parts), 2);
  assertEqual(bar_runs(jobs, 'Cluster', 'local', 'Folder', folder, 'Chunks', 2), whole);
end

function test_background_processes_have_the_bits_of_one_call()
  % a folder whose name is full of letters that shells take for more; a model that raises in one run
  given = called_back();
  whole = one_call(given);
  assertEqual(whole.status{end}, 'error');
  [above, clean] = new_folder(); %#ok<ASGLU>
  folder = fullfile(above, 'it''s $HOME "%a" `touch marker` $(touch marker)');
  job = nsd_sweep(given{:}, 'Cluster', 'local', 'Folder', folder, 'Chunks', 3);
  job.wait(120);
  assertTrue(isequaln(gathered(job), whole), logs(folder));
  assertEqual(job.progress().finished, 70);
  assertTrue(isequaln(gathered(nsd_sweep_job(folder)), whole));
  text = evalc('disp(job)');
  assertTrue(~isempty(strfind(text, '3 of 3 chunks are there')), text);
  assertTrue(exist(fullfile(folder, 'marker'), 'file') == 0 && exist('marker', 'file') == 0);
end

function test_a_killed_chunk_and_a_cancelled_sweep_are_resumed()
  given = slow_runs(12);
  whole = one_call(given);
  [folder, clean] = new_folder(); %#ok<ASGLU>
  job = nsd_sweep(given{:}, 'Cluster', 'local', 'Folder', folder, 'Chunks', 3, 'Workers', 1);
  kill_chunk(folder, 1);
  [id, ~] = warning_of(@() job.wait(120));
  assertEqual(id, 'nsd:cluster:incomplete');
  assertEqual(job.progress().missing, 1);
  kept = part_names(folder);
  nsd_remove_file(fullfile(folder, 'state', '1.txt'));
  job.resume();
  wait_for_state(folder, 1);
  job.cancel();
  assertTrue(isempty(part_of(folder, 1)));
  job.resume();
  job.wait(120);
  assertTrue(isequaln(gathered(job), whole), logs(folder));
  assertTrue(all(ismember(kept, part_names(folder))));
end

function test_a_chunk_goes_on_where_it_was_saved()
  % five seconds after its start a chunk saves: what it has is not computed again
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = {NsdSystem.lagrangian(1, @logged_force), [], [0 1], 'q0', 1:80, 'v0', 0, 'Step', 0.1, ...
           'Compile', 'off'};
  setenv('NSD_TEST_LOG', '');
  whole = one_call(given);
  job = on_paper(given, folder, 1);
  setenv('NSD_TEST_LOG', fullfile(folder, 'log.txt'));
  restore = onCleanup(@() setenv('NSD_TEST_LOG', '')); %#ok<NASGU>
  code = sprintf(['addpath(''%s''); nsd_setup(); try, nsd_sweep_chunk(''%s'', 1), catch e, ' ...
                  'disp(e.message), end'], toolbox_folder(), folder);
  setenv('NSD_TEST_STOP', '70');                 % the process kills itself in run 70
  stopping = onCleanup(@() setenv('NSD_TEST_STOP', '')); %#ok<NASGU>
  octave_child(code);
  assertTrue(exist(fullfile(folder, 'saved', '1', 'runs.mat'), 'file') == 2);
  assertTrue(isempty(part_names(folder)));
  setenv('NSD_TEST_STOP', '');
  nsd_remove_file(fullfile(folder, 'log.txt'));
  make_chunks(folder, 1);
  runs = numel(strsplit(strtrim(fileread(fullfile(folder, 'log.txt'))), sprintf('\n')));
  assertEqual(runs, 16);                         % 64 of 80 were saved
  assertTrue(isequaln(gathered(job), whole));
  assertTrue(exist(fullfile(folder, 'saved', '1', 'runs.mat'), 'file') == 0);
end

function kill_chunk(folder, k)
  system(sprintf('kill -9 %d', wait_for_state(folder, k)));
end
