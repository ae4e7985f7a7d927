function nsd_refuse_friction(sys, options)
%NSD_REFUSE_FRICTION  Raise for contacts with friction and a method that has no friction law.
  if ~sys.Rough, return; end
  method = nsd_method_table(options.Method);
  kind = nsd_kind(sys);
  if method.ownSteps
    refuse_in_events(sys.Gaps, options);
  elseif strcmp(options.Method, 'paoli')
    error('nsd:simulate:frictionMethod', ['Method ''paoli'' has no friction: it states impacts ' ...
          'by positions two steps apart and spreads each over several steps, where Coulomb''s ' ...
          'law needs the sliding velocity of one; take ''moreau'', or ''newmark'' with ' ...
          '''GGL'', ''on'' if gaps are to close exactly']);
  elseif strcmp(method.friction, 'no') || ~any(strcmp(kind.name, method.systems))
    error('nsd:simulate:frictionMethod', ['Method ''%s'' has no friction law for %s; contacts ' ...
          'with Friction take %s'], options.Method, kind.title, ...
          strjoin(nsd_methods_of(kind.name, 'friction'), ', '));
  end
end

function refuse_in_events(groups, options)
% stick and slip are located for contacts in the plane whose friction has no memory
  for k = 1:numel(groups)
    r = groups{k}.surface;
    what = '';
    if ~isempty(r.rollingTangent) || ~isempty(r.spinningTangent)
      what = 'has no law for Rolling and Spinning';
    elseif ~isempty(r.cohesion)
      what = 'has no cohesion';
    elseif ~isempty(r.law) && strcmp(r.law.kind, 'rateState')
      what = 'takes Friction that depends on the speed alone, not nsd_rate_state';
    end
    if ~isempty(what)
      error('nsd:simulate:frictionMethod', ['Method ''event'' %s (contact call %d): take ' ...
            '''moreau'''], what, k);
    end
  end
  if strcmp(options.Sensitivity, 'on')
    error('nsd:simulate:frictionMethod', ['Sensitivity through stick and slip is not ' ...
          'available: leave it ''off'', or take a system without Friction']);
  end
end
