function f = nsd_ordered_arguments(f, wanted)
%NSD_ORDERED_ARGUMENTS  A function that takes its arguments in the order WANTED, a cell of names.
%   An anonymous function whose arguments have just these names in another order, as @(t,q) where
%   (q,t) is called for, is wrapped; the parameters p stay last. All others are as they were.
  names = regexp(func2str(f), '^@\(([^)]*)\)', 'tokens', 'once');
  if isempty(names), return; end
  names = strtrim(strsplit(names{1}, ','));
  last = numel(names);
  if last > 1 && strcmp(names{last}, 'p'), last = last - 1; end
  if last < 2 || last > numel(wanted), return; end
  wanted = wanted(1:last);
  [found, order] = ismember(wanted, names(1:last));
  if ~all(found) || isequal(order, 1:last), return; end
  [~, place] = sort(order);                       % argument k of f is number place(k) of WANTED
  withP = last < numel(names);
  switch 10*last + withP
    case 20, f = @(a, b) f(b, a);
    case 21, f = @(a, b, p) f(b, a, p);
    case 30, f = @(a, b, c) reordered(f, {a, b, c}, place);
    otherwise, f = @(a, b, c, p) reordered(f, {a, b, c, p}, [place, 4]);
  end
end

function y = reordered(f, in, place)
  y = f(in{place});
end
