function nsd_refuse_friction(sys, options)
%NSD_REFUSE_FRICTION  Methods that state no friction law must not run without it in silence.
  if ~sys.Rough, return; end
  groups = nsd_surfaces(sys);
  able = {'moreau', 'newmark', 'hht', 'genalpha'};
  if strcmp(sys.Kind, 'linear')
    able = {'moreau', 'moreau-dissipative', 'newmark', 'hht', 'genalpha'};
  end
  family = any(strcmp(options.Method, {'newmark', 'hht', 'genalpha'}));
  if ~any(strcmp(options.Method, able))
    error('nsd:simulate:frictionMethod', ['Method ''%s'' has no friction law for %s systems; ' ...
          'contacts with Friction take %s'], options.Method, sys.Kind, strjoin(able, ', '));
  elseif family && any(cellfun(@(r) ~isempty(r.surface.cohesion), groups))
    error('nsd:simulate:frictionMethod', 'Cohesion takes ''moreau'' or ''moreau-dissipative''');
  end
end
