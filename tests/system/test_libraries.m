function test_suite = test_libraries()
%TEST_LIBRARIES  Compiled libraries: named by content, whole or not there, names are no commands.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_names_of_folders_and_files_are_not_commands()
  % the names went into a command between double quotes, in which $(...) and `...` are run
  [folder, clean] = new_folder(); %#ok<ASGLU>
  cd(folder);
  sys = NsdSystem.lagrangian(1, @(t,q,v) -7*sin(q)).start(1, 0);
  names = {'a$(touch marker)b', '`touch marker`', 'a" ; touch marker ; "', ...
           'a''; touch marker; ''', 'a; touch marker', ...
           '$HOME', 'two words', sprintf('two\nlines'), '[a]*?', '-o', 'a\b'};
  for k = 1:numel(names)
    [~, info] = nsd_compile(sys, 'Folder', names{k});
    assertEqual(info.force(0, 1, 0), -7*sin(1), names{k});
    inside = fullfile(folder, names{k});
    assertTrue(strncmp(info.file, inside, numel(inside)), info.file);
    write_text(fullfile(inside, ['mine ' names{k} '.h']), '#define STIFFNESS 3.0');
    file = fullfile(inside, ['mine ' names{k} '.c']);
    if any(names{k} == sprintf('\n') | names{k} == '"'), continue; end      % not in an #include
    write_text(file, plugin(sprintf('"mine %s.h"', names{k}), '-STIFFNESS*q[0]'));
    compiled = nsd_compile(file, 'Folder', inside);
    assertEqual(compiled.Force.handle(0, 2, 0), -6);
  end
  assertEqual(exist(fullfile(folder, 'marker'), 'file'), 0);
end

function test_an_edited_plugin_is_not_its_old_self()
  % the sum over letters and places was the same for -12q-21v and -21q-12v, and the old library
  % stayed: q(1) was 0.572, right is 0.152
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'plug.c');
  forces = {'-12.0*q[0]-21.0*v[0]', '-21.0*q[0]-12.0*v[0]', '-12.0*q[0]-21.0*v[0]'};
  for k = 1:3
    write_text(file, plugin('"nsd_plugin.h"', forces{k}));
    sys = nsd_compile(file, 'Folder', folder);
    q = 1; v = 2; %#ok<NASGU>
    assertEqual(sys.Force.handle(0, 1, 2), eval(strrep(forces{k}, '[0]', '')));
  end
end

function test_a_header_belongs_to_the_content_of_a_plugin()
  % G in a header changed from 9.81 to 1.62, and the old library ran; so for headers inside headers
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'plug.c');
  write_text(file, plugin('"my.h"', '-G'));
  write_text(fullfile(folder, 'my.h'), '#include "inner.h"');
  for G = [9.81 1.62 9.81]
    write_text(fullfile(folder, 'inner.h'), sprintf('#define G %g', G));
    sys = nsd_compile(file, 'Folder', folder);
    assertEqual(sys.Force.handle(0, 1, 0), -G);
  end
end

function test_errors_name_the_file_and_the_line_of_the_user()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'plug.c');
  write_text(file, plugin('"nsd_plugin.h"', '-G'));
  message = message_of(@() nsd_compile(file, 'Folder', folder));
  assertTrue(~isempty(strfind(message, 'plug.c:5')), message);
  write_text(file, plugin('"absent.h"', '0'));
  assertExceptionThrown(@() nsd_compile(file, 'Folder', folder), 'nsd:compile:failed');
end

function test_a_damaged_library_is_not_loaded()
  % a library cut short can be opened and ends the process when its missing part is read
  [folder, clean] = new_folder(); %#ok<ASGLU>
  sys = NsdSystem.lagrangian(1, @(t,q,v) -8*sin(q)).start(1, 0);
  [~, info] = nsd_compile(sys, 'Folder', folder);
  bytes = nsd_read_bytes(info.file);
  nsd_write_file(info.file, bytes(1:4096));
  out = octave_child(sprintf(['addpath(''%s''); nsd_setup();' ...
                              'sys = NsdSystem.lagrangian(1, @(t,q,v) -8*sin(q)).start(1, 0);' ...
                              '[~, info] = nsd_compile(sys, ''Folder'', ''%s'');' ...
                              'printf(''[%%g]'', info.force(0, 1, 0));'], toolbox_folder(), ...
                             folder));
  assertTrue(~isempty(strfind(out, sprintf('[%g]', -8*sin(1)))), out);
  assertEqual(nsd_read_bytes(info.file), bytes);
end

function test_a_full_disk_leaves_no_library()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  code = sprintf(['addpath(''%s''); nsd_setup();' ...
                  'sys = NsdSystem.lagrangian(1, @(t,q,v) -9*sin(q)).start(1, 0);' ...
                  'try, nsd_compile(sys, ''Folder'', ''%s'');' ...
                  'catch e, printf(''[%%s]'', e.identifier(1:4)); end'], toolbox_folder(), folder);
  for blocks = [0 1 16]
    out = octave_child(code, sprintf('ulimit -f %d;', blocks));
    assertTrue(~isempty(strfind(out, '[nsd:]')), out);
    listing = dir(folder);
    assertTrue(all([listing.isdir]), sprintf('%s ', listing.name));
  end
  [~, info] = nsd_compile(NsdSystem.lagrangian(1, @(t,q,v) -9*sin(q)).start(1, 0), ...
                          'Folder', folder);
  assertEqual(info.force(0, 1, 0), -9*sin(1));
end

function test_options_of_another_kind_are_refused()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -q).start(1, 0);
  for bad = {{'Folder', 42}, {'Folder', ['ab'; 'cd']}, {'Parameters', 5}, {'Start', 7}}
    assertExceptionThrown(@() nsd_compile(sys, bad{1}{:}), 'nsd:compile:badArgument');
  end
end

function test_hashes_are_those_of_the_standard()
  bytes = uint8(mod(1:1000, 251));
  assertEqual(nsd_kernel('hash', uint8('abc')), ...
              'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  if exist('OCTAVE_VERSION', 'builtin')
    assertEqual(nsd_kernel('hash', bytes), hash('sha256', char(bytes)));
  end
  assertExceptionThrown(@() nsd_kernel('hash', 1:3), 'nsd:mex:badCall');
end

function text = plugin(header, force)
  text = sprintf(['#include "nsd_plugin.h"\n#include %s\nNSD_SYSTEM(1, 0, 0, "")\n' ...
                  'NSD_MASS(q, p, M) { M[0] = 1.0; }\n' ...
                  'NSD_FORCE(t, q, v, p, F) { F[0] = %s; }\n'], header, force);
end

function write_text(file, text)
  nsd_write_file(file, sprintf('%s\n', text));
end
