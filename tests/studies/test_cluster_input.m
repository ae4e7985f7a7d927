function test_suite = test_cluster_input()
%TEST_CLUSTER_INPUT  Sweeps in other processes: what is refused, settings of sites, quoting.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_without_sbatch_nothing_is_written()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  place = fullfile(folder, 'new');
  back = with_variable('PATH', folder); %#ok<NASGU>
  refused('nsd:cluster:noSbatch', place, 'Cluster', 'slurm');
  assertEqual(exist(place, 'dir'), 0);
end

function test_a_controller_that_is_silent_and_a_queue_that_refuses_are_told()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  back = with_fake_slurm(folder, 'exit 1', 'MaxArraySize = 1001'); %#ok<NASGU>
  place = fullfile(folder, 'sweep');
  refused('nsd:cluster:refused', place, 'Cluster', 'slurm', 'Chunks', 2);
  assertTrue(exist(fullfile(place, 'submitted.txt'), 'file') == 0);      % nothing half-submitted
  back2 = with_fake_slurm(folder, 'echo 7', 'Unable to contact slurm controller'); %#ok<NASGU>
  refused('nsd:cluster:noAnswer', fullfile(folder, 'other'), 'Cluster', 'slurm');
  assertEqual(exist(fullfile(folder, 'other'), 'dir'), 0);
end

function test_every_setting_is_one_word_for_sbatch()
  % sbatch writes its words, one on a line
  [folder, clean] = new_folder(); %#ok<ASGLU>
  words = fullfile(folder, 'words');
  back = with_fake_slurm(folder, sprintf('printf "%%s\\n" "$@" >"%s"; echo 12', words), ...
                         'MaxArraySize = 1001'); %#ok<NASGU>
  place = fullfile(folder, 'it''s $HOME %a "x" `touch marker`');
  job = submit(place, 'Cluster', 'slurm', 'Chunks', 3, 'Partition', 'a; touch marker', ...
               'Account', '$(touch marker)', 'TimeLimit', '1-12:30:00', 'Memory', 2000, ...
               'Submit', {'--comment=two words', '--nice'}, 'Workers', 2, 'Threads', 4);
  given = strsplit(strtrim(fileread(words)), sprintf('\n'));
  wanted = {'--array=1-3%2', ['--chdir=' place], '--cpus-per-task=4', ...
            '--partition=a; touch marker', '--account=$(touch marker)', '--time=1-12:30:00', ...
            '--mem=2000', '--comment=two words', '--nice', fullfile(place, 'chunk.sh')};
  assertTrue(all(ismember(wanted, given)), strjoin(given, ' | '));
  assertTrue(exist(fullfile(pwd(), 'marker'), 'file') == 0);
  assertEqual(strtrim(fileread(fullfile(place, 'submitted.txt'))), '12');
  assertEqual(job.Chunks, 3);
end

function test_settings_come_from_options_then_environment_then_a_file()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  back = with_fake_slurm(folder, 'echo 1', 'MaxArraySize = 1001'); %#ok<NASGU>
  home = with_variable('HOME', folder); %#ok<NASGU>
  mkdir(fullfile(folder, '.nsd'));
  nsd_write_file(fullfile(folder, '.nsd', 'cluster.m'), ...
                 ['site.Partition = ''file''; site.Account = ''file'';' ...
                  'site.Modules = {''m/1'', ''a b''};']);
  variable = with_variable('NSD_ACCOUNT', 'environment'); %#ok<NASGU>
  shown = @(varargin) submit(fullfile(folder, 'x'), 'Cluster', 'slurm', 'DryRun', 'on', ...
                             varargin{:});
  text = shown();
  has(text, '''--partition=file''');
  has(text, '''--account=environment''');
  has(text, sprintf('module load ''m/1''\nmodule load ''a b''\n'));
  text = shown('Account', 'option', 'Program', '/opt/it''s/octave-cli');
  has(text, '''--account=option''');
  has(text, 'exec ''/opt/it''\''''s/octave-cli'' --no-init-file');
  assertTrue(numel(strsplit(text, sprintf('\n'))) < 20);          % short enough to read
  assertEqual(exist(fullfile(folder, 'x'), 'dir'), 0);
  nsd_write_file(fullfile(folder, '.nsd', 'cluster.m'), 'site.Queue = 1;');
  clear('cluster');                                        % a second may have the same stamp
  refused('nsd:cluster:badSite', fullfile(folder, 'x'), 'Cluster', 'slurm');
end

function test_bad_options_are_named()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  place = fullfile(folder, 'x');
  assertExceptionThrown(@() nsd_sweep(nsd_ball(), [], [0 1], 'Folder', place), ...
                        'nsd:sweep:badValue');
  assertExceptionThrown(@() nsd_sweep(nsd_ball(), [], [0 1], 'Cluster', 'local'), ...
                        'nsd:sweep:badValue');
  refused('nsd:cluster:badValue', place, 'Cluster', 'pbs');
  refused('nsd:sweep:badValue', place, 'Cluster', 'local', 'Chunks', 0);
  refused('nsd:sweep:badValue', place, 'Cluster', 'local', 'File', 'a.mat');
  refused('nsd:cluster:badValue', place, 'Cluster', 'local', 'TimeLimit', 'tomorrow');
  refused('nsd:cluster:badValue', place, 'Cluster', 'local', 'Workers', -1);
  refused('nsd:cluster:badValue', place, 'Cluster', 'local', 'Partition', sprintf('a\nb'));
  refused('nsd:cluster:badFolder', '/proc/none/x', 'Cluster', 'local');
  assertEqual(exist(place, 'dir'), 0);
  assertExceptionThrown(@() nsd_sweep_job(place), 'nsd:cluster:noFolder');
  job = submit(place, 'Cluster', 'command', 'Chunks', 2);
  for number = {0, 3, 1.5, '7', 'x', ''}
    assertExceptionThrown(@() nsd_sweep_chunk(place, number{1}), 'nsd:cluster:badChunk');
  end
  assertExceptionThrown(@() job.resume('Queue', 'x'), 'nsd:cluster:unknownOption');
end

function test_a_folder_of_another_sweep_version_or_model_is_refused()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  nsd_write_file(fullfile(folder, 'mine.txt'), 'x');
  refused('nsd:cluster:otherFolder', folder, 'Cluster', 'command');
  nsd_remove_file(fullfile(folder, 'mine.txt'));
  given = called_back();
  on_paper(given, folder, 2);
  on_paper(given, folder, 2);                              % the same call goes on
  assertExceptionThrown(@() on_paper([given, {'Step', 0.1}], folder, 2), 'nsd:cluster:otherFolder');
  mine = fullfile(folder, 'functions', 'branching_force.m');
  text = fileread(mine);
  nsd_write_file(mine, strrep(text, '9.81', '9.80'));
  clear('branching_force');
  assertExceptionThrown(@() nsd_sweep_chunk(folder, 1), 'nsd:cluster:changedModel');
  nsd_write_file(mine, text);
  clear('branching_force');
  bytes = nsd_read_bytes(fullfile(folder, 'sweep.mat'));
  nsd_write_file(fullfile(folder, 'sweep.mat'), bytes(1:end-1));
  assertExceptionThrown(@() nsd_sweep_chunk(folder, 1), 'nsd:cluster:damaged');
  nsd_write_file(fullfile(folder, 'sweep.mat'), bytes);
  sweep = load(fullfile(folder, 'sweep.mat'));
  sweep.head.version = '0.0.1';
  bytes = nsd_saved_bytes(sweep);
  nsd_write_file(fullfile(folder, 'sweep.mat'), bytes);
  nsd_write_file(fullfile(folder, 'sweep.sha256'), nsd_kernel('hash', bytes));
  assertExceptionThrown(@() nsd_sweep_job(folder), 'nsd:cluster:otherVersion');
  assertExceptionThrown(@() nsd_sweep_chunk(folder, 1), 'nsd:cluster:otherVersion');
end

function test_functions_that_workers_could_not_find_are_refused()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  given = {'q0', [1 2], 'v0', 0, 'Step', 0.1, 'Compile', 'off', 'Cluster', 'command', ...
           'Folder', fullfile(folder, 'x')};
  for f = {@beside, @(t, q, v) beside(t, q, v)}
    assertExceptionThrown(@() nsd_sweep(NsdSystem.lagrangian(1, f{1}), [], [0 1], given{:}), ...
                          'nsd:cluster:localFunction');
  end
end

function F = beside(t, q, v) %#ok<INUSD>
  F = -q;
  if t < 0, F = 0; end
end

function job = submit(folder, varargin) %#ok<STOUT>
  evalc('job = nsd_sweep(nsd_ball(), [], [0 1], ''q0'', 1:4, ''Folder'', folder, varargin{:});');
end

function refused(id, folder, varargin)
  assertExceptionThrown(@() submit(folder, varargin{:}), id);
end

function has(text, words)
  assertTrue(~isempty(strfind(text, words)), text);
end

function back = with_variable(name, value)
  old = getenv(name);
  setenv(name, value);
  back = onCleanup(@() setenv(name, old));
end

function back = with_fake_slurm(folder, sbatch, config)
% programs that stand for those of Slurm, first on the PATH
  place = fullfile(folder, 'bin');
  [~, ~] = mkdir(place);
  programs = {'sbatch', sbatch; 'scontrol', sprintf('echo "%s"', config); ...
              'sinfo', 'echo 0/4/0/4'; 'squeue', 'exit 0'};
  for k = 1:size(programs, 1)
    file = fullfile(place, programs{k, 1});
    nsd_write_file(file, sprintf('#!/bin/sh\n%s\n', programs{k, 2}));
    system(sprintf('chmod +x "%s"', file));
  end
  back = with_variable('PATH', [place pathsep() getenv('PATH')]);
end
