function number = nsd_process_number()
%NSD_PROCESS_NUMBER  Number of this process, which no other process of the machine has now.
  if exist('OCTAVE_VERSION', 'builtin'), number = getpid(); else, number = feature('getpid'); end
end
