function yes = nsd_is_interactive()
%NSD_IS_INTERACTIVE  True at a desktop or a terminal, false in batch jobs.
  persistent found
  if isempty(found)
    if exist('OCTAVE_VERSION', 'builtin')
      [file, failed] = stat('/dev/fd/1');              % Windows has no /dev/fd: interactive
      found = isguirunning() || failed ~= 0 || S_ISCHR(file.mode);
    elseif exist('batchStartupOptionUsed') ~= 0 %#ok<EXIST>  a file or built-in, by release
      found = ~batchStartupOptionUsed();
    else
      found = usejava('desktop');
    end
  end
  yes = found;
end
