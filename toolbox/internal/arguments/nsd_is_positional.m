function yes = nsd_is_positional(options)
%NSD_IS_POSITIONAL  True when the method states contacts on positions, or locates impacts.
  row = nsd_method_table(options.Method);
  yes = strcmp(row.law, 'position') || (strcmp(row.law, 'choice') && strcmp(options.GGL, 'on'));
end
