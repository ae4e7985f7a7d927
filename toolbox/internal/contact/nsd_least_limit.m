function least = nsd_least_limit(sys, p, t0, q0, v0)
%NSD_LEAST_LIMIT  What stands for a limit of zero in a run of SYS with the parameters P.
%   A stop that is not pressed at all might open (FC.11). Part of the forces at the start; 1e-12 of
%   them is enough for Method 'event' to hold the stop, 1e-16 is not.
  forces = nsd_probe(@() full(force_at(sys, p, t0, q0, v0)));
  for k = 1:numel(sys.Drags)
    limit = nsd_probe(@() nsd_limit_value(sys.Drags{k}.limit, t0, q0, v0, p));
    if isnumeric(limit), forces = [forces(:); limit(:)]; end      % else the run says so
  end
  largest = max(abs([0; forces(isfinite(forces))]));
  if largest == 0, largest = 1; end
  least = 1e-11*largest;
end

function f = force_at(sys, p, t, q, v)
  if strcmp(sys.Kind, 'linear')
    f = sys.force(t, q, v);
  elseif nargin(sys.Originals.force) == 4
    f = sys.Originals.force(t, q, v, p);
  else
    f = sys.Originals.force(t, q, v);
  end
end
