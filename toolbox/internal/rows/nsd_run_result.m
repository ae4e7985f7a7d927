function [result, columns, works] = nsd_run_result(packed)
%NSD_RUN_RESULT  The result of gateway 'run' with a field for each number, column and energy.
%   Few fields come from the gateway, as the host takes a microsecond for each: PACKED.numbers
%   (mex/host/mex_run.c), PACKED.table with a column for each number of an event (c/run/output.h),
%   PACKED.works, logQ and logV, rows (names of the arrays with a row for each time), and t and
%   active where the run has them. RESULT has tEnd, ...,
%   kernelSeconds, log, energy, t and active besides.
%   [NAMES, COLUMNS, WORKS] = NSD_RUN_RESULT() are the names of numbers, those of log, and energies
%   of a run that kept none.
  persistent kept_names kept_columns kept_works
  if isempty(kept_names)
    kept_names = {'tEnd'; 'steps'; 'gain'; 'gainTime'; 'largestEnergy'; 'rise'; 'problems'; ...
                  'iterations'; 'several'; 'unchecked'; 'residual'; 'newtonResidual'; ...
                  'kernelSeconds'};
    kept_columns = {'t', 'contact', 'kind', 'vBefore', 'vAfter', 'impulse', 'loss', 'row', ...
                    'direction', 'stateQ', 'stateV'};
    works = [{'kinetic', 'potential'}, nsd_work_table(), {'algorithmic'}];
    kept_works = cell2struct(cell(numel(works), 1), works, 1);
  end
  if nargin == 0
    [result, columns, works] = deal(kept_names, kept_columns, kept_works);
    return
  elseif ~isfield(packed, 'numbers') || isfield(packed, 'kernelSeconds')     % it has its fields
    result = packed;
    return
  end
  if isfield(packed, 'logQ')
    states = {packed.logQ, packed.logV};
  else
    none = zeros(size(packed.q, 2), 0);
    states = {none, none};
  end
  energy = kept_works;
  for name = fieldnames(packed.works)', energy.(name{1}) = packed.works.(name{1}); end
  log = cell2struct([num2cell(packed.table, 1), states], kept_columns, 2);
  result = cell2struct([struct2cell(packed); num2cell(packed.numbers); {log; energy}], ...
                       [fieldnames(packed); kept_names; {'log'; 'energy'}], 1);
  if ~isfield(packed, 't'), result.t = []; end
  if ~isfield(packed, 'active'), result.active = zeros(1, 0); end
end
