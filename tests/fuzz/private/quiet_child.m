function quiet_child(folder)
%QUIET_CHILD  In a child: what calls print goes into the file `said` of FOLDER.
  [file, message] = fopen(fullfile(folder, 'said'), 'w');
  if file < 0, error('nsd:fuzz:file', '%s', message); end
  dup2(file, stdout);
  dup2(file, stderr);
end
