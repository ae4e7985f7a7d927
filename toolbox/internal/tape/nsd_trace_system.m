function sys = nsd_trace_system(sys, at, compile)
%NSD_TRACE_SYSTEM  The system with its functions recorded (sys.Tapes), as option Compile says.
%   AT has t, q, v of the start. Recorded functions that the system carries already are kept.
  if strcmp(compile, 'off')
    sys = sys.withTapes([]);
    return
  end
  if isempty(sys.Tapes) || sys.Tapes.n ~= numel(at.q)
    [tapes, report] = nsd_tapes(sys, at);
    sys = sys.withTapes(struct('tapes', tapes, 'report', report, 'n', numel(at.q), ...
                               'library', ''));
  end
  for line = sys.Tapes.report
    if strcmp(compile, 'on') && ~line.compiled
      error('nsd:compile:notTraceable', '%s cannot be compiled: %s', line.name, line.hint);
    elseif line.wrong
      warning('nsd:compile:mismatch', '%s is not compiled: %s', line.name, line.hint);
    end
  end
end
