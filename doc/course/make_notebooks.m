function make_notebooks(folder, root)
%MAKE_NOTEBOOKS  Jupyter notebooks of the course, one for each script, for the kernel of Octave.
%   `make notebooks` runs it. MAKE_NOTEBOOKS(FOLDER) writes course_NAME.ipynb into FOLDER: the first
%   comment of the script as text, the program in cells, one for each paragraph that stands alone.
%   ROOT: folder of the project, as the notebooks shall name it   [from FOLDER, if that is within]
  here = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  if nargin < 2, root = root_from(folder, here); end
  if exist(folder, 'dir') ~= 7, mkdir(folder); end
  scripts = dir(fullfile(here, 'examples', 'course', 'course_*.m'));
  for k = 1:numel(scripts)
    [~, name] = fileparts(scripts(k).name);
    file = fullfile(folder, [name '.ipynb']);
    out = fopen(file, 'w');
    fprintf(out, '%s\n', notebook(fileread(fullfile(scripts(k).folder, scripts(k).name)), root));
    fclose(out);
    fprintf('%s\n', file);
  end
end

function root = root_from(folder, here)
% '../..' for a folder such as build/notebooks, so that notebooks may move with the project
  root = here;
  if strcmp(pwd(), here) && ~any(folder(1) == '/\~') && ~any(folder == ':')
    root = strjoin(repmat({'..'}, 1, numel(strsplit(folder, {'/', '\'}))), '/');
  end
end

function text = notebook(script, root)
% the notebook of a script as JSON
  lines = strsplit(script, sprintf('\n'), 'CollapseDelimiters', false);
  last = find(cellfun(@(l) isempty(l) || l(1) ~= '%', lines), 1) - 1;
  heading = regexprep(lines(1:last), {'^%% ', '^% ?'}, {'# ', ''});
  setup = sprintf(['%% where nsd is: change this line when the notebook has moved\n' ...
                   'if exist(''nsd_simulate'') ~= 2, run(''%s''); end'], ...
                  strrep(fullfile(root, 'toolbox', 'nsd_setup.m'), '\', '/'));
  cells = {cell_of('markdown', strjoin(heading, sprintf('\n'))), ...
           cell_of('code', '%plot inline -s 900,560'), cell_of('code', setup)};
  for part = paragraphs(lines(last+1:end)), cells{end+1} = cell_of('code', part{1}); end %#ok<AGROW>
  kernel = struct('display_name', 'Octave', 'language', 'octave', 'name', 'octave');
  text = jsonencode(struct('nbformat', 4, 'nbformat_minor', 4, ...
                           'metadata', struct('kernelspec', kernel), 'cells', {cells}));
end

function parts = paragraphs(lines)
% paragraphs of a program; a figure stays with all that follows it, loops and branches whole
  program = strtrim(strjoin(lines, sprintf('\n')));
  [pictures, rest] = deal('', program);
  first = regexp(program, '(?m)^figure', 'once');
  if ~isempty(first)
    rest = strtrim(program(1:first-1));
    pictures = program(first:end);
  end
  parts = {};
  if ~isempty(rest), parts = regexp(rest, '\n\n+', 'split'); end
  question = regexp(pictures, '(?m)^nsd_check', 'once');
  if ~isempty(question)
    parts = [parts, {strtrim(pictures(1:question-1)), strtrim(pictures(question:end))}];
  elseif ~isempty(pictures)
    parts{end+1} = pictures;
  end
  parts = parts(~cellfun('isempty', parts));
end

function c = cell_of(kind, text)
  c = struct('cell_type', kind, 'metadata', struct(), 'source', text);
  if strcmp(kind, 'code')
    c.outputs = {};
    c.execution_count = NaN;                      % null in JSON
  end
end
