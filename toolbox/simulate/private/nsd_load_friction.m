function [sys, q0, v0, run, options] = nsd_load_friction(sys, q0, v0, run, options)
%NSD_LOAD_FRICTION  A system with friction of given limit as it is run: see NsdSystem.loaded.
%   Functions of the user, OutputFcn and Events, do not see the coordinates that are added.
  n = numel(q0);
  [sys, k] = sys.loaded(run.t0, q0, v0);
  [q0, v0] = deal([q0(:); zeros(k, 1)], [v0(:); zeros(k, 1)]);
  run.model = {};
  places = [1:n, n + k + (1:n)];
  options.OutputSel = places(nsd_or(options.OutputSel, 1:2*n));
  f = options.Events;
  if isempty(f), return; end
  if abs(nargin(f)) == 2
    options.Events = @(t, y) f(t, y(places));
  else
    options.Events = @(t, q, v) f(t, q(1:n), v(1:n));
  end
end
