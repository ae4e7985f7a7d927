function lost = stress_files(kills, disks, rounds, seed)
%STRESS_FILES  Kill, fill disks and write together: nothing may be lost, bits must be equal.
%   LOST = STRESS_FILES(KILLS, DISKS, ROUNDS, SEED) starts octave-cli again and again:
%       KILLS   sweeps with files that are killed (kill -9) at a random moment; the same calls then
%               go on and must give the bits of sweeps that were not killed       [200]
%       DISKS   children whose files may not grow beyond a random size: sweep, table, library must
%               be whole, as before, or not there, and results right              [100]
%       ROUNDS  of three children that write one file at the same time             [50]
%   SEED of the random numbers [1]. Prints counts; LOST is the number of failures, whose folders
%   are kept. Needs Octave on a Unix system.
%
%   Example
%       addpath tests/fuzz; stress_files(200, 100, 50)
  if nargin < 1, kills = 200; end
  if nargin < 2, disks = 100; end
  if nargin < 3, rounds = 50; end
  if nargin < 4, seed = 1; end
  rand('twister', seed);
  wanted = stress_sweep('');
  [a, midway] = killed_sweeps(kills, wanted);
  fprintf('%d kills (%d left a file with some runs finished): %d lost\n', kills, midway, a);
  [b, full] = full_disks(disks, wanted);
  fprintf('%d limits of the size of files (%d were reached): %d lost\n', disks, full, b);
  c = writers(rounds, wanted);
  fprintf('%d rounds of three writers: %d lost\n', rounds, c);
  lost = a + b + c;
end

function [lost, midway] = killed_sweeps(count, wanted)
% the child makes one sweep after the other, each with a new file, until it is killed
  [lost, midway] = deal(0);
  code = ['fclose(fopen(fullfile(folder, ''begun''), ''w''));' ...
          'for k = 1:1e4, stress_sweep(fullfile(folder, sprintf(''%d.mat'', k))); end'];
  for k = 1:count
    folder = new_folder();
    process = start_child(folder, code, '');
    while exist(fullfile(folder, 'begun'), 'file') ~= 2, pause(0.01); end
    clock = tic();
    stress_sweep('');                        % how long a sweep takes now, on a busy machine too
    while numel(dir(fullfile(folder, '*.mat'))) < 1, pause(0.002); end
    pause(2*rand()*toc(clock));
    kill(process, 9);
    waitpid(process);
    problem = '';
    listing = dir(fullfile(folder, '*.mat'));
    names = {listing(~strncmp({listing.name}, 'nsd_part_', 9)).name};
    for j = 1:numel(names)
      file = fullfile(folder, names{j});
      midway = midway + ~all(getfield(load(file), 'done'));
      problem = [problem, difference(@() stress_sweep(file), wanted)]; %#ok<AGROW>
    end
    file = fullfile(folder, sprintf('%d.mat', numel(names) + 1));     % its first part may be left
    problem = [problem, difference(@() stress_sweep(file), wanted)]; %#ok<AGROW>
    if numel(dir(fullfile(folder, 'nsd_part_*'))) > 0, problem = [problem ' a part is left']; end
    lost = lost + told(folder, problem);
  end
end

function [lost, full] = full_disks(count, wanted)
  [lost, full] = deal(0);
  for k = 1:count
    folder = new_folder();
    file = fullfile(folder, 'a.mat');
    table = fullfile(folder, 'a.csv');
    stress_sweep(file);
    saved = load(file);
    saved.done(300:end) = false;
    saved.raw.last(:, 300:end) = NaN;
    save(file, '-v7', '-struct', 'saved');
    nsd_write_file(table, 'old');
    before = nsd_read_bytes(file);
    blocks = 1 + floor(40*rand());        % of 512 bytes; what the child says must fit
    waitpid(start_child(folder, 'stress_write(folder);', sprintf('ulimit -f %d;', blocks)));
    problem = '';
    text = fileread(table);
    if ~strcmp(text, 'old') && numel(text) ~= stress_write('size'), problem = 'table is cut'; end
    full = full + (strcmp(text, 'old') || isequal(nsd_read_bytes(file), before));
    libraries = dir(fullfile(folder, 'libraries', '*.so'));
    if numel(libraries) > 1, problem = [problem ' libraries are left']; end
    said = fileread(fullfile(folder, 'said'));
    if isempty(strfind(said, '[right]')) && isempty(strfind(said, '[nsd:'))
      problem = [problem ' results are lost: ' said]; %#ok<AGROW>
    end
    problem = [problem, difference(@() stress_sweep(file), wanted)]; %#ok<AGROW>
    stress_write(folder);                    % without a limit all is written
    if numel(fileread(table)) ~= stress_write('size')
      problem = [problem ' no table']; %#ok<AGROW>
    end
    lost = lost + told(folder, problem);
  end
end

function lost = writers(rounds, wanted)
  lost = 0;
  for k = 1:rounds
    folder = new_folder();
    file = fullfile(folder, 'a.mat');
    processes = arrayfun(@(j) start_child(folder, ['out = stress_sweep(fullfile(folder, ' ...
                         '''a.mat'')); disp(stress_sum(out));'], '', sprintf('said%d', j)), 1:3);
    arrayfun(@waitpid, processes);
    problem = '';
    for j = 1:3
      said = fileread(fullfile(folder, sprintf('said%d', j)));
      said = strrep(said, 'error: ignoring const execution_exception& while preparing to exit', '');
      if ~strcmp(strtrim(said), stress_sum(wanted)), problem = [problem ' ' said]; end %#ok<AGROW>
    end
    if ~all(getfield(load(file), 'done')), problem = [problem ' runs are missing']; end %#ok<AGROW>
    problem = [problem, difference(@() stress_sweep(file), wanted)]; %#ok<AGROW>
    lost = lost + told(folder, problem);
  end
end

function problem = difference(f, wanted)
  problem = '';
  try
    if ~isequaln(f(), wanted), problem = ' bits differ'; end
  catch err
    problem = [' ' err.message];
  end
end

function failed = told(folder, problem)
  failed = ~isempty(problem);
  if failed
    fprintf('  %s: %s\n', folder, problem);
  else
    remove(folder);
  end
end

function process = start_child(folder, code, before, said)
% an octave-cli that runs the code, with the variable folder; its number
  if nargin < 4, said = 'said'; end
  here = fileparts(mfilename('fullpath'));
  toolbox = fullfile(fileparts(fileparts(here)), 'toolbox');
  text = sprintf('addpath(''%s'', ''%s''); nsd_setup(); folder = ''%s''; %s', here, toolbox, ...
                 folder, code);
  command = sprintf(['cd %s; %s exec env --block-signal=XFSZ OPENBLAS_NUM_THREADS=1 octave-cli ' ...
                     '--no-init-file --no-history --eval %s >%s 2>&1'], ...
                    nsd_shell_word(folder), before, nsd_shell_word(text), said);
  process = system(command, false, 'async');
end

function folder = new_folder()
  folder = tempname();
  mkdir(folder);
end

function remove(folder)
  confirm_recursive_rmdir(false, 'local');
  rmdir(folder, 's');
end
