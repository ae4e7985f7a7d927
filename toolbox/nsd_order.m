function result = nsd_order(sys, steps, norms, reference, varargin)
%NSD_ORDER  Errors of a scheme over step sizes, and the order they show.
%   R = NSD_ORDER(SYS, STEPS, NORMS, REFERENCE) runs SYS, which carries its start, once for
%   each step and compares with REFERENCE: an NSD_EXACT, or an NsdSolution, say of a much
%   finer or an event-driven run. Without it (or with []) an event-driven run with RelTol
%   1e-10 is the reference. NORMS is a word or a cell of words:
%       'L1'         h sum_k |x_k - x(t_k)|
%       'L2'         sqrt(h sum_k |x_k - x(t_k)|^2)
%       'sup'        max_k |x_k - x(t_k)|
%       'hausdorff'  distance of the filled graphs, NSD_HAUSDORFF
%   each the largest over the coordinates.                                       ['L1']
%   R = NSD_ORDER(..., 'Name', VALUE, ...) takes the options of NSD_SIMULATE, and
%       Quantity     'v' or 'q'                                                   ['v']
%       Span         [t0 t1]            [that of the reference, or [0, 1000 max(STEPS)]]
%
%   R has steps, error (one column per norm), order (slope of the straight line through
%   log(error) over log(step), one per norm), norms, method, quantity. Without output the
%   errors are drawn over the steps. Impacts make every scheme first order in L1 and in the
%   Hausdorff distance, about one half in L2, and leave no order in sup: the jump comes a
%   little early or late. Steps should divide the span.
%   Bad arguments raise nsd:order:<reason>; a run that does not reach its end raises
%   nsd:order:failed.
%
%   Example
%       exact = nsd_exact('ball');
%       r = nsd_order(exact.system, 5./round(logspace(2, 3, 6)), {'L1', 'hausdorff'}, exact, ...
%                     'Span', [0 5], 'Method', 'paoli');
%       fprintf('order %.2f in L1, %.2f in the Hausdorff distance\n', r.order);
%
%   See also NSD_HAUSDORFF, NSD_EXACT, NSD_SIMULATE.
  if nargin < 2
    error('nsd:order:missing', 'nsd_order needs a system and the steps to try');
  end
  if nargin < 3 || isempty(norms), norms = 'L1'; end
  if nargin < 4, reference = []; end
  norms = check_norms(norms);
  [quantity, span, options] = own_options(varargin);
  steps = check_steps(steps);
  span = find_span(span, reference, steps);
  quiet = quiet_gain();                                                       %#ok<NASGU>
  if isempty(reference)
    reference = nsd_simulate(sys, span, 'Method', 'event', 'RelTol', 1e-10, 'AbsTol', 1e-12);
  end
  miss = zeros(numel(steps), numel(norms));
  for k = 1:numel(steps)
    sol = nsd_simulate(sys, span, options{:}, 'Step', steps(k), 'Progress', 'off');
    if ~strcmp(sol.status, 'ok')
      error('nsd:order:failed', 'the run with step %g ended with status %s', steps(k), sol.status);
    end
    miss(k, :) = distances(sol, reference, quantity, norms);
  end
  result = struct('steps', steps, 'error', miss, 'order', slopes(steps, miss), ...
                  'norms', {norms}, 'method', sol.stats.method, 'quantity', quantity);
  if nargout == 0
    draw(result, sys.Name);
    clear result
  end
end

function d = distances(sol, reference, quantity, norms)
  d = zeros(1, numel(norms));
  pointwise = ~strcmp(norms, 'hausdorff');
  if any(pointwise)
    t = sol.t;
    t(end) = min(t(end), last_time(reference));
    [q, v] = reference.at(t);
    if strcmp(quantity, 'v'), gap = abs(sol.v - v); else, gap = abs(sol.q - q); end
    h = sol.stats.step;
  end
  for k = 1:numel(norms)
    switch norms{k}
      case 'L1', d(k) = max(h*sum(gap, 1));
      case 'L2', d(k) = max(sqrt(h*sum(gap.^2, 1)));
      case 'sup', d(k) = max(gap(:));
      case 'hausdorff', d(k) = max(nsd_hausdorff(sol, reference, quantity));
    end
  end
end

function t = last_time(reference)
  if isstruct(reference), t = reference.until; else, t = reference.t(end); end
end

function order = slopes(steps, miss)
  order = NaN(1, size(miss, 2));
  for k = 1:size(miss, 2)
    good = miss(:, k) > 0;
    if sum(good) > 1
      line = polyfit(log(steps(good)), log(miss(good, k)), 1);
      order(k) = line(1);
    end
  end
end

function norms = check_norms(norms)
  known = {'L1', 'L2', 'sup', 'hausdorff'};
  if ischar(norms), norms = {norms}; end
  for k = 1:numel(norms)
    hit = find(strcmpi(norms{k}, known), 1);
    if isempty(hit)
      error('nsd:order:badNorm', 'norms are words out of %s', strjoin(known, ', '));
    end
    norms{k} = known{hit};
  end
  norms = reshape(norms, 1, []);
end

function steps = check_steps(steps)
  if ~isnumeric(steps) || isempty(steps) || ~all(steps(:) > 0) || ~all(isfinite(steps(:)))
    error('nsd:order:badSteps', 'steps must be positive numbers');
  end
  steps = sort(steps(:), 'descend');
end

function [quantity, span, options] = own_options(given)
  quantity = 'v';
  span = [];
  options = {};
  for k = 1:2:numel(given)
    if k == numel(given) || ~ischar(given{k})
      error('nsd:order:badOption', 'options come in pairs of a name and a value');
    end
    switch lower(given{k})
      case 'quantity', quantity = given{k+1};
      case 'span', span = given{k+1};
      otherwise, options = [options, given(k:k+1)];                           %#ok<AGROW>
    end
  end
  if ~ischar(quantity) || ~any(strcmp(quantity, {'q', 'v'}))
    error('nsd:order:badQuantity', 'Quantity must be ''q'' or ''v''');
  end
end

function span = find_span(span, reference, steps)
  if isempty(span) && isa(reference, 'NsdSolution')
    span = reference.t([1 end])';
  elseif isempty(span)
    span = [0, 1000*steps(1)];
  end
  if ~isempty(reference) && ~isa(reference, 'NsdSolution') && ...
     ~(isstruct(reference) && isfield(reference, 'at'))
    error('nsd:order:badReference', ...
          'the reference must be an NsdSolution or a struct of nsd_exact');
  end
end

function restore = quiet_gain()
% the gain of coarse steps is part of the error that is measured
  before = warning();
  restore = onCleanup(@() warning(before));
  warning('off', 'nsd:energy:gain');
  warning('off', 'nsd:simulate:lastStep');
end

function draw(result, name)
  loglog(result.steps, result.error, 'o-', 'LineWidth', 1.2);
  grid on
  xlabel('step h');
  ylabel(['error of ' result.quantity]);
  words = cell(1, numel(result.norms));
  for k = 1:numel(words)
    words{k} = sprintf('%s: order %.2f', result.norms{k}, result.order(k));
  end
  legend(words, 'Location', 'southeast');
  title(strtrim(sprintf('%s  %s', name, result.method)));
end
