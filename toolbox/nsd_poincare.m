function points = nsd_poincare(sys, tspan, varargin)
%NSD_POINCARE  Points of a long run on a section: once a period, at impacts, or on a plane.
%   P = NSD_POINCARE(SYS, [T0 T1], 'Period', T) runs SYS, which carries its start, and keeps
%   its state at T0 + j*T. P = NSD_POINCARE(..., 'Section', S) keeps it after impacts
%   (S = 'impact', or the number of a contact), or where an entry of [q; v] passes a
%   value, S = [entry value direction].
%   Options of NSD_SWEEP and NSD_SIMULATE may follow, among them
%       After      points count from this time           [a tenth of the run]
%       Samples    how many are kept at most, the last ones            [1e5]
%       Columns    entries of [q; v] that are drawn               [1, n + 1]
%   P is a struct: t (S-by-1), q, v (S-by-n), status. Without output they are drawn.
%   Bad arguments raise nsd:sweep:<reason> and nsd:poincare:<reason>.
%
%   Example
%       osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.8)).contact(-1, 0, 'Restitution', 0.8);
%       p = nsd_poincare(osc.start(-1, 0), [0 2000], 'Section', 'impact', 'Step', 0.01);
%       plot(mod(p.t*2.8, 2*pi), p.v, '.')
%
%   See also NSD_BIFURCATION, NSD_BASIN, NSD_SWEEP, NSD_SIMULATE.
  if nargin < 2
    error('nsd:poincare:missing', 'nsd_poincare needs a system and a time span');
  end
  [shown, given] = take(varargin, 'Columns', [1, sys.Coordinates + 1]);
  [after, given] = take(given, 'After', tspan(1) + (tspan(end) - tspan(1))/10);
  [samples, given] = take(given, 'Samples', 1e5);
  out = nsd_sweep(sys, [], tspan, given{:}, 'Reduce', 'poincare', 'After', after, ...
                  'Samples', samples);
  n = size(out.q, 2);
  S = size(out.samples.t, 2);
  kept = ~isnan(out.samples.t(1, :)');
  q = reshape(out.samples.q(1, :, :), S, n);
  v = reshape(out.samples.v(1, :, :), S, n);
  t = out.samples.t(1, :)';
  points = struct('t', t(kept), 'q', q(kept, :), 'v', v(kept, :), 'status', out.status{1});
  if nargout == 0
    draw([points.q, points.v], shown, sys);
    clear points
  end
end

function [value, given] = take(given, name, default)
  value = default;
  hit = find(strcmpi(name, given(1:2:end)), 1);
  if ~isempty(hit) && 2*hit <= numel(given)
    value = given{2*hit};
    given(2*hit-1:2*hit) = [];
  end
end

function draw(x, shown, sys)
  n = size(x, 2)/2;
  names = [strcat({'q'}, num2str((1:n)')); strcat({'v'}, num2str((1:n)'))];
  plot(x(:, shown(1)), x(:, shown(2)), 'k.', 'MarkerSize', 4);
  grid on
  xlabel(names{shown(1)});
  ylabel(names{shown(2)});
  title(sys.Name, 'Interpreter', 'none');
end
