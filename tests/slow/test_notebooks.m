function test_suite = test_notebooks()
%TEST_NOTEBOOKS  Notebooks of the course are made from its scripts, and run where there is Jupyter.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [folder, back] = made()
% a folder with the notebooks, removed by and by
  root = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  folder = tempname();
  addpath(fullfile(root, 'doc', 'course'));
  path_back = onCleanup(@() rmpath(fullfile(root, 'doc', 'course')));
  evalc('make_notebooks(folder)');
  back = onCleanup(@() rmdir_all(folder));
end

function rmdir_all(folder)
  delete(fullfile(folder, '*'));
  rmdir(folder);
end

function test_every_script_becomes_a_notebook_with_all_its_lines()
  [folder, back] = made(); %#ok<ASGLU>
  root = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  scripts = dir(fullfile(root, 'examples', 'course', 'course_*.m'));
  assertEqual(numel(dir(fullfile(folder, '*.ipynb'))), numel(scripts));
  for k = 1:numel(scripts)
    book = jsondecode(fileread(fullfile(folder, strrep(scripts(k).name, '.m', '.ipynb'))));
    cells = book.cells;
    if isstruct(cells), cells = num2cell(cells); end
    assertEqual(book.metadata.kernelspec.name, 'octave');
    code = cells(cellfun(@(c) strcmp(c.cell_type, 'code'), cells));
    program = strjoin(cellfun(@(c) c.source, code(3:end), 'UniformOutput', false)', '');
    script = fileread(fullfile(scripts(k).folder, scripts(k).name));
    script = regexprep(script, '^(%[^\n]*\n)+', '');
    assertEqual(regexprep(program, '\s', ''), regexprep(script, '\s', ''));
  end
end

function test_notebooks_run_in_the_kernel_of_octave()
% the last; skipped where there is no such kernel (make notebooks makes all)
  [absent, ~] = system('/usr/bin/python3 -c "import octave_kernel, nbconvert, nbclient"');
  if absent ~= 0
    moxunit_throw_test_skipped_exception('python3-octave-kernel or jupyter-nbconvert is missing');
  end
  [folder, back] = made(); %#ok<ASGLU>
  for name = {'course_16_walker'}
    [failed, text] = system(sprintf(['cd "%s" && env -u DISPLAY /usr/bin/python3 -m nbconvert ' ...
                                     '--to notebook --execute --output done_%s.ipynb %s.ipynb ' ...
                                     '2>&1'], folder, name{1}, name{1}));
    assertEqual(failed, 0, text);
    done = fileread(fullfile(folder, ['done_' name{1} '.ipynb']));
    assertTrue(~isempty(strfind(done, 'image/png')), name{1});
    question = regexp(name{1}, '[a-z]+$', 'match', 'once');
    assertTrue(~isempty(strfind(done, [question ': '])), name{1});   % nsd_check asked it
    assertTrue(isempty(strfind(done, 'error: ')), done);
  end
end
