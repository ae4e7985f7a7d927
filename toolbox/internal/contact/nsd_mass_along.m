function m = nsd_mass_along(M, T)
%NSD_MASS_ALONG  Mass that moves along T; 1 where it is not known.
%   With it the velocities of a stop (FC.11) and T'v are of one size.
  m = 1;
  if isnumeric(M) && isnumeric(T), m = 1/full(max(diag(T'*(M\T)))); end
  if ~(m > 0 && isfinite(m)), m = 1; end
end
