function rows = nsd_benchmark(which, varargin)
%NSD_BENCHMARK  Rigid bodies against closed forms and published results of other engines.
%   NSD_BENCHMARK() runs every closed form of a list of rigid-body problems and SimBenchmark's four
%   tests, and prints the exact answer, that of NsdBodies, the error, and what other engines gave.
%   NSD_BENCHMARK(WHICH) runs some: names as 'C7' or {'C7', 'C12'}, or one of the groups
%       'forms'     closed forms: C5 to C22, a rolling disc, a heavy top; mechanisms against
%                   NsdSystem and 'event'                                            (seconds)
%       'engines'   SimBenchmark's tests C1 to C4, at steps of 0.01 (C4: 0.001)      (seconds)
%       'fine'      the same tests at steps of 0.004 and 0.001                       (a minute)
%       'all'       everything
%   NSD_BENCHMARK(..., 'Name', VALUE) sets
%       Print    'on' or 'off'                                        ['on' without an output]
%       Seed     positive whole number: another random start of C2 and C3                  [1]
%   ROWS = NSD_BENCHMARK(...) returns a struct array, a row for each number:
%       name, title, unit     of the case
%       step                  the step h of value
%       exact, value, error   the right answer, that of NsdBodies, |value - exact|
%       accuracy              what the scheme allows: 'round-off', 'solver' (the tolerance LcpTol
%                             of the contact problem), 'h' (impact times are of first order) or
%                             'h^2' (the step in which sliding ends), 'limit' (extrapolated over
%                             steps of h, h/2 and h/4)
%       bound, ok             error that counts as right at this step, and error <= bound
%       order                 slope of log(error) over log(step), from steps 8h, 4h, 2h, h; of
%                             limits that of their steps; NaN where the error is round-off
%       seconds, status       CPU time of the run with step h, and how it ended
%       published             struct array: engine, value, seconds, hardware, source
%   Times of others were measured on other hardware, which is named; they are not comparable to
%   seconds here but by their order.
%
%   Raises nsd:benchmark:unknownCase for names that do not exist.
%
%   Example
%       rows = nsd_benchmark({'C5', 'C12'});
%       disp([rows.error])
%
%   See also NSDBODIES, NSD_SIMULATE, NSD_COMPARE, NSD_ORDER.
  if nargin < 1 || isempty(which), which = {'forms', 'engines'}; end
  given = struct('Print', 'auto', 'Seed', 1);
  given = nsd_pair_options('nsd_benchmark', varargin, given, 'benchmark');
  printing = nsd_check_word(given.Print, {'auto', 'on', 'off'}, 'Print', 'nsd:benchmark:badValue');
  shown = strcmp(printing, 'on') || (nargout < 1 && strcmp(printing, 'auto'));
  seed = nsd_check_number(given.Seed, 'count', 'Seed', 'nsd:benchmark:badValue');
  cases = chosen(which, seed);
  rows = [];
  for k = 1:numel(cases)
    row = measured(cases(k));
    if shown, nsd_benchmark_show(row, k == 1); end
    rows = [rows, row]; %#ok<AGROW>  a few dozen
  end
  if shown && ~isempty(rows)
    fprintf('%d of %d within their bounds\n', sum([rows.ok]), numel(rows));
  end
  if nargout < 1, clear rows; end
end

function cases = chosen(which, seed)
% the cases of a name, a group, or a list of these
  known = [nsd_benchmark_friction(), nsd_benchmark_impacts(), nsd_benchmark_turning(), ...
           nsd_benchmark_mechanisms(), nsd_benchmark_engines(seed)];
  which = nsd_chars(which);
  if ischar(which), which = {which}; end
  if ~iscellstr(which)
    error('nsd:benchmark:unknownCase', ...
          'name cases by words, as in nsd_benchmark({''C5'', ''C7''})');
  end
  take = false(1, numel(known));
  for k = 1:numel(which)
    named = strcmpi(which{k}, {known.name}) & ~strcmp({known.group}, 'fine');
    fits = named | strcmpi(which{k}, {known.group}) | strcmpi(which{k}, 'all');
    if ~any(fits)
      names = unique({known.name});
      error('nsd:benchmark:unknownCase', ['there is no case %s; groups: forms, engines, fine, ' ...
            'all; cases: %s'], which{k}, strjoin(names, ', '));
    end
    take = take | fits;
  end
  cases = known(take);
end

function row = measured(one)
% the number of a case at its step, and the order that four steps show
  steps = one.step*[8 4 2];
  if any(strcmp(one.accuracy, {'round-off', 'solver', 'kept', 'limit'})), steps = []; end
  errors = zeros(1, numel(steps));
  for k = 1:numel(steps), errors(k) = abs(one.run(steps(k)) - one.exact); end
  [value, how] = one.run(one.step);
  miss = abs(value - one.exact);
  order = slope_of(log([steps, one.step]), log([errors, miss]));
  if isfield(how, 'order'), order = how.order; end
  row = struct('name', one.name, 'title', one.title, 'unit', one.unit, 'step', one.step, ...
               'exact', one.exact, 'value', value, 'error', miss, 'accuracy', one.accuracy, ...
               'bound', one.bound, 'ok', miss <= one.bound, 'order', order, ...
               'seconds', how.seconds, 'status', how.status, ...
               'published', nsd_benchmark_published(one.name, one.step));
end

function slope = slope_of(x, y)
% of the straight line through the points that is nearest in the mean; NaN for fewer than two
  x = x - mean(x);
  slope = NaN;
  if numel(x) > 1 && all(isfinite(y)), slope = sum(x.*y)/sum(x.^2); end
end
