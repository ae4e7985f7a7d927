function test_suite = test_cluster()
%TEST_CLUSTER  Sweeps that other processes make: equal bits, resuming, damage, bad input.
%   tests/slurm has what needs the daemons of Slurm.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_chunks_have_the_bits_of_one_call()
  cases = cluster_collection(70);
  for i = 1:size(cases, 1)
    whole = one_call(cases{i, 2});
    for count = [1 7]
      [folder, clean] = new_folder(); %#ok<ASGLU>
      job = on_paper(cases{i, 2}, folder, count);
      make_chunks(folder, count:-1:1);
      assertTrue(isequaln(gathered(job), whole), sprintf('%s, %d chunks', cases{i, 1}, count));
    end
  end
end

function test_gathering_early_shows_missing_runs_and_resume_makes_nothing_twice()
  given = called_back();
  whole = one_call(given);
  [folder, clean] = new_folder(); %#ok<ASGLU>
  job = on_paper(given, folder, 7);
  none = gathered(job);
  assertEqual(unique(none.status), {'missing'});
  assertEqual(size(none.q), size(whole.q));
  make_chunks(folder, [2 5]);
  early = gathered(job);
  there = ~strcmp(early.status, 'missing');
  assertEqual(sum(there), 20);
  assertEqual(early.q(there, :), whole.q(there, :));
  assertTrue(all(isnan(early.q(~there))));
  before = part_names(folder);
  text = evalc('job.resume();');
  assertEqual(numel(strfind(text, sprintf('\n'))), 5);           % a line for each missing chunk
  make_chunks(folder, 1:7);                      % those that are there are left alone
  assertTrue(all(ismember(before, part_names(folder))));
  assertEqual(numel(part_names(folder)), 7);
  assertTrue(isequaln(gathered(job), whole));
end

function test_torn_and_foreign_parts_are_not_gathered()
  given = called_back();
  [folder, clean] = new_folder(); %#ok<ASGLU>
  [other, clean2] = new_folder(); %#ok<ASGLU>
  job = on_paper(given, folder, 3);
  on_paper([given, {'Method', 'paoli'}], other, 3);
  make_chunks(folder, 1:3);
  make_chunks(other, 2);
  whole = gathered(job);
  cut(part_of(folder, 1));
  file = part_of(folder, 2);
  nsd_remove_file(file);
  [~, name, ending] = fileparts(part_of(other, 2));
  nsd_write_file(fullfile(folder, 'parts', [name ending]), nsd_read_bytes(part_of(other, 2)));
  [id, text, out] = warning_of(@() job.gather());
  assertEqual(sum(strcmp(out.status, 'missing')), 46);
  assertTrue(strncmp(id, 'nsd:', 4), text);
  text = evalc('job.resume();');
  assertEqual(numel(strfind(text, sprintf('\n'))), 2);
  make_chunks(folder, 1:3);
  assertTrue(isequaln(gathered(job), whole));
end

function test_parts_of_different_machines_are_told()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  job = on_paper(called_back(), folder, 2);
  make_chunks(folder, 1:2);
  part = load(part_of(folder, 2));
  nsd_remove_file(part_of(folder, 2));
  part.head.processor = 'another one';
  bytes = nsd_saved_bytes(part);
  nsd_write_file(fullfile(folder, 'parts', sprintf('part_2_%s.mat', nsd_kernel('hash', bytes))), ...
                 bytes);
  warning('off', 'nsd:sweep:runErrors', 'local');
  [id, text] = warning_of(@() job.gather());
  assertEqual(id, 'nsd:cluster:machinesDiffer');
  assertTrue(~isempty(strfind(text, 'another one')), text);
end

function test_a_copied_folder_is_complete()
  % functions that are not recorded are in the folder, too
  [folder, clean] = new_folder(); %#ok<ASGLU>
  [other, clean2] = new_folder(); %#ok<ASGLU>
  given = called_back();
  job = on_paper(given, folder, 3);
  make_chunks(folder, 2);
  copy_all(folder, other);
  whole = gathered(job);
  code = sprintf(['addpath(''%s''); nsd_setup(); nsd_sweep_chunk(''%s'', 1); ' ...
                  'nsd_sweep_chunk(''%s'', 3);'], toolbox_folder(), other, other);
  octave_child(code);
  make_chunks(folder, [1 3]);
  whole = gathered(job);
  assertTrue(isequaln(gathered(nsd_sweep_job(other)), whole));
end

function test_basins_and_diagrams_come_out_of_gather()
  osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.5)).contact(-1, 0, 'Restitution', 0.8);
  osc = osc.start(-1, 0);
  T = 2*pi/2.5;
  given = {osc, linspace(-3, 0, 6), linspace(-2, 2, 5), [0 60*T], 'Period', T, 'Step', T/100};
  [folder, clean] = new_folder(); %#ok<ASGLU>
  quiet = @(f) evalc('f();');
  job = [];
  quiet(@make_basin);
  assertTrue(isequaln(nsd_sweep_job(folder).gather(), nsd_basin(given{:})));
  given = {osc, 'omega', linspace(2.6, 2.7, 9), @(p) [0 2*pi/p.omega*50], ...
           'Period', @(p) 2*pi/p.omega, 'Step', @(p) 2*pi/p.omega/100};
  [folder, clean2] = new_folder(); %#ok<ASGLU>
  quiet(@make_diagram);
  assertTrue(isequaln(job.gather(), nsd_bifurcation(given{:})));
  function make_basin()
    job = nsd_basin(given{:}, 'Cluster', 'parfor', 'Folder', folder, 'Chunks', 4);
  end
  function make_diagram()
    job = nsd_bifurcation(given{:}, 'Cluster', 'parfor', 'Folder', folder, 'Chunks', 2);
  end
end

function test_chunks_follow_the_cost_of_runs()
  % short runs make one chunk; runs of a second make as many as four workers keep busy
  [folder, clean] = new_folder(); %#ok<ASGLU>
  job = on_paper(called_back(), folder, []);
  assertEqual(job.Chunks, 1);
  text = nsd_sweep(NsdSystem.lagrangian(1, @napping_force), [], [0 1], 'q0', 1:4000, 'v0', 0, ...
                   'Step', 0.5, 'Compile', 'off', 'Cluster', 'command', 'Folder', folder, ...
                   'Workers', 4, 'DryRun', 'on');
  assertTrue(~isempty(strfind(text, '4000 runs in 16 chunks')), text);
end

function cut(file)
  bytes = nsd_read_bytes(file);
  nsd_write_file(file, bytes(1:end - 8));
end

function copy_all(from, to)
  system(sprintf('cp -R ''%s''/. ''%s''', from, to));
end
