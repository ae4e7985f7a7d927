function keep = nsd_keep_energy(varargin)
%NSD_KEEP_ENERGY  Which energies a run stores, as the gateways take it (mex/host/mex_run.h).
%   KEEP = NSD_KEEP_ENERGY('kinetic', true, 'impact', false, ...): energies that are not named are
%   not stored.
  place = nsd_energy_places();
  keep = zeros(1, numel(fieldnames(place)));
  for k = 1:2:nargin
    keep(place.(varargin{k})) = varargin{k+1};
  end
end
