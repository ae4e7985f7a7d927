function rough = nsd_is_rough(surface)
%NSD_IS_ROUGH  Whether a contact call has friction, rolling, spinning or cohesion.
  rough = ~isempty(surface.tangent) || ~isempty(surface.rollingTangent) ...
          || ~isempty(surface.spinningTangent) || ~isempty(surface.cohesion);
end
