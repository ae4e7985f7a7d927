function compiler = nsd_c_compiler()
%NSD_C_COMPILER  The command of the host's C compiler, words for a shell.
  if exist('OCTAVE_VERSION', 'builtin')
    compiler = strtrim(mkoctfile('-p', 'CC'));
  else
    found = mex.getCompilerConfigurations('C', 'Selected');     % MATLAB: not run
    compiler = '';
    if ~isempty(found), compiler = nsd_shell_word(found(1).Details.CompilerExecutable); end
  end
  if isempty(compiler)
    error('nsd:compile:noCompiler', ['no C compiler is known: install one, or run without ' ...
          'nsd_compile']);
  end
end
