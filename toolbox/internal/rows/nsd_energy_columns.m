function E = nsd_energy_columns(sys, q, v, works)
%NSD_ENERGY_COLUMNS  sol.energy from the columns of the ledger.
%   A column that was not stored is zero, or follows from the rows: the energies, and the work of a
%   constant force.
  none = zeros(size(q, 1), 1);
  kinetic = works.kinetic;
  if isempty(kinetic), kinetic = full(sum((v*sys.Mass).*v, 2))/2; end
  potential = works.potential;
  if isempty(potential)
    potential = none;
    if ~isempty(sys.Stiffness), potential = full(sum((q*sys.Stiffness).*q, 2))/2; end
  end
  external = nsd_or(works.external, none);
  if isempty(works.external) && ~isempty(q)
    external = bsxfun(@minus, q, q(1, :))*sys.Force.constant;
  end
  E = struct('kinetic', kinetic, 'potential', potential, 'total', kinetic + potential, ...
             'external', external);
  for name = nsd_work_table()
    if ~isfield(E, name{1}), E.(name{1}) = nsd_or(works.(name{1}), none); end
  end
  E.algorithmic = nsd_or(works.algorithmic, E.total);
end
