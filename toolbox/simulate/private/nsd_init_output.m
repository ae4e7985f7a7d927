function options = nsd_init_output(sys, tspan, q0, v0, options)
%NSD_INIT_OUTPUT  OutputFcn's first call, f(tspan, y0, 'init'), and OutputSel filled in.
  y = q0;
  if nsd_kind(sys).mechanical, y = [q0; v0]; end
  options.OutputSel = nsd_or(options.OutputSel, 1:numel(y));
  if any(options.OutputSel > numel(y))
    error('nsd:options:badValue', 'OutputSel goes to %d, but y has %d entries', ...
          max(options.OutputSel), numel(y));
  end
  options.OutputFcn(tspan, y(options.OutputSel), 'init');
end
