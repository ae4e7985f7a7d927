function result = nsd_order(sys, steps, norms, reference, varargin)
%NSD_ORDER  Errors of a scheme over step sizes or tolerances, and the order they show.
%   R = NSD_ORDER(SYS, STEPS, NORMS, REFERENCE) runs SYS, which has an initial state, once for
%   each step and compares with REFERENCE: an NSD_EXACT, or an NsdSolution, say of a much
%   finer or an event-driven run. Without it (or with []) an event-driven run with RelTol
%   1e-13 is the reference. NORMS is a word or a cell of words:
%       'L1'         h sum_k |x_k - x(t_k)|
%       'L2'         sqrt(h sum_k |x_k - x(t_k)|^2); 'Lp' for any p >= 1, as 'L4', 'L1.5'
%       'sup'        max_k |x_k - x(t_k)|
%       'hausdorff'  distance of the filled graphs, NSD_HAUSDORFF
%   each the largest over the coordinates.                                       ['L1']
%   R = NSD_ORDER(SYS, TOLERANCES, NORMS, REFERENCE, 'Method', 'event') runs the event
%   solver once for each tolerance: RelTol, and AbsTol a hundredth of it unless you give
%   one. L1 and L2 are then integrals, with jumps at their own times. The error goes with
%   the tolerance, the number of steps with its power -1/5 (of 'dp54'); bounces below
%   ChatterHeight before an accumulation are not integrated, whatever the tolerance.
%   R = NSD_ORDER(SYS, TOLERANCES, ..., 'Vary', 'RelTol') does so with any method that chooses
%   its steps by tolerances, as 'moreau' (with AbsTol as above); the work is then the number
%   of steps that were solved for, sol.stats.solves.
%   R = NSD_ORDER(..., 'Name', VALUE, ...) takes the options of NSD_SIMULATE, and
%       Vary         'Step' or 'RelTol': what STEPS are      ['Step'; 'event': 'RelTol']
%       Quantity     'v' or 'q'; 'x' for first-order systems                     ['v']
%       Span         [t0 t1]            [that of the reference, or [0, 1000 max(STEPS)]]
%
%   R has steps or tolerances, error (one column per norm), order (slope of the straight line
%   through log(error) over log(step), one per norm), work (steps made by each run), workOrder
%   (slope of the work), scatter (largest factor by which an error is off its line, one per norm;
%   1: all on it), impacts (counted in each run), norms, method, quantity. Where runs have fewer
%   impacts than an event-driven reference (without accumulations), or different numbers and errors
%   that scatter by a factor of 3, some were missed, and nsd:order:impacts warns. Errors at rounding
%   level are left out of the line, which needs two points: a motion that the scheme computes
%   exactly has order NaN, as linear systems have with 'event', unless 'Integrator' is 'dp54'.
%   Without output the errors are drawn. Impacts make every time-stepping scheme first order in L1
%   and in the Hausdorff distance, about one half in L2, 1/p in Lp, and leave no order in sup: the
%   jump comes a little early or late. They show where steps are so short that no impact is missed;
%   errors of longer steps scatter (R.scatter). Steps should divide the span.
%   Bad arguments raise nsd:order:<reason>; a run that does not reach its end raises
%   nsd:order:failed.
%
%   Example
%       exact = nsd_exact('ball');
%       r = nsd_order(exact.system, 5./round(logspace(2, 3, 6)), {'L1', 'hausdorff'}, exact, ...
%                     'Span', [0 5], 'Method', 'paoli');
%       fprintf('order %.2f in L1, %.2f in the Hausdorff distance\n', r.order);
%       r = nsd_order(nsd_pendulum(), 10.^-(5:10), 'L1', [], 'Method', 'event', 'Span', [0 10]);
%       fprintf('error ~ tolerance^%.2f, steps ~ tolerance^%.2f\n', r.order, r.workOrder);
%
%   See also NSD_HAUSDORFF, NSD_EXACT, NSD_SIMULATE.
  if nargin < 2 || ~any(strcmp(class(sys), {'NsdSystem', 'NsdBodies'}))
    error('nsd:order:missing', 'nsd_order needs an NsdSystem and the steps, or tolerances, to try');
  end
  if ischar(nsd_chars(steps))
    error('nsd:order:badSteps', ['the steps come behind the system, as numbers, and options ' ...
          'behind the reference: nsd_order(sys, [1e-2 1e-3], ''L1'', [], ''Name'', value)']);
  end
  if nargin < 3 || isempty(norms), norms = 'L1'; end
  if nargin < 4, reference = []; end
  norms = check_norms(nsd_chars(norms));
  [own, options] = nsd_split_options('order', varargin, ...
                                     struct('Quantity', '', 'Span', [], 'Vary', ''));
  quantity = check_quantity(own.Quantity, sys);
  chosen = nsd_options(options{:});
  event = by_tolerance(own.Vary, chosen.Method);
  steps = check_steps(steps, event);
  span = find_span(own.Span, reference, steps, event);
  % a gain of energy is part of the error that is measured
  quiet = nsd_silence_warnings({'nsd:energy:gain', 'nsd:simulate:lastStep'}); %#ok<NASGU>
  if isempty(reference), reference = own_reference(sys, span); end
  name = 'Step';
  if event, name = 'RelTol'; end
  [miss, scale] = deal(zeros(numel(steps), numel(norms)), 0);
  [work, impacts] = deal(zeros(numel(steps), 1));
  penetrates = 'nsd:simulate:penetration';        % told once, of all runs
  for k = 1:numel(steps)
    lastwarn('', '');
    sol = one_run(sys, span, options, name, steps(k));
    [~, id] = lastwarn();
    if strcmp(id, penetrates), once = nsd_silence_warnings({penetrates}); end %#ok<NASGU>
    miss(k, :) = nsd_distances(sol, reference, quantity, norms);
    work(k) = sol.stats.steps;
    if isfield(sol.stats, 'solves'), work(k) = sol.stats.solves; end
    impacts(k) = sum(strcmp(sol.events.kind, 'impact'));
    scale = max(scale, max(abs(sol.(quantity)(:))));
  end
  noise = noise_of(sol, norms, quantity, scale, diff(span));
  [order, scatter] = slopes(steps, miss, noise);
  result = struct('steps', steps, 'tolerances', [], 'error', miss, 'order', order, ...
                  'work', work, 'workOrder', slopes(steps, work, 0), 'scatter', scatter, ...
                  'impacts', impacts, 'norms', {norms}, 'method', sol.stats.method, ...
                  'quantity', quantity);
  warn_of_impacts(result, reference);
  if event, [result.tolerances, result.steps] = deal(steps, []); end
  if nargout == 0
    draw(result, sys.Name);
    clear result
  end
end

function is = by_tolerance(vary, method)
% true where runs differ by RelTol, not by Step
  is = strcmp(method, 'event');
  if isempty(vary), return; end
  wanted = strcmp(nsd_check_word(vary, {'Step', 'RelTol'}, 'Vary', 'nsd:order:badVary'), 'RelTol');
  if is && ~wanted
    error('nsd:order:badVary', 'Method ''event'' chooses its steps: Vary ''RelTol''');
  end
  is = wanted;
end

function sol = one_run(sys, span, options, name, step)
  control = {name, step};
  chosen = nsd_options(options{:});
  if strcmp(name, 'RelTol') && isempty(chosen.AbsTol), control(3:4) = {'AbsTol', step/100}; end
  sol = nsd_simulate(sys, span, options{:}, control{:}, 'Progress', 'off');
  if ~strcmp(sol.status, 'ok')
    error('nsd:order:failed', 'the run with %s %g ended with status %s', name, step, sol.status);
  end
end

function reference = own_reference(sys, span)
  try
    reference = nsd_simulate(sys, span, 'Method', 'event', 'RelTol', 1e-13, 'AbsTol', 1e-15, ...
                             'Progress', 'off');
  catch problem
    error('nsd:order:noReference', ['give a reference, say a run with a much smaller step: ' ...
          'there is no event-driven run of this system (%s)'], problem.message);
  end
  if ~strcmp(reference.status, 'ok')
    error('nsd:order:noReference', 'the event-driven reference ended with status %s', ...
          reference.status);
  end
end

function noise = noise_of(sol, norms, quantity, scale, length)
% size of rounding errors in each norm; Inf for 'sup' where velocities jump, which has no order
  noise = 1e3*eps*scale*max(1, length)*ones(1, numel(norms));
  jumps = strcmp(quantity, 'v') && any(strcmp(sol.events.kind, 'impact'));
  if jumps && nsd_method_table(sol.stats.method).ownSteps
    noise(strcmp(norms, 'sup')) = Inf;
  end
end

function warn_of_impacts(result, reference)
% runs that miss an impact do not belong on one line with those that have it
  found = result.impacts;
  wanted = 0;
  if isa(reference, 'NsdSolution') && strcmp(reference.stats.method, 'event')
    kinds = reference.events.kind;
    wanted = sum(strcmp(kinds, 'impact'))*~any(strcmp(kinds, 'accumulation'));
  end
  if all(found >= wanted) && ~(max(result.scatter) > 3 && any(found ~= found(end))), return; end
  of = '';
  if wanted > 0, of = sprintf(', the reference %d', wanted); end
  nsd_warn('nsd:order:impacts', ['runs have from %d to %d impacts%s, and errors are off their ' ...
           'line by a factor of up to %.2g: the order means little; take smaller steps, or a ' ...
           'Span that does not end near an impact'], min(found), max(found), of, ...
           max(result.scatter));
end

function [order, scatter] = slopes(steps, miss, noise)
  [order, scatter] = deal(NaN(1, size(miss, 2)));
  for k = 1:size(miss, 2)
    good = miss(:, k) > noise(k);
    if sum(good) > 1
      line = polyfit(log(steps(good)), log(miss(good, k)), 1);
      order(k) = line(1);
      off = log(miss(good, k)) - polyval(line, log(steps(good)));
      scatter(k) = exp(max(abs(off)));
    end
  end
end

function norms = check_norms(norms)
  if ~iscell(norms), norms = {norms}; end
  norms = cellfun(@check_norm, reshape(norms, 1, []), 'UniformOutput', false);
end

function word = check_norm(word)
% a word of the list, or 'L' with a number p >= 1
  known = {'L1', 'L2', 'sup', 'hausdorff'};
  if ischar(word) && ~isempty(regexpi(word, '^L\d+(\.\d+)?$', 'once'))
    word = upper(word);
    if str2double(word(2:end)) >= 1, return; end
  end
  word = nsd_check_word(word, known, 'a norm', 'nsd:order:badNorm');
end

function steps = check_steps(steps, event)
  if ~isnumeric(steps) || isempty(steps) || ~all(steps(:) > 0) || ~all(isfinite(steps(:)))
    error('nsd:order:badSteps', 'steps must be positive numbers');
  end
  if event && ~all(steps(:) >= 1e-13 & steps(:) < 1)
    error('nsd:order:badSteps', 'tolerances are numbers from 1e-13 to below 1');
  end
  steps = sort(steps(:), 'descend');
end

function quantity = check_quantity(quantity, sys)
  known = nsd_kind(sys).quantities;
  quantity = nsd_check_word(nsd_or(quantity, known{1}), known, 'Quantity', 'nsd:order:badQuantity');
end

function span = find_span(span, reference, steps, event)
  if isempty(span) && isa(reference, 'NsdSolution')
    span = reference.t([1 end])';
  elseif isempty(span) && event
    error('nsd:order:badSpan', 'give the Span [t0 t1]: tolerances say nothing about it');
  elseif isempty(span)
    span = [0, 1000*steps(1)];
  end
  if ~isnumeric(span) || numel(span) ~= 2 || ~(span(1) < span(2)) || ~all(isfinite(span))
    error('nsd:order:badSpan', 'Span must be [t0 t1] with t0 < t1');
  end
  if ~isempty(reference) && ~isa(reference, 'NsdSolution') && ...
     ~(isstruct(reference) && isfield(reference, 'at'))
    error('nsd:order:badReference', ...
          'the reference must be an NsdSolution or a struct of nsd_exact');
  end
end

function draw(result, name)
  x = [result.steps; result.tolerances];
  loglog(x, result.error, 'o-', 'LineWidth', 1.2);
  grid on
  words = cell(1, numel(result.norms));
  for k = 1:numel(words)
    words{k} = sprintf('%s: order %.2f', result.norms{k}, result.order(k));
  end
  shown = result.error(result.error > 0 & isfinite(result.error));
  if ~isempty(shown)                              % room for the legend above the curves
    decades = max(1, log10(max(shown)/min(shown)));
    ylim([min(shown)/1.5, max(shown)*10^(0.5*decades)]);
  end
  legend(words, 'Location', 'northwest');
  ylabel(['error of ' result.quantity]);
  heading = result.method;
  if ~isempty(name), heading = sprintf('%s, %s', name, heading); end
  if isempty(result.tolerances)
    xlabel('step h');
  else
    xlabel('tolerance');
    heading = sprintf('%s, steps ~ tolerance^{%.2f}', heading, result.workOrder);
  end
  title(heading);
end
