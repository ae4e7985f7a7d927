function y = nsd_trace_blkdiag(blocks)
%NSD_TRACE_BLKDIAG  Block diagonal matrix of traced and plain blocks.
  [refs, vals] = deal(cell(size(blocks)));
  for k = 1:numel(blocks)
    [refs{k}, vals{k}] = parts(NsdTrace.from(blocks{k}));
  end
  y = NsdTrace(blkdiag(refs{:}), blkdiag(vals{:}));
end
