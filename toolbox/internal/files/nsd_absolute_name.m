function file = nsd_absolute_name(file)
%NSD_ABSOLUTE_NAME  Full name of a file: relative names would also be looked for on the path.
%   A link is followed to the file that it names, where that file exists.
  if strncmp(file, '~/', 2) && isunix(), file = [getenv('HOME') file(2:end)]; end
  if isempty(regexp(file, '^([/\\]|[A-Za-z]:[/\\])', 'once')), file = fullfile(pwd(), file); end
  if exist('OCTAVE_VERSION', 'builtin')
    [real, failed] = canonicalize_file_name(file);
    if ~failed, file = real; end
  end
end
