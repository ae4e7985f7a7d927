function pid = start_child(work)
%START_CHILD  Process id of a child that calls WORK() and ends; Octave only.
  fflush(stdout);
  pid = fork();
  if pid == 0
    try
      crash_dumps_octave_core(false);
      work();
    catch err
      fprintf('the fuzzer itself fails: %s (%s:%d)\n', err.message, err.stack(1).name, ...
              err.stack(1).line);
      fflush(stdout);
    end
    kill(getpid(), SIG().KILL);      % leaves without the cleaning up that belongs to the parent
  end
end
