function sys = nsd_trace_system(sys, at, compile)
%NSD_TRACE_SYSTEM  The system with its functions recorded (sys.Tapes), as option Compile says.
%   AT has t, q, v of the start. Functions that SYS has recorded already, or that an earlier run
%   has recorded (nsd_kept_tapes), are not recorded again.
  if strcmp(compile, 'off')
    sys = sys.withTapes([]);
    return
  end
  n = numel(at.q);
  if isempty(sys.Tapes) || sys.Tapes.n ~= n
    made = nsd_kept_tapes(sys, n);
    if isempty(made)
      [tapes, report] = nsd_tapes(sys, at);
      made = struct('tapes', tapes, 'report', report, 'n', n, 'library', '');
      nsd_kept_tapes(sys, n, made);
    end
    sys = sys.withTapes(made);
  end
  for line = sys.Tapes.report
    if strcmp(compile, 'on') && ~line.compiled
      error('nsd:compile:notTraceable', '%s cannot be compiled: %s', line.name, line.hint);
    elseif line.wrong
      nsd_warn('nsd:compile:mismatch', '%s stays in the interpreter: %s', line.name, line.hint);
    end
  end
end
