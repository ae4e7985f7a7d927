function names = nsd_methods_of(kind, friction)
%NSD_METHODS_OF  Names of the methods for a kind of systems (nsd_kind), in a row.
%   NSD_METHODS_OF(KIND, 'friction'): those of them that have a friction law.
  [table, names] = nsd_method_table();
  fits = cellfun(@(s) any(strcmp(kind, s)), {table.systems});
  if nargin > 1, fits = fits & ~strcmp({table.(friction)}, 'no'); end
  names = names(fits);
end
