function [raw, done] = nsd_sweep_load(file, content)
%NSD_SWEEP_LOAD  Finished runs from a file, if there is one and it belongs to this sweep.
  raw = [];
  done = false(numel(content.t0), 1);
  if exist(file, 'file') ~= 2, return; end
  try
    saved = load(file);
  catch err
    error('nsd:sweep:badFile', '%s cannot be read: %s', file, err.message);
  end
  if ~isfield(saved, 'content') || ~isfield(saved, 'done') || ~isequaln(saved.content, content)
    error('nsd:sweep:otherFile', ['%s belongs to another sweep (system, parameters, start or ' ...
          'options differ): delete it, or name another File'], file);
  end
  raw = saved.raw;
  done = logical(saved.done);
end
