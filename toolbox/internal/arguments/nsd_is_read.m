function yes = nsd_is_read(option, method, kind)
%NSD_IS_READ  True when METHOD reads an option, a row of its table, for systems of a kind, nsd_kind.
  yes = (isempty(option.methods) || any(strcmp(method, option.methods))) ...
        && (isempty(option.systems) || any(strcmp(kind.name, option.systems)));
end
