function restore = nsd_silence_warnings(ids)
%NSD_SILENCE_WARNINGS  Switch warnings off until the result is cleared, then each is as it was.
%   RESTORE = NSD_SILENCE_WARNINGS() those of nsd_simulate, NSD_SILENCE_WARNINGS(IDS) those of a
%   cell of identifiers, NSD_SILENCE_WARNINGS({'all'}) all. The result is an onCleanup, which acts
%   at the end of the function that holds it, also after an error and after Ctrl-C.
%   before = warning(); ...; warning(before) would not do: identifiers that are not in BEFORE, as
%   most are, would stay off.
  if nargin < 1, ids = strcat('nsd:', words_of_runs()); end
  before = cellfun(@(id) warning('off', id), ids, 'UniformOutput', false);
  restore = onCleanup(@() put_back(before));
end

function put_back(before)
  for k = numel(before):-1:1
    if numel(before{k}) > 1, warning('on', 'all'); end   % 'all': forget what was named since
    warning(before{k});
  end
end

function words = words_of_runs()
  words = {'energy:gain', 'simulate:lastStep', 'simulate:ray', 'simulate:maxIter', ...
           'simulate:stalled', 'simulate:diverged', 'simulate:newton', 'simulate:notDefinite', ...
           'simulate:notFinite', 'simulate:userError', 'simulate:gapStart', ...
           'simulate:jointStart', 'simulate:startPenetrates', 'simulate:stabilityLimit', ...
           'simulate:illPosed', 'simulate:unusedParameter', 'simulate:penetration', ...
           'simulate:longSpan', 'simulate:degrees', 'simulate:eventStays', ...
           'options:notRead'};
end
