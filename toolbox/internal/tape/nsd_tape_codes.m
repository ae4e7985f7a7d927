function codes = nsd_tape_codes()
%NSD_TAPE_CODES  Numbers of the operations of a tape (c/model/tape/tape_ops.h), as a struct by name.
  persistent known
  if isempty(known)
    names = nsd_tape_mex();
    known = cell2struct(num2cell(0:numel(names) - 1), names, 2);
  end
  codes = known;
end
