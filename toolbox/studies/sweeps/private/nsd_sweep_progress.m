function line = nsd_sweep_progress(line, done)
%NSD_SWEEP_PROGRESS  A progress line for runs that the interpreter makes.
%   line = NSD_SWEEP_PROGRESS(mode, N) begins, line = NSD_SWEEP_PROGRESS(line, k) tells that k of N
%   are done, NSD_SWEEP_PROGRESS(line, []) wipes it.
  if ischar(line)
    line = struct('mode', line, 'N', done, 'begun', tic(), 'shown', -Inf);
    return
  end
  now = toc(line.begun);
  if isempty(done)
    if line.shown >= 0, fprintf('\r%60s\r', ''); end
    return
  end
  due = strcmp(line.mode, 'on') || (strcmp(line.mode, 'auto') && now > 1 && nsd_watched());
  if due && now - line.shown > 0.2
    fprintf('\r  %d of %d runs, %.0f s left   ', done, line.N, now*(line.N - done)/done);
    line.shown = now;
  end
end
