function f = nsd_ordered_arguments(f, wanted, reason, form)
%NSD_ORDERED_ARGUMENTS  A function that takes its arguments in the order WANTED, a cell of names.
%   An anonymous function whose arguments have just these names in another order, as @(t,q) where
%   (q,t) is called for, is wrapped; the parameters p stay last. Where WANTED names the state x (or
%   y = [q; v]), some of the names are enough, as @(t,x) where (x,i,t) is called for, and an
%   argument t is the time wherever it stands, the others going by their place, as in @(t,z). A
%   function with t, q or v where another one is passed raises nsd:system:REASON; FORM says what may
%   be written, as in 'contact: the function must be @(q) or @(q,t)'. All others are as they were.
%   Where WANTED is {t, q, v} and REASON is 'badLimit', some of the three names are enough.
  f = nsd_wrap_builtin(f);
  names = regexp(func2str(f), '^@\(([^)]*)\)', 'tokens', 'once');
  if isempty(names), return; end
  names = strtrim(strsplit(names{1}, ','));
  last = numel(names);
  if last > 1 && strcmp(names{last}, 'p'), last = last - 1; end
  withP = last < numel(names);
  [known, place] = ismember(names(1:last), wanted);   % argument k of f is number place(k) of WANTED
  distinct = all(known) && numel(unique(place)) == last;
  if any(ismember({'x', 'y'}, wanted))
    f = by_names_of_states(f, names, wanted, place.*distinct);
  elseif strcmp(reason, 'badLimit') && distinct && ~isequal(place, 1) && ~isequal(place, 1:3)
    f = from_all(f, place, withP, 3);
  elseif distinct && last > 1 && isequal(sort(place), 1:last) && ~isequal(place, 1:last)
    f = from_all(f, place, withP, last);
  else
    refuse_misplaced(names(1:last), wanted, reason, form);
  end
end

function f = by_names_of_states(f, names, wanted, place)
% PLACE: those of the arguments without p, zero where their names do not decide
  count = numel(wanted);
  if all(place > 0) && any(strcmp(names(1:numel(place)), 'x'))
    withP = numel(place) < numel(names);
    if ~isequal(place, 1:numel(place)) || (withP && numel(place) < count)
      f = from_all(f, place, withP, count);
    end
    return
  end
  time = find(strcmp(names, 't'));
  at = find(strcmp(wanted, 't'));
  others = setdiff(1:count, at);
  if ~isscalar(time) || isequal(time, at) || numel(names) > count, return; end
  place = zeros(1, numel(names));
  place(time) = at;
  place(place == 0) = others(1:numel(names) - 1);
  f = from_all(f, place, false, count);
end

function f = from_all(f, place, withP, count)
% a function of COUNT arguments, and p, from one that takes those of numbers PLACE
  switch count + withP
    case 2, f = @(a, b) reordered(f, {a, b}, [place, 2*ones(1, withP)]);
    case 3, f = @(a, b, c) reordered(f, {a, b, c}, [place, 3*ones(1, withP)]);
    otherwise, f = @(a, b, c, d) reordered(f, {a, b, c, d}, [place, 4*ones(1, withP)]);
  end
end

function varargout = reordered(f, in, place)
  [varargout{1:max(1, nargout)}] = f(in{place});
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
