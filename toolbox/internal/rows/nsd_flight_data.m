function flight = nsd_flight_data(sys)
%NSD_FLIGHT_DATA  What nsd_exact_flight needs of a linear system; [] where it has no exact formula.
%   Laws: a row [k n c d e] for each contact as in nsd_compliance_arrays, [] if all are rigid. With
%   friction, forces by functions, or laws other than Kelvin-Voigt's there is no formula.
  flight = [];
  if isa(sys, 'NsdBodies'), return; end
  laws = nsd_compliance_arrays(sys.Gaps);
  if ~isempty(laws) && any(any(laws(:, [2 4 5]) ~= repmat([1 0 0], size(laws, 1), 1)))
    return
  elseif ~sys.Rough && any(strcmp(sys.Force.kind, {'none', 'constant', 'harmonic'}))
    for name = {'Mass', 'Damping', 'Stiffness', 'Force', 'ContactNormals', 'ContactOffset', ...
                'JointNormals'}
      flight.(name{1}) = sys.(name{1});
    end
    flight.Laws = laws;
  end
end
