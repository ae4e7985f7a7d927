function test_suite = test_matlab_flags()
%TEST_MATLAB_FLAGS  What nsd_setup and nsd_compile say to the compilers of MATLAB, system by system.
%   MATLAB does not run here. That these flags lead to a file that links is shown by
%   check_matlab_link and check_windows of tests/check.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_system_links_the_library_of_interrupts()
  % without -lut the link fails on utIsInterruptPending, everywhere
  for place = {'linux', 'mac', 'windows'}
    [compile, ~, libraries] = nsd_mex_flags(place{1}, false, true);
    assertTrue(all(ismember({'-lmwlapack', '-lmwblas', '-lut'}, libraries)), place{1});
    assertTrue(all(ismember({'-R2018a', '-DNSD_MATLAB', '-DNSD_LAPACK_64'}, compile)), place{1});
    assertTrue(has(compile, '-ffp-contract=off'), place{1});
  end
end

function test_names_of_lapack_have_no_underscore_on_windows_alone()
  for msvc = [false true]
    assertTrue(has(nsd_mex_flags('windows', msvc, false), '-DNSD_LAPACK_PLAIN_NAMES'));
  end
  assertFalse(has(nsd_mex_flags('linux', false, false), 'PLAIN_NAMES'));
  assertFalse(has(nsd_mex_flags('mac', false, false), 'PLAIN_NAMES'));
end

function test_threads_where_the_compiler_has_them()
  for place = {'linux', 'windows'}
    [compile, link] = nsd_mex_flags(place{1}, false, true);
    assertTrue(has(compile, ' -fopenmp') && has(link, ' -fopenmp'), place{1});
  end
  [compile, link] = nsd_mex_flags('mac', false, true);
  assertTrue(has(compile, '-Xpreprocessor -fopenmp') && has(link, '-lomp'));
  [compile, link] = nsd_mex_flags('mac', false, false);
  assertFalse(has([compile, link], 'omp'));
end

function test_microsofts_compiler_gets_no_flags_of_gcc()
  [compile, link] = nsd_mex_flags('windows', true, true);
  assertFalse(has([compile, link], ' -'));
  assertFalse(has([compile, link], 'openmp'));
  assertTrue(has(compile, '/fp:precise'));
end

function test_commands_of_nsd_compile()
  gcc = struct('run', 'gcc', 'msvc', false);
  text = nsd_compile_command('library', gcc, 'a b.c', 'x.so', 'c');
  assertTrue(strncmp(text, 'gcc -O2 ', 8) && has({text}, '-ffp-contract=off'));
  assertTrue(has({text}, nsd_shell_word('a b.c')));
  cl = struct('run', 'cl', 'msvc', true);
  text = nsd_compile_command('library', cl, 'a.c', 'x.dll', 'cpp-output');
  assertTrue(has({text}, '/LD') && has({text}, '/fp:precise') && ~has({text}, ' -'));
  text = nsd_compile_command('preprocess', cl, 'a.c', 'a.i', 'include');
  assertTrue(has({text}, '/P') && ~has({text}, ' -'));
end

function yes = has(words, text)
  yes = any(~cellfun('isempty', strfind(words, text)));
end
