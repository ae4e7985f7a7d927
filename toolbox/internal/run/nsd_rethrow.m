function nsd_rethrow(err, area)
%NSD_RETHROW  Raise an error again: unchanged, or as nsd:AREA:noMemory if the host has no memory.
  words = {'Octave:bad-alloc', 'MATLAB:nomem', 'MATLAB:array:SizeLimitExceeded'};
  if any(strcmp(err.identifier, words)) || strncmp(err.message, 'out of memory', 13)
    error(sprintf('nsd:%s:noMemory', area), ['there is no memory for this problem (%s): fewer ' ...
          'rows (OutputEvery, given times) or sparse matrices may help'], err.message);
  end
  rethrow(err);
end
