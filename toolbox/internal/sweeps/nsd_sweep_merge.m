function raw = nsd_sweep_merge(raw, part, runs)
%NSD_SWEEP_MERGE  Results RAW of a sweep with those of the given runs taken from PART.
  if isempty(raw)
    raw = part;
    return
  end
  for name = fieldnames(part)'
    if iscell(part.(name{1}))
      raw.(name{1})(runs) = part.(name{1})(runs);
    else
      raw.(name{1})(:, runs) = part.(name{1})(:, runs);
    end
  end
end
