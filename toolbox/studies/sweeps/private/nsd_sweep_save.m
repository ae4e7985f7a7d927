function nsd_sweep_save(file, content, raw, done) %#ok<INUSL>  saved by name
%NSD_SWEEP_SAVE  Finished runs into a file; an interrupted save leaves the old one.
  part = [file '.part'];
  save(part, '-v7', 'content', 'raw', 'done');
  [ok, text] = movefile(part, file, 'f');
  if ~ok, error('nsd:sweep:badFile', '%s cannot be written: %s', file, text); end
end
