function diagram = nsd_bifurcation(sys, name, values, tspan, varargin)
%NSD_BIFURCATION  Bifurcation diagram: points of the long-time motion over a parameter.
%   D = NSD_BIFURCATION(SYS, NAME, VALUES, TSPAN, 'Period', T, ...) runs SYS once for each
%   value of its parameter NAME and keeps the last states at multiples of T, as NSD_SWEEP
%   does. T, TSPAN and Step may be functions @(p) of the parameters, so that a run
%   lasts a number of periods; 'Section' instead of Period keeps states after impacts. T is left
%   out where the force is one NSD_HARMONIC, whose period is taken.
%   Options of NSD_SWEEP and NSD_SIMULATE may follow, among them
%       Samples    points of each run                                            [32]
%       Columns    entry of [q; v] that is drawn                                  [1]
%       Tolerance  below which two points are the same, relative to all      [1e-2]
%   D is a struct: name, values (N-by-1), points (N-by-S), samples (t, q, v), status, and
%   periods (N-by-1): after how many samples the motion repeats itself, 0 when it does
%   not within Samples/2, NaN for a run that failed.
%   With Cluster and Folder D is an NsdSweepJob, whose gather returns the struct.
%   Without output the diagram is drawn. Bad arguments raise
%   nsd:bifurcation:<reason> and nsd:sweep:<reason>.
%
%   Example
%       osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
%       d = nsd_bifurcation(osc.start(-1, 0), 'omega', linspace(2.6, 2.7, 30), ...
%                           @(p) [0 2*pi/p.omega*150], 'Period', @(p) 2*pi/p.omega, ...
%                           'Step', @(p) 2*pi/p.omega/400);
%       d.periods([1 end])'
%
%   See also NSD_SWEEP, NSD_POINCARE, NSD_BASIN, NSDSWEEPJOB.
  if nargin > 1, name = nsd_chars(name); end
  if nargin < 4 || ~ischar(name)
    error('nsd:bifurcation:missing', ...
          'nsd_bifurcation needs a system, the name of a parameter, its values and a time span');
  end
  if ~isvarname(name)
    error('nsd:bifurcation:badValue', '''%s'' is no name of a parameter', name);
  end
  own = struct('Columns', 1, 'Tolerance', 1e-2);
  [own, given] = nsd_split_options('bifurcation', varargin, own, nsd_sweep_option_names());
  [column, tolerance] = check(own, values);
  require_period(sys, given);
  parameters = struct(name, values(:)');
  study = struct('name', 'bifurcation', 'parameter', name, 'values', values(:), ...
                 'column', column, 'tolerance', tolerance);
  out = nsd_sweep(sys, parameters, tspan, given{:}, 'Reduce', 'poincare', 'Study', study);
  if ~isstruct(out)                               % a job, whose gather ends as below
    diagram = out;
    return
  end
  diagram = nsd_bifurcation_of(out, study);
  if nargout == 0
    draw(diagram, sys, column, size(out.q, 2));
    clear diagram
  end
end

function [column, tolerance] = check(own, values)
  [column, tolerance] = deal(own.Columns, own.Tolerance);
  if ~isnumeric(values) || isempty(values)
    error('nsd:bifurcation:badValue', 'the values of the parameter must be numbers');
  end
  column = nsd_check_number(column(1:min(end, 1)), 'count', 'Columns', 'nsd:bifurcation:badValue');
  nsd_check_number(tolerance, 'positive', 'Tolerance', 'nsd:bifurcation:badValue');
end

function require_period(sys, given)
% before names of parameters are looked for: without a period no parameter can be meant
  words = given(cellfun('isclass', given, 'char'));
  if ~isa(sys, 'NsdSystem') || any(cellfun('isclass', given, 'struct')) ...
      || any(ismember(lower(words), {'period', 'section'}))
    return
  end
  F = sys.Force;
  if ~isstruct(F) || ~strcmp(F.kind, 'harmonic') || ~isscalar(F.omega)
    error('nsd:sweep:badValue', ['Period is missing: give ''Period'', T or @(p) 2*pi/p.omega, ' ...
          'or ''Section'', ''impact''; it is known where the force is one nsd_harmonic']);
  end
end

function draw(diagram, sys, column, n)
  x = repmat(diagram.values, 1, size(diagram.points, 2));
  plot(x(:), diagram.points(:), 'k.', 'MarkerSize', 2);
  ends = [min(diagram.values), max(diagram.values)];
  if ends(1) < ends(2), xlim(ends); end
  grid on
  xlabel(diagram.name, 'Interpreter', 'none');
  names = nsd_entry_names(n);
  ylabel(names{column});
  title('');
  if isa(sys, 'NsdSystem'), title(sys.Name, 'Interpreter', 'none'); end
end
