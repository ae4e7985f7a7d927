function nsd_compile_error(compiler, command, output)
%NSD_COMPILE_ERROR  Raise what a C compiler said: there is none, or the source is wrong.
  if ~isempty(regexp(output, 'not found|not recognized', 'once'))
    error('nsd:compile:noCompiler', 'the C compiler %s cannot be run: %s', compiler, output);
  end
  error('nsd:compile:failed', 'compiling failed: %s\n%s', command, output);
end
