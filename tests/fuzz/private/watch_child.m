function hangs = watch_child(pid, folder)
%WATCH_CHILD  Waits for a child that writes the number of its case into the file `at` of FOLDER.
%   Ends it, with HANGS true, when `at` stays the same for a minute of processor time (others may
%   use the machine), or for ten minutes.
  [hangs, last, since, used] = deal(false, '', tic(), 0);
  while waitpid(pid, WNOHANG()) == 0
    pause(0.1);
    text = '';
    if exist(fullfile(folder, 'at'), 'file') == 2, text = fileread(fullfile(folder, 'at')); end
    if ~strcmp(text, last), [last, since, used] = deal(text, tic(), processor_seconds(pid)); end
    if processor_seconds(pid) - used > 60 || toc(since) > 600
      kill(pid, SIG().KILL);
      waitpid(pid);
      hangs = true;
      return
    end
  end
end

function seconds = processor_seconds(pid)
% of a process; 0 where the system does not say
  seconds = 0;
  file = sprintf('/proc/%d/stat', pid);
  if exist(file, 'file') ~= 2, return; end
  words = strsplit(regexprep(fileread(file), '^.*\) ', ''), ' ');
  seconds = (str2double(words{12}) + str2double(words{13}))/100;
end
