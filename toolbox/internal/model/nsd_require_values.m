function nsd_require_values(sys)
%NSD_REQUIRE_VALUES  Raise where a parameter that is a restitution, friction or limit has no value.
  for k = 1:numel(sys.Gaps)
    r = sys.Gaps{k};
    require(r.e, r.restitution, 'Restitution');
    require(r.surface.mu, r.surface.parameter, 'Friction');
  end
  for k = 1:numel(sys.Drags)
    require(sys.Drags{k}.limit, sys.Drags{k}.parameter, 'limit of friction');
  end
end

function require(value, name, what)
  if isnumeric(value) && any(isnan(value))
    error('nsd:simulate:parameter', ...
          '%s is a parameter without value: sys.parameter(''%s'', ...)', what, name);
  end
end
