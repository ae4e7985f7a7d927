function [raw, done, seen] = nsd_sweep_save(file, content, raw, done, seen)
%NSD_SWEEP_SAVE  Finished runs into the file of a sweep; what cannot be saved is kept and told.
%   SEEN is the stamp of the file as this process saw it last. If another process has written the
%   file since, its finished runs are taken over; between reading and writing no other process
%   writes (nsd_lock_folder): nothing that was saved is lost. A failure warns nsd:sweep:notSaved,
%   leaves the file as it is, and the sweep goes on.
  try
    unlock = nsd_lock_folder(fileparts(file)); %#ok<NASGU>  until the end of this function
    if ~isequal(nsd_file_stamp(file), seen)
      [theirs, finished] = nsd_sweep_load(file, content);
      more = find(finished & ~done);
      if ~isempty(more), raw = nsd_sweep_merge(raw, theirs, more); end
      done(more) = true;
    end
    nsd_write_file(file, @(part) store(part, content, raw, done), ...
                   @(part) unlike(part, content, raw, done));
    seen = nsd_file_stamp(file);
  catch err
    nsd_warn('nsd:sweep:notSaved', ['%d finished runs are not saved: %s. The sweep goes on, ' ...
             'keeps them in memory and tries again'], sum(done), err.message);
  end
end

function store(part, content, raw, done) %#ok<INUSD>  saved by name
  save(part, '-v7', 'content', 'raw', 'done');
end

function reason = unlike(part, content, raw, done)
% '' when the file holds what was to be saved
  reason = 'what was written cannot be read back: the disk may be full';
  try
    back = load(part, '-mat');
    if all(cellfun(@nsd_same_data, {back.content, back.raw, back.done}, {content, raw, done}))
      reason = '';
    end
  catch err
    reason = sprintf('%s (%s)', reason, err.message);
  end
end
