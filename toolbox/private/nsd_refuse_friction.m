function nsd_refuse_friction(sys, options)
%NSD_REFUSE_FRICTION  Methods that state no friction law must not run without it in silence.
  if ~sys.Rough, return; end
  able = {'moreau', 'newmark', 'hht', 'genalpha'};
  if strcmp(sys.Kind, 'linear')
    able = {'moreau', 'moreau-dissipative', 'newmark', 'hht', 'genalpha'};
  end
  if ~any(strcmp(options.Method, able))
    error('nsd:simulate:frictionMethod', ['Method ''%s'' has no friction law for %s systems; ' ...
          'contacts with Friction take %s'], options.Method, sys.Kind, strjoin(able, ', '));
  end
end
