function command = nsd_compile_command(what, compiler, source, target, more)
%NSD_COMPILE_COMMAND  The command of a C compiler, for system(): compiler.run, compiler.msvc.
%   WHAT 'library' makes TARGET, a shared library, from SOURCE; MORE is the language of the source
%   for the option -x of GCC and Clang, 'c' or 'cpp-output'. WHAT 'preprocess' writes SOURCE with
%   its headers to TARGET; MORE is a folder of headers. compiler.msvc: Microsoft's (not run).
  [source, target] = deal(nsd_shell_word(source), nsd_shell_word(target));
  switch [what, repmat(' msvc', 1, compiler.msvc)]
    case 'library'
      words = ['-O2 -std=c99 -fPIC -shared -ffp-contract=off -x ' more ' ' source ...
               ' -x none -lm -o ' target];
    case 'library msvc'
      words = ['/nologo /O2 /fp:precise /LD /TC ' source ' /Fe:' target ' /Fo:' target '.obj'];
    case 'preprocess'
      words = ['-std=c99 -fPIC -E -I' nsd_shell_word(more) ' ' source ' -o ' target];
    case 'preprocess msvc'
      words = ['/nologo /P /TC /I ' nsd_shell_word(more) ' ' source ' /Fi:' target];
  end
  command = [compiler.run ' ' words];
end
