function nsd_run_compiler(compiler, command, file)
%NSD_RUN_COMPILER  Let a COMMAND of the COMPILER write a FILE, or raise what the compiler said.
  [status, output] = run(command);
  if compiler.msvc, cellfun(@(e) nsd_remove_file([file e]), {'.obj', '.lib', '.exp'}); end
  if status == 0 && nsd_file_size(file) > 0, return; end
  if ~isempty(regexp(output, 'not found|not recognized', 'once'))
    error('nsd:compile:noCompiler', 'the C compiler %s cannot be run: %s', compiler.run, output);
  end
  error('nsd:compile:failed', 'compiling failed: %s\n%s', command, output);
end

function [status, output] = run(command)
% As [status, output] = system(command), both outputs joined, but Ctrl-C ends it. system waits for
% the command, however long it takes: in Octave the command runs beside, and is ended when this
% function is left before it.
  if ~exist('OCTAVE_VERSION', 'builtin') || ispc()
    [status, output] = system([command ' 2>&1']);
    return
  end
  [folder, remove] = nsd_own_folder(); %#ok<ASGLU>
  said = fullfile(folder, 'said');
  process = system(sprintf('exec %s >%s 2>&1', command, nsd_shell_word(said)), false, 'async');
  running = onCleanup(@() stop(process));
  ended = 0;
  while ended == 0
    [ended, code] = waitpid(process, WNOHANG());
    if ended == 0, pause(0.005); end
  end
  status = 1;
  if ended == process && WIFEXITED(code), status = WEXITSTATUS(code); end
  clear running
  output = nsd_read_text(said);
end

function stop(process)
% does nothing to a command that has ended: nobody else can have its number before waitpid returned
  [ended, ~] = waitpid(process, WNOHANG());
  if ended == 0
    kill(process, 15);
    waitpid(process);
  end
end
