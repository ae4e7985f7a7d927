function name = nsd_match_name(given, known, area, caller)
%NSD_MATCH_NAME  The known option name that `given` spells, ignoring case.
%   Anything else raises nsd:<area>:unknownOption and offers the nearest names.
  if ~ischar(given)
    error(['nsd:' area ':unknownOption'], ...
          '%s: expected an option name (a character vector), got %s', caller, class(given));
  end
  hit = find(strcmpi(given, known), 1);
  if isempty(hit)
    error(['nsd:' area ':unknownOption'], '%s has no option "%s"; nearest: %s', caller, given, ...
          strjoin(nearest(given, known), ', '));
  end
  name = known{hit};
end

function names = nearest(given, known)
  far = zeros(1, numel(known));
  for k = 1:numel(known)
    far(k) = edit_distance(lower(given), lower(known{k}));
  end
  [~, order] = sort(far);
  names = known(order(1:min(3, end)));
end

function d = edit_distance(a, b)
% insertions, deletions and exchanges that turn a into b
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
