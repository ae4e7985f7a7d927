function names = nsd_entry_names(n)
%NSD_ENTRY_NAMES  'q1', ..., 'v1', ...: names of the 2 N entries of [q; v].
  numbered = @(letter) arrayfun(@(k) sprintf('%s%d', letter, k), 1:n, 'UniformOutput', false);
  names = [numbered('q'), numbered('v')];
end
