function nsd_show_system(sys)
%NSD_SHOW_SYSTEM  What disp(sys) prints.
  name = nsd_or(sys.Name, 'system');
  if isempty(sys.Force)
    fprintf('  empty NsdSystem: make one with NsdSystem.linear, lagrangian, firstOrder\n');
    return
  end
  if ~isempty(sys.FirstOrder)
    fprintf('  %s: first-order, %s, %s: %s\n', name, nsd_count_text(sys.Coordinates, 'state'), ...
            nsd_count_text(sys.FirstOrder.m, 'relation'), ...
            strjoin(unique(sys.FirstOrder.laws)', ', '));
    return
  end
  fprintf('  %s: %s, %s, %s, %s, force %s\n', name, sys.Kind, ...
          nsd_count_text(sys.Coordinates, 'coordinate'), ...
          nsd_count_text(sys.Contacts, 'contact'), nsd_count_text(sys.Joints, 'joint'), ...
          sys.Force.kind);
  if ~isempty(fieldnames(sys.Parameters))
    fprintf('  parameters: %s\n', parameter_text(sys.Parameters));
  end
  if strcmp(sys.Kind, 'lagrangian') && isempty(sys.Builtin), show_recorded(sys); end
  if ~isempty(sys.InitialPosition)
    fprintf('  carries an initial state: nsd_simulate(sys, [t0 t1]) runs\n');
  end
end

function show_recorded(sys)
% which functions run in C, and why the others are called back
  if isempty(sys.Tapes)
    n = sys.Coordinates;
    if isnan(n), return; end
    at = struct('t', 0, 'q', nsd_or(sys.InitialPosition, zeros(n, 1)), ...
                'v', nsd_or(sys.InitialVelocity, zeros(n, 1)));
    try                  % a function may fail at this state: a run will say so
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

function text = parameter_text(p)
% 'omega = 2.6, k = 5' for a struct of parameters
  pairs = [fieldnames(p), struct2cell(p)]';
  text = strrep(strtrim(sprintf('%s = %g; ', pairs{:})), ';', ',');
  text = text(1:end-1);
end
