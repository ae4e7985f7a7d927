function [groups, rough] = nsd_surfaces(sys)
%NSD_SURFACES  The contact calls of a mechanical system, and whether any of them has friction,
%   rolling, spinning or cohesion.
  groups = sys.Surfaces;
  if strcmp(sys.Kind, 'lagrangian'), groups = sys.Gaps; end
  rough = sys.Rough;
end
