function d = nsd_hausdorff(varargin)
%NSD_HAUSDORFF  Hausdorff distance of two functions with jumps, from their filled graphs.
%   D = NSD_HAUSDORFF(T1, X1, T2, X2) is the distance of two polylines with the points
%   (T1, X1) and (T2, X2),
%       d(A,B) = max( sup_A dist(a,B), sup_B dist(b,A) ),
%       dist(a,B) = min over b in B of max(|t_a - t_b|, |x_a - x_b|).
%   T1 and T2 are columns and do not decrease; a jump is written with two rows of equal
%   time, which fills the graph. X1 and X2 may have several columns: D has one entry for
%   each. Jumps that come a little late are a little apart, not a whole jump: velocities
%   converge in this distance where they do not in the largest difference.
%   D = NSD_HAUSDORFF(SOL1, SOL2) compares the velocities of two NsdSolutions (or of one
%   and of an NSD_EXACT), coordinate by coordinate; NSD_HAUSDORFF(SOL1, SOL2, 'q') the
%   positions. Velocities of time stepping are constant between rows.
%
%   Times and values are compared as the numbers they are: scale them if their units call
%   for it. Bad arguments raise nsd:hausdorff:<reason>.
%
%   Example
%       step = [0 0; 0.5 0; 0.5 1; 1 1];
%       ramp = [0 0; 0.3 0; 0.7 1; 1 1];
%       d = nsd_hausdorff(step(:, 1), step(:, 2), ramp(:, 1), ramp(:, 2));   % 0.2/1.4
%
%   See also NSD_ORDER, NSD_EXACT, NSDSOLUTION.
  if nargin > 1 && ~isnumeric(varargin{1})
    what = 'v';
    if nargin > 2, what = nsd_chars(varargin{3}); end
    if nargin > 3 || ~ischar(what) || ~any(strcmp(what, {'q', 'v'}))
      error('nsd:hausdorff:badQuantity', 'the third argument must be ''q'' or ''v''');
    end
    [t1, x1] = filled_graph(varargin{1}, what, varargin{2});
    [t2, x2] = filled_graph(varargin{2}, what, varargin{1});
  elseif nargin == 4
    [t1, x1, t2, x2] = varargin{:};
  else
    error('nsd:hausdorff:missing', ...
          'nsd_hausdorff needs t1, x1, t2 and x2, or two solutions');
  end
  [t1, x1] = check_graph(t1, x1, '1');
  [t2, x2] = check_graph(t2, x2, '2');
  if size(x1, 2) ~= size(x2, 2)
    error('nsd:hausdorff:badSize', 'x1 has %s, x2 has %d', ...
          nsd_count_text(size(x1, 2), 'column'), size(x2, 2));
  end
  d = nsd_kernel('hausdorff', t1, x1, t2, x2);
end

function [t, x] = check_graph(t, x, which)
  if ~isa(t, 'double') || ~isa(x, 'double') || ~isreal(t) || ~isreal(x) || isempty(t)
    error('nsd:hausdorff:badInput', 't%s and x%s must be real numbers, and not empty', ...
          which, which);
  end
  t = full(t(:));
  if size(x, 1) == 1, x = x(:); end
  if size(x, 1) ~= numel(t)
    error('nsd:hausdorff:badSize', 't%s has %d entries, x%s has %d rows', which, numel(t), ...
          which, size(x, 1));
  end
  if ~all(isfinite(t)) || ~all(isfinite(x(:)))
    error('nsd:hausdorff:notFinite', 't%s and x%s must be finite', which, which);
  end
  if any(diff(t) < 0)
    error('nsd:hausdorff:notAscending', 't%s must not decrease', which);
  end
  x = full(x);
end

function [t, x] = filled_graph(source, what, other)
% Positions 'q' or velocities 'v' as a polyline whose jumps are vertical.
% The source is an NsdSolution or a struct of nsd_exact. A struct is sampled in the time span of
% the other NsdSolution, between impacts and at both sides of each impact.
  if isa(source, 'NsdSolution')
    t = source.t;
    x = source.(what);
    if strcmp(what, 'v') && ~nsd_method_table(source.stats.method).located ...
       && ~isfield(source.stats, 'solves')      % steps of own length: on lines
      N = numel(t);                             % constant on [t_k, t_k+1)
      k = reshape([1:N-1; 2:N], [], 1);
      j = reshape([1:N-1; 1:N-1], [], 1);
      t = [t(k); t(N)];
      x = [x(j, :); x(N, :)];
    end
  elseif isstruct(source) && isfield(source, 'at') && isa(other, 'NsdSolution')
    samples = 2000;                             % relative error of chords of a smooth arc: 1e-6
    span = other.t([1 end]);
    hit = source.impacts(span(2));
    hit = hit(hit > span(1) & hit < span(2));
    smooth = linspace(span(1), span(2), samples)';
    t = sort([smooth; hit; hit]);
    second = [false; diff(t) == 0];
    [q, v] = source.at(t);
    [qLeft, vLeft] = source.at(t, 'left');
    q(~second, :) = qLeft(~second, :);
    v(~second, :) = vLeft(~second, :);
    q(1, :) = source.at(t(1));
    [~, v(1, :)] = source.at(t(1));
    x = v;
    if strcmp(what, 'q'), x = q; end
  else
    error('nsd:hausdorff:badInput', ...
          'expected an NsdSolution, or one of them and a struct of nsd_exact');
  end
end
