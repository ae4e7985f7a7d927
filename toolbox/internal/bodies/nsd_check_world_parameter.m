function value = nsd_check_world_parameter(name, value)
%NSD_CHECK_WORLD_PARAMETER  The VALUE of the parameter NAME of a world of bodies, or an error.
  names = {'friction', 'restitution', 'mass', 'gravity'};
  if ~any(strcmp(name, names))
    [~, ~, hint] = nsd_nearest_names(name, names);
    error('nsd:bodies:unknownParameter', 'a world has no parameter %s; it has: %s%s', name, ...
          strjoin(names, ', '), hint);
  end
  rule = 'not negative';
  if strcmp(name, 'mass'), rule = 'positive'; end
  value = nsd_check_number(value, rule, name, 'nsd:bodies:badParameter');
  if strcmp(name, 'restitution') && value > 1
    error('nsd:bodies:badParameter', 'restitution must lie in [0,1]');
  end
end
