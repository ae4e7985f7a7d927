function f = nsd_call_force(handle, t, n)
%NSD_CALL_FORCE  The user's F(t), checked; errors of F are raised again with the time.
  try
    f = handle(t);
  catch err
    nsd_raise_in(err, 'force', t);
  end
  if isnumeric(f) && numel(f) == n && ~isreal(f)
    error('nsd:simulate:forceNotFinite', 'F(t) is complex [force at t = %g]', t);
  elseif ~isnumeric(f) || numel(f) ~= n
    error('nsd:simulate:forceSize', ...
          'F(t) must be a real %d-by-1 vector, not %s %s [force at t = %g]', n, ...
          nsd_size_text(f), class(f), t);
  end
  f = double(full(f(:)));
  if ~all(isfinite(f))
    error('nsd:simulate:forceNotFinite', 'F(t) is NaN or Inf [force at t = %g]', t);
  end
end
