function [sol, part] = nsd_join_runs(head, tail, method, options)
%NSD_JOIN_RUNS  One NsdSolution of two runs, the second from the last row of the first on.
%   HEAD, TAIL: parts of nsd_run_system. Rows, events and the ledger are joined, numbers of steps
%   and problems added. METHOD: the name of both together. What event methods give as forces is a
%   force in all rows. PART: the run as a part again.
  forces = head.run.located && ~tail.run.located;
  [a, b] = deal(rows_of(head), rows_of(tail));
  if forces, b.multiplier = b.multiplier/tail.run.h; end
  if isfield(b, 'jointWork') && ~isempty(a.q)     % of motors, from the start on
    b.jointWork = bsxfun(@plus, b.jointWork, a.jointWork(end, :));
  end
  last = numel(head.sol.t) - head.run.extra;      % the start of TAIL may be an extra row of HEAD
  first = 1 + (tail.sol.t(1) <= head.sol.t(end));  % at given times the start of TAIL is no row
  result = tail.result;
  for name = fieldnames(a)'
    if ~isfield(b, name{1}), b.(name{1}) = NaN(numel(tail.sol.t), size(a.(name{1}), 2)); end
    result.(name{1}) = [a.(name{1})(1:last, :); b.(name{1})(first:end, :)];
  end
  if head.run.extra                               % impulses between rows belong to the next one
    for name = {'impulse', 'multiplier', 'tangential', 'jointImpulse'}
      if ~isfield(a, name{1}), continue; end
      result.(name{1})(last+1, :) = result.(name{1})(last+1, :) + a.(name{1})(last+1, :);
    end
  end
  if isstruct(tail.sol.energy)
    result.energy = joined_ledger(head.sol.energy, tail.sol.energy, last, first);
  end
  if isa(tail.sol.system, 'NsdBodies'), result = nsd_link_rows(result, tail.sol.system); end
  result.log = joined_log(head, tail);
  result = with_totals(result, head.result);
  run = head.run;
  [run.method, run.why, run.h] = deal(method, tail.run.why, max(run.h, tail.run.h));
  if head.run.ownSteps, run.h = tail.run.h; end
  if forces, run.switchTime = tail.sol.t(1); end  % impulses are those of steps from here on
  if ~isempty(run.times), run.times = result.t; end
  sol = NsdSolution(tail.sol.system, run, result, options);
  part = struct('sol', sol, 'run', run, 'result', result, 'memory', tail.memory);
end

function rows = rows_of(part)
% arrays with a row for each time
  result = part.result;
  rows = struct('t', part.sol.t);
  for name = [result.rows, {'v', 'multiplier', 'control'}]
    if isfield(result, name{1}), rows.(name{1}) = result.(name{1}); end
  end
  if isfield(rows, 'multiplier'), rows.reaction = part.sol.reaction; end
  if isfield(rows, 'tangential')
    rows.tangentialReaction = part.sol.tangentialReaction;
  end
end

function ledger = joined_ledger(a, b, last, first)
% works go on from their values at the end of the first run
  for name = fieldnames(a)'
    [x, y] = deal(a.(name{1}), b.(name{1}));
    if ~any(strcmp(name{1}, {'kinetic', 'potential', 'total', 'algorithmic'})), y = y + x(end); end
    ledger.(name{1}) = [x(1:last); y(first:end)];
  end
end

function log = joined_log(head, tail)
% events up to the last row of HEAD, then those of TAIL; each has its state
  parts = {head, tail};
  logs = cell(1, 2);
  for k = 1:2
    x = parts{k}.result.log;
    kept = true(size(x.t));
    if k == 1, kept = x.t <= head.sol.t(end); end
    [x.stateQ, x.stateV] = deal(states(x.stateQ, x.row, parts{k}.result.q), ...
                                states(x.stateV, x.row, parts{k}.result.v));
    for name = fieldnames(x)'
      if strncmp(name{1}, 'state', 5), x.(name{1}) = x.(name{1})(:, kept); continue; end
      x.(name{1}) = x.(name{1})(kept);
    end
    logs{k} = x;
  end
  for name = fieldnames(logs{1})'
    [x, y] = deal(logs{1}.(name{1}), logs{2}.(name{1}));
    if strncmp(name{1}, 'state', 5), log.(name{1}) = [x, y]; else, log.(name{1}) = [x; y]; end
  end
  log.row = (1:numel(log.t))';
end

function x = states(kept, row, from)
% the state of each event in a column
  if isempty(kept), x = from(row, :)'; else, x = kept(:, row); end
end

function result = with_totals(result, before)
  for name = {'steps', 'problems', 'iterations', 'several', 'unchecked', 'kernelSeconds', ...
              'solves', 'rejected', 'roots', 'rootValues'}
    if ~isfield(before, name{1}) || ~isfield(result, name{1}), continue; end
    result.(name{1}) = result.(name{1}) + before.(name{1});
  end
  for name = {'residual', 'newtonResidual', 'largestEnergy', 'jointError'}
    if ~isfield(result, name{1}), continue; end
    result.(name{1}) = max(result.(name{1}), before.(name{1}));
  end
  result.rise = result.rise + max(before.rise, before.steps*before.gain);   % at most
  if before.gain > result.gain
    [result.gain, result.gainTime] = deal(before.gain, before.gainTime);
  end
  if isfield(before, 'gaps') && isfield(result, 'gaps')
    [a, b] = deal(before.gaps, result.gaps);
    result.gaps = [min(a(:, 1), b(:, 1)), max(a(:, 2), b(:, 2)), a(:, 3)];
  end
  if isfield(before, 'sensitivity'), result.sensitivity = before.sensitivity; end
end
