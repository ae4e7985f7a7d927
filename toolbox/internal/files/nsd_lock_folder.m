function unlock = nsd_lock_folder(folder)
%NSD_LOCK_FOLDER  Keep other processes of the toolbox from writing together with this one.
%   UNLOCK = NSD_LOCK_FOLDER(FOLDER) waits until no other process has the lock of FOLDER and takes
%   it. It is given back when UNLOCK is cleared, and by the system when the process ends, however it
%   ends. No file is left. Where the disk has no locks (some network disks), nothing is locked.
%   Raises nsd:file:locked when another process has the lock for a minute.
  clock = tic();
  ticket = nsd_kernel('lock', folder);
  while ticket == 0 && toc(clock) < 60
    pause(0.01);
    ticket = nsd_kernel('lock', folder);
  end
  if ticket == 0
    error('nsd:file:locked', 'another process has been writing in %s for a minute', folder);
  end
  unlock = onCleanup(@() nsd_kernel('lock', ticket));
end
