function [given, named] = nsd_named_start(sys, given)
%NSD_NAMED_START  Arguments after the time span with the start in front that they give by names.
%   'q0', Q0, 'v0', V0 among the options, as nsd_sweep takes them, or 'x0', X0; what is left out is
%   that of the system. GIVEN stays as it is where it begins with a start: one place is enough.
%   NAMED: true where names were given.
  named = false;
  if isempty(given) || isnumeric(given{1}), return; end
  given = nsd_chars(given);
  [start, rest] = deal(struct(), {});
  k = 1;
  while k <= numel(given)
    pair = given(k:min(k + ischar(given{k}), end));
    k = k + numel(pair);
    if numel(pair) == 2 && any(strcmpi(pair{1}, {'q0', 'v0', 'x0'}))
      start.(lower(pair{1})) = pair{2};
    else
      rest = [rest, pair]; %#ok<AGROW>  a few options
    end
  end
  named = ~isempty(fieldnames(start));
  if ~named, return; end
  mechanical = nsd_kind(sys).mechanical;
  if isfield(start, 'x0')
    if numel(fieldnames(start)) > 1
      error('nsd:simulate:noStart', ['x0 is the whole state, [q0; v0] of a mechanical system: ' ...
            'give x0 alone, or q0 and v0']);
    end
    first = {start.x0};
  elseif ~mechanical
    if ~isfield(start, 'q0') || isfield(start, 'v0')
      error('nsd:simulate:noStart', 'this system has a state x, and no v0: write ''x0'', x0');
    end
    first = {start.q0};
  else
    first = {part_of(start, 'q0', sys.InitialPosition), part_of(start, 'v0', sys.InitialVelocity)};
  end
  given = [first, rest];
end

function value = part_of(start, name, value)
  if isfield(start, name), value = start.(name); end
  if isempty(value)
    error('nsd:simulate:noStart', ['%s is missing: nsd_simulate(sys, [t0 t1], q0, v0), or both ' ...
          'by name: ''q0'', q0, ''v0'', v0'], name);
  end
end
