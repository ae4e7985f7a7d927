function hint = nsd_branch_hint(f, sizes, names, number)
%NSD_BRANCH_HINT  Why a function that branches cannot be recorded, with the line of the comparison.
%   NUMBER is the number of the comparison in the record of f; f is recorded again to find the line.
  NsdTrace.watch(number);
  nsd_record(f, sizes, names);
  hint = ['it branches (if, while, &&, ||) on t, q, v or a parameter', ...
          nsd_user_line(NsdTrace.watch(0))];
end
