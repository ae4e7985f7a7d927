function nsd_refuse_friction(sys, method)
%NSD_REFUSE_FRICTION  Methods that state no friction law must not run without it in silence.
  if strcmp(sys.Kind, 'firstOrder'), return; end
  [~, rough] = nsd_surfaces(sys);
  able = {'moreau', 'moreau-dissipative'};
  if rough && ~any(strcmp(method, able))
    error('nsd:simulate:frictionMethod', ['Method ''%s'' has no friction law; contacts with ' ...
          'Friction take ''moreau''%s'], method, ...
          repmat(' or ''moreau-dissipative'' (linear systems)', strcmp(sys.Kind, 'linear')));
  end
end
