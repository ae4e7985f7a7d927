function nsd_require_values(sys)
%NSD_REQUIRE_VALUES  Raise where a parameter that is a restitution, friction or limit has no value.
  of = @(f, groups) cellfun(f, groups, 'UniformOutput', false);
  given = [of(@(r) {r.e, r.restitution, 'Restitution'}, sys.Gaps), ...
           of(@(r) {r.surface.mu, r.surface.parameter, 'Friction'}, sys.Gaps), ...
           of(@(d) {d.limit, d.parameter, 'limit of friction'}, sys.Drags)];
  for one = given
    [value, name, what] = one{1}{:};
    if isnumeric(value) && any(isnan(value))
      error('nsd:simulate:parameter', ['%s is a parameter without value: ' ...
            'sys.parameter(''%s'', ...)'], what, name);
    end
  end
end
