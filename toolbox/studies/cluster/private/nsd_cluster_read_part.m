function [part, reason] = nsd_cluster_read_part(sweep, name)
%NSD_CLUSTER_READ_PART  A part of a sweep: head and raw; [] and a REASON if it is torn or foreign.
  part = [];
  file = fullfile(sweep.folder, 'parts', name);
  found = regexp(name, '^part_(\d+)_([0-9a-f]{64})', 'tokens', 'once');
  [bytes, reason] = nsd_read_bytes(file);
  if ~isempty(reason), return; end
  if ~strcmp(nsd_kernel('hash', bytes), found{2})
    reason = 'it is torn: the hash of its bytes is not that of its name';
    return
  end
  clear bytes
  try
    part = load(file);
    foreign = ~strcmp(part.head.sweep, sweep.id) || part.head.chunk ~= str2double(found{1});
  catch err
    [part, reason] = deal([], err.message);
    return
  end
  if foreign, [part, reason] = deal([], 'it belongs to another sweep'); end
end
