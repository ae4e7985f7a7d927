function result = nsd_unload_friction(result, k)
%NSD_UNLOAD_FRICTION  The result of a kernel without the K coordinates of NsdSystem.loaded.
%   Tangential impulses and forces stay, those of frictions of given limit behind those of contacts;
%   of the events at their stops only stick and slip stay.
  for name = {'q', 'v', 'impulse', 'reaction', 'acceleration'}
    if isfield(result, name{1}) && ~isempty(result.(name{1}))
      result.(name{1}) = result.(name{1})(:, 1:end-k);
    end
  end
  if isfield(result, 'gaps'), result.gaps = result.gaps(1:end-k, :); end
  log = result.log;
  m = size(result.impulse, 2);
  kept = log.contact <= m | ismember(log.kind, nsd_event_kinds('stick', 'slip', 'user', 'cross'));
  for name = {'t', 'contact', 'kind', 'vBefore', 'vAfter', 'impulse', 'loss', 'row', 'direction'}
    log.(name{1}) = log.(name{1})(kept);
  end
  for name = {'stateQ', 'stateV'}
    if ~isempty(log.(name{1})), log.(name{1}) = log.(name{1})(1:end-k, :); end
  end
  result.log = log;
end
