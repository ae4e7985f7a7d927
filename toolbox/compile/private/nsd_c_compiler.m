function compiler = nsd_c_compiler()
%NSD_C_COMPILER  The host's C compiler: run, its command as words for a shell, and msvc.
  if exist('OCTAVE_VERSION', 'builtin')
    compiler = struct('run', strtrim(mkoctfile('-p', 'CC')), 'msvc', false);
  else
    compiler = of_matlab(mex.getCompilerConfigurations('C', 'Selected'));     % not run
  end
  if isempty(compiler.run)
    error('nsd:compile:noCompiler', ['no C compiler is known: install one, or run without ' ...
          'nsd_compile']);
  end
end

function compiler = of_matlab(found)
% Microsoft's compiler needs the variables of its environment, MinGW's name begins with one
  compiler = struct('run', '', 'msvc', false);
  if isempty(found), return; end
  name = strrep(found(1).Details.CompilerExecutable, '$MINGWROOT', found(1).Location);
  compiler.run = nsd_shell_word(name);
  compiler.msvc = strncmpi(found(1).Manufacturer, 'Microsoft', 9);
  if compiler.msvc
    lines = strtrim(strsplit(found(1).Details.SetEnv, sprintf('\n')));
    lines = lines(~cellfun('isempty', lines));
    compiler.run = strjoin([lines, {compiler.run}], ' && ');
  end
end
