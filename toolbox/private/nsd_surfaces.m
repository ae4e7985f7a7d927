function [groups, rough] = nsd_surfaces(sys)
%NSD_SURFACES  The contact calls of a mechanical system, and whether any of them has friction.
  groups = sys.Surfaces;
  if strcmp(sys.Kind, 'lagrangian'), groups = sys.Gaps; end
  rough = any(cellfun(@(r) ~isempty(r.surface.tangent) || ~isempty(r.surface.rollingTangent) ...
                           || ~isempty(r.surface.spinningTangent) ...
                           || ~isempty(r.surface.cohesion), groups));
end
