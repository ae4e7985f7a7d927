function text = nsd_cluster_script(site, folder)
%NSD_CLUSTER_SCRIPT  chunk.sh: makes one chunk, by its number or by that of the task of an array.
%   Every text from settings is one quoted word (nsd_shell_word). With a FOLDER it is written there,
%   and the settings as site.mat; a script that the user changed stays.
  octave = exist('OCTAVE_VERSION', 'builtin');
  call = sprintf('addpath(''%s''); nsd_setup(); nsd_sweep_chunk(pwd(), getenv(''NSD_CHUNK''))', ...
                 strrep(nsd_toolbox_folder(), '''', ''''''));
  program = site.Program;
  if isempty(program), program = usual_program(site, octave); end
  words = ' -batch ';
  if octave, words = ' --no-init-file --no-history --eval '; end
  lines = {'#!/bin/sh', ...
           '# One chunk of the sweep in this folder: number $1, or that of an array task.', ...
           '# Yours to change: it is not written again once you did.', ...
           '[ -e sweep.mat ] || cd "$(dirname "$0")" || exit', ...
           ['export NSD_CHUNK="${1:-${SLURM_ARRAY_TASK_ID:-' ...
            '${PBS_ARRAY_INDEX:-$SGE_TASK_ID}}}"'], ...
           'export OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1', ...
           'exec >>"log/$NSD_CHUNK.txt" 2>&1'};
  for k = 1:numel(site.Modules)
    lines{end+1} = ['module load ' nsd_shell_word(site.Modules{k})]; %#ok<AGROW>
  end
  lines{end+1} = ['exec ' nsd_shell_word(program) words nsd_shell_word(call)];
  text = sprintf('%s\n', lines{:});
  if nargin > 1, write(folder, site, text); end
end

function write(folder, site, text)
  [file, stored] = deal(fullfile(folder, 'chunk.sh'), fullfile(folder, 'site.mat'));
  found = char(nsd_read_bytes(file));
  changed = false;
  if exist(stored, 'file') == 2 && ~isempty(found)
    old = load(stored);
    changed = ~strcmp(found, old.script);
  end
  if ~changed, nsd_write_file(file, text); end
  nsd_write_file(stored, nsd_saved_bytes(struct('site', site, 'script', text)));
end

function program = usual_program(site, octave)
% that which runs now, or by its name, where modules say which
  if octave
    program = 'octave-cli';
    here = fullfile(OCTAVE_EXEC_HOME(), 'bin', program);
  else
    program = 'matlab';
    here = fullfile(matlabroot(), 'bin', program);
  end
  if isempty(site.Modules) && exist(here, 'file') == 2, program = here; end
end
