function points = nsd_poincare(sys, tspan, varargin)
%NSD_POINCARE  Points of a long run on a section: once a period, at impacts, or on a plane.
%   P = NSD_POINCARE(SYS, [T0 T1], 'Period', T) runs SYS, which has an initial state, and keeps
%   its state at T0 + j*T; without Period T is that of the force, where this is one NSD_HARMONIC.
%   P = NSD_POINCARE(..., 'Section', S) keeps it after impacts
%   (S = 'impact', or the number of a contact), where an entry of [q; v] passes a value,
%   S = [entry value direction], or at events of yours, S = @(t,q,v) or @(t,y) as the option
%   Events of NSD_SIMULATE has them: [value, isterminal, direction]. A function, and an entry
%   with Method 'event', are located by an event-driven run.
%   Options of NSD_SWEEP and NSD_SIMULATE may follow, among them
%       After      points count from this time           [a tenth of the run]
%       Samples    how many are kept at most, the last ones            [1e5]
%       Columns    entries of [q; v] that are drawn               [1, n + 1]
%   P is a struct: t (S-by-1), q, v (S-by-n), status. Without output they are drawn; impacts
%   of a single mass under one NSD_HARMONIC over its phase, unless Columns says otherwise.
%   Bad arguments raise nsd:sweep:<reason> and nsd:poincare:<reason>.
%
%   Example
%       osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.8)).contact(-1, 0, 'Restitution', 0.8);
%       p = nsd_poincare(osc.start(-1, 0), [0 2000], 'Section', 'impact', 'Step', 0.01);
%       plot(mod(p.t*2.8, 2*pi), p.v, '.')
%
%   See also NSD_BIFURCATION, NSD_BASIN, NSD_SWEEP, NSD_SIMULATE.
  if nargin < 2 || ~isa(sys, 'NsdSystem')
    error('nsd:poincare:missing', 'nsd_poincare needs an NsdSystem and a time span');
  end
  if ~isnumeric(tspan) || numel(tspan) ~= 2 || ~(tspan(1) < tspan(2))
    error('nsd:poincare:badSpan', 'the time span must be [t0 t1] with t0 < t1');
  end
  if isempty(sys.InitialPosition) || ~nsd_kind(sys).mechanical
    error('nsd:poincare:noStart', 'give a mechanical system with a state: sys.start(q0, v0)');
  end
  own = struct('Columns', [], 'After', tspan(1) + diff(tspan)/10, 'Samples', 1e5, 'Section', []);
  [own, options] = nsd_split_options('poincare', varargin, own, nsd_sweep_option_names());
  check(own, 2*numel(sys.InitialPosition));
  if is_located(own.Section, options)
    points = by_events(sys, tspan, own, options);
  else
    points = by_sweep(sys, tspan, own, options);
  end
  if nargout == 0
    draw(points, own, sys);
    clear points
  end
end

function check(own, entries)
  c = own.Columns;
  if ~isempty(c) && (~isnumeric(c) || numel(c) ~= 2 || ~all(ismember(c, 1:entries)))
    error('nsd:poincare:badValue', 'Columns are two of the numbers 1 to %d', entries);
  end
  if ~isnumeric(own.Samples) || ~isscalar(own.Samples) || ~(own.Samples >= 1)
    error('nsd:poincare:badValue', 'Samples must be a positive number');
  end
end

function is = is_located(section, options)
  at = find(strcmp('Method', options(1:end-1)), 1);
  event = ~isempty(at) && strcmpi(options{at+1}, 'event');
  is = isa(section, 'function_handle') || (event && isnumeric(section) && numel(section) > 1);
end

function points = by_sweep(sys, tspan, own, options)
  section = {};
  if ~isempty(own.Section), section = {'Section', own.Section}; end
  out = nsd_sweep(sys, [], tspan, options{:}, section{:}, 'Reduce', 'poincare', ...
                  'After', own.After, 'Samples', own.Samples);
  n = size(out.q, 2);
  S = size(out.samples.t, 2);
  kept = ~isnan(out.samples.t(1, :)');
  q = reshape(out.samples.q(1, :, :), S, n);
  v = reshape(out.samples.v(1, :, :), S, n);
  t = out.samples.t(1, :)';
  points = struct('t', t(kept), 'q', q(kept, :), 'v', v(kept, :), 'status', out.status{1});
end

function points = by_events(sys, tspan, own, options)
% points by located events; rows at three times only, because just the events are used
  at = find(strcmp('Method', options(1:end-1)), 1);
  if ~isempty(at), options(at:at+1) = []; end
  section = own.Section;
  if isnumeric(section), section = entry_section(section, numel(sys.InitialPosition)); end
  sol = nsd_simulate(sys, [tspan(1), mean(tspan), tspan(2)], options{:}, 'Method', 'event', ...
                     'Events', section, 'Progress', 'off');
  events = sol.events;
  kept = find(strcmp(events.kind, 'user') & events.t >= own.After);
  kept = kept(max(1, end - own.Samples + 1):end);
  points = struct('t', events.t(kept), 'q', events.q(kept, :), 'v', events.v(kept, :), ...
                  'status', sol.status);
end

function f = entry_section(section, n)
  if ~any(section(1) == 1:2*n) || ~any(sum(section(3:end)) == [-1 0 1]) || numel(section) > 3
    error('nsd:poincare:badValue', ['Section must be ''impact'', the number of a contact, a ' ...
          'function, or [k c d]: entry k of [q; v] passes c in direction d = 1, -1 or 0']);
  end
  f = @(t, q, v) passing([q; v], section(1), section(2), sum(section(3:end)));
end

function [value, terminal, direction] = passing(y, entry, level, direction)
  value = y(entry) - level;
  terminal = 0;
end

function draw(points, own, sys)
  n = size(points.q, 2);
  names = nsd_entry_names(n);
  shown = nsd_or(own.Columns, [1, n + 1]);
  x = [points.q, points.v];
  along = x(:, shown(1));
  name = names{shown(1)};
  F = sys.Force;
  impacts = ischar(own.Section) || (isnumeric(own.Section) && isscalar(own.Section));
  if isempty(own.Columns) && n == 1 && impacts && isfield(F, 'omega') && isscalar(F.omega)
    along = mod(points.t*F.omega, 2*pi);          % all impacts have the same position
    name = 'phase of the force at impacts (rad)';
  end
  plot(along, x(:, shown(2)), 'k.', 'MarkerSize', 4);
  grid on
  xlabel(name);
  ylabel(names{shown(2)});
  title(sys.Name, 'Interpreter', 'none');
end
