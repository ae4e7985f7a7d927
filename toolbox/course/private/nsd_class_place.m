function place = nsd_class_place(place)
%NSD_CLASS_PLACE  Where answers are kept: struct with folder and name, or []; set when one is given.
  persistent kept
  if nargin > 0, kept = place; end
  place = kept;
end
