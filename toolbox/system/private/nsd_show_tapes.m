function nsd_show_tapes(sys)
%NSD_SHOW_TAPES  What disp(sys) says about functions that run in C.
  if isempty(sys.Tapes)
    n = sys.Coordinates;
    if isnan(n), return; end
    at = struct('t', 0, 'q', nsd_or(sys.InitialPosition, zeros(n, 1)), ...
                'v', nsd_or(sys.InitialVelocity, zeros(n, 1)));
    try                  % a function may not like this state: a run will say so
      [~, report] = nsd_tapes(sys.resolved(at.q, at.t), at);
    catch
      return
    end
  else
    report = sys.Tapes.report;
  end
  done = {report([report.compiled]).name};
  if ~isempty(done), fprintf('  runs in C: %s\n', strjoin(done, ', ')); end
  for line = report(~[report.compiled])
    fprintf('  calls back: %s; %s\n', line.name, line.hint);
  end
end
