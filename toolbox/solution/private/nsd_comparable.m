function s = nsd_comparable(sol)
%NSD_COMPARABLE  What two equal runs have in common, as a struct: all but the time they took.
  s = struct('empty', isempty(sol.system));
  if s.empty, return; end
  s = sol.toStruct();
  s.stats = rmfield(s.stats, 'kernelSeconds');
end
