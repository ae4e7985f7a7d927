function test_suite = test_snippets()
%TEST_SNIPPETS  Code of the user pages runs as it stands: what a reader pastes must work.
%   The blocks of a page are run in their order in one workspace, as somebody does who reads it from
%   top to bottom; a block of C behind "save this as `x.c`:" is saved first. Lines that stand right
%   behind a block, set in by four blanks, are what this block prints.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_pages_for_readers()
  run_page('which-method');
  run_page('from-ode45');
  run_page('finite-elements');
  run_page('circuits');
  run_page('many-bodies');
  run_page('teach');
end

function test_pages_of_the_guide()
  run_page('ballode');
  run_page('event-driven');
  run_page('friction');
  run_page('rigid-bodies');
  run_page('sweeps');
  run_page('user-guide');
end

function test_pages_of_reference()
  run_page('../reference/systems');
  run_page('../reference/methods');
  run_page('../reference/results');
end

function test_page_on_compiling_with_its_file_of_c()
  run_page('compile');
end

function test_numbers_that_the_pages_promise()
  values = run_page('finite-elements');
  assertElementsAlmostEqual(values.force, 1e-4*sqrt(210e9*7800), 'relative', 0.01);
  assertElementsAlmostEqual(max(values.sol.t(values.sol.impulse > 0)), 2/sqrt(210e9/7800), ...
                            'relative', 0.01);
  values = run_page('teach');
  rest = values.sol.events.t(strcmp(values.sol.events.kind, 'accumulation'));
  assertElementsAlmostEqual(rest, 3*sqrt(2/9.81), 'absolute', 1e-8);
  assertElementsAlmostEqual(values.hit.events.t(1), acos(-1/4)/5, 'absolute', 1e-8);
  assertElementsAlmostEqual(values.slide.q(end, 1), 9.81*(sind(25) - 0.3*cosd(25))/2, ...
                            'absolute', 1e-8);
  swing = values.swing;
  assertElementsAlmostEqual(max(swing.q(swing.t > swing.events.t(1))), ...
                            acos(1 - 0.64*(1 - cos(0.5))), 'absolute', 5e-4);
  values = run_page('edges');
  angle = acos(2/3 + 0.5^2/(3*9.81*0.1));         % where the weight no longer holds the slow ball
  assertElementsAlmostEqual(values.slow.events.q(1, :), [2 1] + 0.1*[sin(angle), cos(angle)], ...
                            'absolute', 1e-6);
  assertElementsAlmostEqual(values.fast.events.t(1), 4/3, 'absolute', 1e-6);
  values = run_page('circuits');
  assertTrue(values.ripple > 0.5 && values.ripple < 2.5);     % 10 V/(R C) for 20 ms is 2 V at most
  values = run_page('from-ode45');
  assertElementsAlmostEqual(min(values.sol.q), -0.3, 'absolute', 1e-8);
end

function values = run_page(page)
% what the blocks of the page leave in their workspace
  here = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  text = fileread(fullfile(here, 'doc', 'user', [page '.md']));
  [blocks, rest] = regexp(text, '\n```matlab\n(.*?)\n```', 'tokens', 'split');
  assertFalse(isempty(blocks), [page ' has no code']);
  files = regexp(text, '`(\w+\.c)`:\n\n```c\n(.*?\n)```', 'tokens');
  [folder, clean] = new_folder();                                             %#ok<ASGLU>
  cd(folder);
  for k = 1:numel(files)
    id = fopen(files{k}{1}, 'w');
    fwrite(id, files{k}{2});
    fclose(id);
  end
  was = [warning('off', 'integrate_adaptive:unexpected_termination'), ...
         warning('off', 'nsd:energy:gain')];
  back = onCleanup(@() warning(was));                                         %#ok<NASGU>
  code = cellfun(@(block) block{1}, blocks, 'UniformOutput', false);
  values = in_workspace(code, rest(2:end), page);
end

function check_output(found, text, page)
% lines set in by four blanks at the beginning of TEXT are among those FOUND; '...' leaves some out
  shown = regexp(text, '^\n\n((    [^\n]*\n|\n(?=    ))+)', 'tokens', 'once');
  if isempty(shown), return; end
  squeezed = @(lines) regexprep(strtrim(strsplit(lines, sprintf('\n'))), ' +', ' ');
  for line = setdiff(squeezed(shown{1}), {'', '...'})
    assertTrue(any(strcmp(line{1}, squeezed(found))), ...
               sprintf('doc/user/%s.md shows "%s", the code prints %s', page, line{1}, found));
  end
end

function values = in_workspace(nsd_code, nsd_rest, nsd_page)
% variables of the page do not meet those of the test
  figure('visible', 'off');
  nsd_close = onCleanup(@() close('all'));                                    %#ok<NASGU>
  for nsd_k = 1:numel(nsd_code)
    try
      nsd_found = evalc(nsd_code{nsd_k});
    catch problem
      error('nsd:test:snippet', 'doc/user/%s.md: %s', nsd_page, problem.message);
    end
    check_output(nsd_found, nsd_rest{nsd_k}, nsd_page);
  end
  values = struct();
  nsd_names = setdiff(who(), {'nsd_code', 'nsd_rest', 'nsd_page', 'nsd_close', 'nsd_k', ...
                              'nsd_found', 'values', 'nsd_names'});
  for k = 1:numel(nsd_names)
    values.(nsd_names{k}) = eval(nsd_names{k});
  end
end
