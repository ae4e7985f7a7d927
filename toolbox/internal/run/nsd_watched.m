function yes = nsd_watched()
%NSD_WATCHED  True where somebody watches the output: at a desktop or a terminal, not in batch jobs.
  persistent found
  if isempty(found)
    if exist('OCTAVE_VERSION', 'builtin')
      [file, failed] = stat('/dev/fd/1');              % not there on Windows: as at a terminal
      found = isguirunning() || failed ~= 0 || S_ISCHR(file.mode);
    elseif exist('batchStartupOptionUsed', 'builtin')
      found = ~batchStartupOptionUsed();
    else
      found = usejava('desktop');
    end
  end
  yes = found;
end
