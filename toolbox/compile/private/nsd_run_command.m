function [status, output] = nsd_run_command(command)
%NSD_RUN_COMMAND  As [status, output] = system(command), both outputs joined, but Ctrl-C ends it.
%   system waits for the command, however long it takes: in Octave the command runs beside, and is
%   ended when this function is left before it.
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
  output = char(nsd_read_bytes(said));
end

function stop(process)
% does nothing to a command that has ended: nobody else can have its number before waitpid returned
  [ended, ~] = waitpid(process, WNOHANG());
  if ended == 0
    kill(process, 15);
    waitpid(process);
  end
end
