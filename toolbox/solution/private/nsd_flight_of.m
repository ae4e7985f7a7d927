function flight = nsd_flight_of(sys)
%NSD_FLIGHT_OF  What nsd_exact_flight needs of a system, as plain data; [] when there is no such.
  flight = [];
  if ~strcmp(sys.Kind, 'linear') || sys.Rough ...
      || ~any(strcmp(sys.Force.kind, {'none', 'constant', 'harmonic'}))
    return
  end
  for name = {'Mass', 'Damping', 'Stiffness', 'Force', 'ContactNormals', 'JointNormals'}
    flight.(name{1}) = sys.(name{1});
  end
end
