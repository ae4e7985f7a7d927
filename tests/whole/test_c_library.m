function test_suite = test_c_library()
%TEST_C_LIBRARY  The C library as a user has it: installed, found by pkg-config, compiled against.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_the_ball_bounces_as_in_the_books()
% impacts at T, T + 2 e T, ... with T = sqrt(2/g); then a parabola. Flights of linear systems are
% exact, so that only the 12 printed digits count.
  g = 9.81;
  e = 0.8;
  t = sqrt(2/g) + [0, 2*e, 2*(e + e^2)]*sqrt(2/g);
  speed = sqrt(2*g)*e.^(0:2);
  after = 2 - t(3);
  expected = [reshape([t; speed], 1, []), 2, ...
              e*speed(3)*after - g*after^2/2, e*speed(3) - g*after];
  ways = ways_to_compile();
  for k = 1:numel(ways)
    text = run_example('ball', ways{k});
    assertElementsAlmostEqual(numbers_of(text), expected, 'absolute', 1e-11);
    assertTrue(~isempty(strfind(text, 'solved')));
  end
end

function test_the_block_slides_until_it_is_as_fast_as_the_belt()
% Coulomb: x'' = mu g until t = w/(mu g), then x' = w. The scheme of Moreau takes the change at the
% end of a step: it is late by less than h, and x misses by less than w h.
  h = 1e-4;
  slides = 1/(0.3*9.81);
  ways = ways_to_compile();
  for k = 1:numel(ways)
    found = numbers_of(run_example('belt', ways{k}));
    assertTrue(found(1) >= slides && found(1) < slides + h);
    assertElementsAlmostEqual(found(2:4), [1, 1 - slides/2, 1], 'absolute', h);
  end
end

function test_defaults_are_those_of_the_toolbox()
% nsd_default_options in C against nsd_option_table.m and nsd_newmark_parameters.m
  text = run_program(fullfile(fileparts(mfilename('fullpath')), 'print_defaults.c'), 'shared');
  lines = regexp(strtrim(text), '\n', 'split');
  [~, names, defaults] = nsd_option_table();
  seen = {'Method'};
  for k = 1:numel(lines)
    words = regexp(lines{k}, ' ', 'split');
    [method, name, value] = words{:};
    options = defaults;
    options.Method = method;
    options = nsd_newmark_parameters(options);
    if ~ischar(options.(name)), value = str2double(value); end
    assertEqual(value, options.(name), lines{k});
    seen{end + 1} = name; %#ok<AGROW>
  end
% what the C library has otherwise, or not at all: its own arguments, automatic values, the host's
  others = {'Step', 'OutputEvery', 'Alpha', 'SpectralRadius', 'MaxStep', 'Refine', 'Attraction', ...
            'Relation', 'Events', 'Sensitivity', 'Start', 'Compile', 'OutputFcn', 'OutputSel', ...
            'KeepContacts', 'Progress', 'OnError', 'Controller', 'Sample', 'Input', 'Order'};
  assertEqual(setdiff(names, [seen, others]), cell(1, 0));
end

function test_the_page_shows_what_its_programs_print()
  page = fileread(toolbox_folder('..', 'doc', 'user', 'c-library.md'));
  blocks = regexp(page, '```(c?)\n(.*?)```', 'tokens');
  code = blocks{strcmp(cellfun(@(b) b{1}, blocks, 'UniformOutput', false), 'c')}{2};
  assertEqual(blocks{2}{2}, run_example('ball', 'shared'));
  program = fullfile(installed(), 'solver.c');
  file = fopen(program, 'w');
  fprintf(file, '#include <stdio.h>\n#include <nsd/nsd.h>\nint main(void)\n{\n%s', code);
  fprintf(file, 'printf("%%d %%.15g %%.15g", status, z[0], z[1]);\nreturn 0;\n}\n');
  fclose(file);
  assertEqual(run_program(program, 'shared'), '0 2.5 0');
end

function test_only_names_of_nsd_are_exported()
  shared = fullfile(installed(), 'lib', 'libnsd.so');
  names = regexp(strtrim(shell(['nm -D --defined-only ' shared])), '\n', 'split');
  assertTrue(numel(names) > 100);
  own = ~cellfun(@isempty, regexp(names, ' [A-Z] nsd_\w+$', 'once'));
  assertTrue(all(own), strjoin(names(~own), ', '));
  assertTrue(~isempty(strfind(shell(['readelf -d ' shared]), 'libnsd.so.')));   % the soname
end

function test_a_staged_installation_is_where_it_should_be_and_goes_away()
  stage = tempname();
  remove = onCleanup(@() shell(['rm -rf ' stage]));
  make(['install PREFIX=/usr DESTDIR=' stage]);
  file = fileread(fullfile(stage, 'usr', 'lib', 'pkgconfig', 'nsd.pc'));
  assertTrue(~isempty(regexp(file, '^prefix=/usr\n', 'once')));
  assertEqual(exist(fullfile(stage, 'usr', 'include', 'nsd', 'nsd.h'), 'file'), 2);
  make(['uninstall PREFIX=/usr DESTDIR=' stage]);
  assertEqual(strtrim(shell(['find ' stage ' -not -type d'])), '');
end

function ways = ways_to_compile()
  ways = {'shared', 'static', 'c++'};
end

function text = run_example(name, way)
  text = run_program(fullfile(root(), 'examples', 'c', [name '.c']), way);
end

function text = run_program(source, way)
% compiled with what pkg-config says and nothing else
  prefix = installed();
  compile = struct('shared', 'cc -std=c99', 'static', 'cc -std=c99', 'c__', 'c++ -x c++');
  libraries = fullfile(prefix, 'lib');
  if strcmp(way, 'static'), libraries = fullfile(prefix, 'only_static'); end
  [~, name] = fileparts(source);
  program = fullfile(prefix, [name '_' strrep(way, '+', 'p')]);
  flags = sprintf(['PKG_CONFIG_PATH=%s pkg-config --cflags --libs %s ' ...
                   '--define-variable=libdir=%s nsd'], fullfile(prefix, 'lib', 'pkgconfig'), ...
                  static_flag(way), libraries);
  shell(sprintf('%s -Wall -pedantic -Werror %s -x none $(%s) -o %s', ...
                compile.(strrep(way, '+', '_')), source, flags, program));
  text = shell(sprintf('LD_LIBRARY_PATH=%s %s', libraries, program));
end

function flag = static_flag(way)
  flag = '';
  if strcmp(way, 'static'), flag = '--static'; end
end

function prefix = installed()
% the library in build/, installed once for all tests of this file; only_static has no shared one
  persistent folder
  tools = {'make', 'pkg-config', 'cc', 'c++', 'nm', 'readelf'};
  for k = 1:numel(tools)
    if system(['command -v ' tools{k} ' >/dev/null']) ~= 0
      moxunit_throw_test_skipped_exception([tools{k} ' is not installed']);
    end
  end
  if isempty(folder)
    folder = fullfile(root(), 'build', 'installed');
    shell(['rm -rf ' folder]);
    make(['install PREFIX=' folder]);
    shell(sprintf('mkdir %s/only_static && cp %s/lib/libnsd.a %s/only_static', folder, folder, ...
                  folder));
  end
  prefix = folder;
end

function make(what)
% not as a part of the make that runs the tests
  shell(sprintf('env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -C %s %s', root(), what));
end

function folder = root()
  folder = fileparts(toolbox_folder());
end

function text = shell(command)
  [status, text] = system([command ' 2>&1']);
  assertEqual(status, 0, sprintf('%s\n%s', command, text));
end

function x = numbers_of(text)
  x = cellfun(@str2double, regexp(text, '-?\d+\.\d+', 'match'));
end
