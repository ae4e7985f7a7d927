function sol = simulate_quietly(varargin)
%SIMULATE_QUIETLY  nsd_simulate without its warnings, for tests that read sol.status instead.
  before = warning();
  restore = onCleanup(@() warning(before)); %#ok<NASGU>
  names = {'energy:gain', 'simulate:lastStep', 'simulate:ray', 'simulate:diverged', ...
           'simulate:userError', 'simulate:maxIter', 'simulate:stalled', 'simulate:jointStart', ...
           'simulate:newton', 'simulate:notDefinite', 'simulate:notFinite', 'simulate:gapStart', ...
           'simulate:stabilityLimit', 'simulate:illPosed', 'simulate:singular', ...
           'simulate:noNormal', 'simulate:unstableParameters'};
  for k = 1:numel(names)
    warning('off', ['nsd:' names{k}]);
  end
  sol = nsd_simulate(varargin{:}, 'Progress', 'off');
end
