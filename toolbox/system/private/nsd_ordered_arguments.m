function f = nsd_ordered_arguments(f, wanted, reason, form)
%NSD_ORDERED_ARGUMENTS  A function that takes its arguments in the order WANTED, a cell of names.
%   An anonymous function whose arguments have just these names in another order, as @(t,q) where
%   (q,t) is called for, is wrapped; the parameters p stay last. A function with t, q or v where
%   another one is passed raises nsd:system:REASON; FORM says what may be written, as in
%   'contact: the function must be @(q) or @(q,t)'. All others are as they were. Where WANTED is
%   {t, q, v} and REASON is 'badLimit', some of the three names are enough, as in @(v).
  f = nsd_wrap_builtin(f);
  names = regexp(func2str(f), '^@\(([^)]*)\)', 'tokens', 'once');
  if isempty(names), return; end
  names = strtrim(strsplit(names{1}, ','));
  last = numel(names);
  if last > 1 && strcmp(names{last}, 'p'), last = last - 1; end
  withP = last < numel(names);
  [known, place] = ismember(names(1:last), wanted);   % argument k of f is number place(k) of WANTED
  distinct = all(known) && numel(unique(place)) == last;
  if strcmp(reason, 'badLimit') && distinct && ~isequal(place, 1) && ~isequal(place, 1:3)
    f = from_all(f, place, withP);
  elseif distinct && last > 1 && isequal(sort(place), 1:last) && ~isequal(place, 1:last)
    f = from_all_in_order(f, place, withP);
  else
    refuse_misplaced(names(1:last), wanted, reason, form);
  end
end

function f = from_all(f, place, withP)
% a function of (t,q,v) from one of some of them
  if withP
    f = @(a, b, c, p) reordered(f, {a, b, c, p}, [place, 4]);
  else
    f = @(a, b, c) reordered(f, {a, b, c}, place);
  end
end

function f = from_all_in_order(f, place, withP)
  if numel(place) == 3
    f = from_all(f, place, withP);
  elseif withP
    f = @(a, b, p) f(b, a, p);
  else
    f = @(a, b) f(b, a);
  end
end

function y = reordered(f, in, place)
  y = f(in{place});
end

function refuse_misplaced(names, wanted, reason, form)
% t, q and v mean time, position and velocity: none of them may get another one's value
  for k = find(ismember(names, {'t', 'q', 'v'}))
    if k > numel(wanted) || ~strcmp(names{k}, wanted{k})
      error(['nsd:system:' reason], '%s, not @(%s): argument %d would not be %s', form, ...
            strjoin(names, ','), k, names{k});
    end
  end
end
