function tapes = nsd_no_tapes(sys)
%NSD_NO_TAPES  The struct of tapes of a system (or of a kind, by name) with no tape in it.
  names = nsd_kind(sys).tapes;
  tapes = cell2struct(cell(1, numel(names)), names, 2);
end
