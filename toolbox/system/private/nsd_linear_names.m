function own = nsd_linear_names(given, caller)
%NSD_LINEAR_NAMES  The names of the numbers that linear systems have of their own.
%   NSD_LINEAR_NAMES(GIVEN, CALLER) raises nsd:system:badName where GIVEN, a cell of names that the
%   user gave to parameters, or [], has one of them.
  own = {'mass', 'damping', 'stiffness', 'amplitude', 'omega', 'phase', 'constant', 'offset', ...
         'restitution', 'friction', 'limit'};
  if nargin < 1, return; end
  for name = given
    if ischar(name{1}) && any(strcmp(name{1}, own))
      error('nsd:system:badName', ['%s: %s is a number that every linear system has; give the ' ...
            'parameter another name, as %s1'], caller, name{1}, name{1});
    end
  end
end
