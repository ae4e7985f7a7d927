function yes = nsd_is_read(option, method, kind)
%NSD_IS_READ  True when METHOD reads an option, a row of its table, for systems of a kind, nsd_kind.
%   NSD_IS_READ([], METHOD, KIND) has one for each row of the table of options.
  persistent known                                % constant, and asked for in every run
  if isempty(option)
    key = [strrep(method, '-', '_') '_' kind.name];
    if ~isfield(known, key)
      known.(key) = arrayfun(@(row) nsd_is_read(row, method, kind), nsd_option_table());
    end
    yes = known.(key);
    return
  end
  yes = (isempty(option.methods) || any(strcmp(method, option.methods))) ...
        && (isempty(option.systems) || any(strcmp(kind.name, option.systems)));
end
