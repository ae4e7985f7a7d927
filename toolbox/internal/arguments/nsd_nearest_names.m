function [names, far] = nsd_nearest_names(given, known)
%NSD_NEAREST_NAMES  Up to three known names that are spelled most like `given`, nearest first.
%   FAR is the edit distance of the first name; 1 where one name is the beginning of the other.
  far = zeros(1, numel(known));
  for k = 1:numel(known)
    far(k) = edit_distance(lower(given), lower(known{k}));
    shared = min(numel(given), numel(known{k}));
    if shared > 2 && strncmpi(given, known{k}, shared), far(k) = 1; end
  end
  [far, order] = sort(far);
  names = known(order(1:min(3, end)));
  far = far(1);
end

function d = edit_distance(a, b)
% insertions, deletions and exchanges of letters that turn a into b
  row = 0:numel(b);
  for i = 1:numel(a)
    previous = row;
    row(1) = i;
    for j = 1:numel(b)
      row(j+1) = min([previous(j+1) + 1, row(j) + 1, previous(j) + (a(i) ~= b(j))]);
    end
  end
  d = row(end);
end
