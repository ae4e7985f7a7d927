function hint = nsd_branch_hint(f, sizes, names, number)
%NSD_BRANCH_HINT  Why a function that branches has no record, with the line of the comparison.
%   NUMBER is that of the comparison in the record of f; it is recorded once more to see where.
  NsdTrace.watch(number);
  nsd_record(f, sizes, names);
  hint = ['it branches (if, while, &&, ||) on t, q, v or a parameter', ...
          nsd_user_line(NsdTrace.watch(0))];
end
