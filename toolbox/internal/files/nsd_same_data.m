function same = nsd_same_data(a, b)
%NSD_SAME_DATA  True for arrays, cells and structs with the same classes, sizes and values.
%   NaN equals NaN, and empty texts are one: MAT-files do not keep their sizes. Octave's isequaln
%   fails on cells inside cells.
  same = strcmp(class(a), class(b)) && isequal(size(a), size(b)) && issparse(a) == issparse(b);
  if ischar(a) && ischar(b) && isempty(a) && isempty(b), same = true; end
  if ~same, return; end
  if isstruct(a)
    names = fieldnames(a);
    same = isequal(sort(names), sort(fieldnames(b)));
    for k = 1:numel(names)
      same = same && nsd_same_data({a.(names{k})}, {b.(names{k})});
    end
  elseif iscellstr(a) && iscellstr(b)
    same = all(strcmp(a(:), b(:)) | (cellfun('isempty', a(:)) & cellfun('isempty', b(:))));
  elseif iscell(a)
    same = all(cellfun(@nsd_same_data, a(:), b(:)));
  else
    same = isequaln(a, b);
  end
end
