function E = nsd_energy_columns(sys, q, v, works)
%NSD_ENERGY_COLUMNS  The ledger as a struct of columns (NsdSolution.energy).
%   works: kinetic, potential, external, damping, impact, friction, joint, numerical,
%   algorithmic; an empty one is zero, except those that follow from the rows: the energies,
%   and the work of a constant force.
  none = zeros(size(q, 1), 1);
  kinetic = works{1};
  if isempty(kinetic), kinetic = full(sum((v*sys.Mass).*v, 2))/2; end
  potential = works{2};
  if isempty(potential)
    potential = none;
    if ~isempty(sys.Stiffness), potential = full(sum((q*sys.Stiffness).*q, 2))/2; end
  end
  external = works{3};
  if isempty(external), external = bsxfun(@minus, q, q(1, :))*sys.Force.constant; end
  total = kinetic + potential;
  E = struct('kinetic', kinetic, 'potential', potential, 'total', total, ...
             'external', external, 'damping', nsd_or(works{4}, none), ...
             'impact', nsd_or(works{5}, none), 'friction', nsd_or(works{6}, none), ...
             'joint', nsd_or(works{7}, none), 'numerical', nsd_or(works{8}, none), ...
             'algorithmic', nsd_or(works{9}, total));
end
