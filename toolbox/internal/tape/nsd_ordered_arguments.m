function [f, open] = nsd_ordered_arguments(f, wanted, reason, form)
%NSD_ORDERED_ARGUMENTS  A function that takes its arguments in the order WANTED, a cell of names.
%   A function whose arguments have just these names in another order, as (t,q) where (q,t) is
%   called for, is wrapped; the parameters p stay last. Names are those of an anonymous function, or
%   in the file of another one (nsd_argument_names). Where WANTED names the state x (or
%   y = [q; v]), some of the names are enough, as @(t,x) where (x,i,t) is called for, and an
%   argument t is the time wherever it stands, the others going by their place, as in @(t,z); where
%   a number i is called for, as in a reset r(x,i,t), j, k and n are one too. A
%   function with t, q or v where another one is passed raises nsd:system:REASON; FORM says what may
%   be written, as in 'contact: the function must be @(q) or @(q,t)'. All others are as they were;
%   OPEN is true where states are called for and names do not decide (nsd_decided_arguments).
%   Where WANTED is {t, q, v} and REASON is 'badLimit', some of the three names are enough.
  f = nsd_wrap_builtin(f);
  open = false;
  states = any(ismember({'x', 'y'}, wanted));
  names = nsd_argument_names(f);
  if isempty(names), open = states && abs(nargin(f)) > 1; return; end
  last = numel(names);
  if last > 1 && (strcmp(names{last}, 'p') || (states && last == numel(wanted) + 1))
    last = last - 1;
  end
  withP = last < numel(names);
  names = names(1:last);
  if states
    [place, open] = by_names_of_states(names, wanted);
    if ~isequal(place, 1:last) || (withP && last < numel(wanted))
      f = from_all(f, place, withP, numel(wanted));
    end
    return
  end
  [known, place] = ismember(names, wanted);       % argument k of f is number place(k) of WANTED
  distinct = all(known) && numel(unique(place)) == last;
  if strcmp(reason, 'badLimit') && distinct && ~isequal(place, 1) && ~isequal(place, 1:3)
    f = from_all(f, place, withP, 3);
  elseif distinct && last > 1 && isequal(sort(place), 1:last) && ~isequal(place, 1:last)
    f = from_all(f, place, withP, last);
  else
    refuse_misplaced(names, wanted, reason, form);
  end
end

function [place, open] = by_names_of_states(names, wanted)
% argument k is number place(k) of WANTED; OPEN: the names do not say which one is the state
  [count, last] = deal(numel(wanted), numel(names));
  place = 1:last;
  open = false;
  if last > count, return; end                    % refused by its number of arguments
  number = find(ismember(names, {'i', 'j', 'k', 'n'}));
  if any(strcmp('i', wanted)) && isscalar(number), names{number} = 'i'; end
  [known, at] = ismember(names, wanted);
  unused = strcmp(names, '~');
  state = find(ismember(wanted, {'x', 'y'}), 1);
  others = known & at ~= state;                   % t, and i, side, lambda
  if any(others)
    known = others | (known & sum(ismember(names, {'x', 'y'})) == 1);
  elseif ~all(known)
    named = find(~unused);
    ys = find(strcmp(names, 'y'));
    if isscalar(named) && last == 2               % (~,z): the argument that is used
      ys = named;
    elseif any(strcmp(names, 'x')) && last > 1    % as in y' = f(x,y), or x' = f(x,u)?
      ys = [];
    end
    open = last > 1 && ~all(unused) ...
           && (~isscalar(ys) || (ys > 1 && count > 2 && ~any(unused)));
    if last == 1 || open || isempty(ys), return; end
    [known(ys), at(ys)] = deal(true, state);
  end
  place(known) = at(known);
  rest = setdiff(1:count, at(known));
  place(~known) = rest(1:sum(~known));
end

function f = from_all(f, place, withP, count)
% a function of COUNT arguments, and p, from one that takes those of numbers PLACE
  switch count + withP
    case 2, f = @(a, b) nsd_reordered(f, {a, b}, [place, 2*ones(1, withP)]);
    case 3, f = @(a, b, c) nsd_reordered(f, {a, b, c}, [place, 3*ones(1, withP)]);
    otherwise, f = @(a, b, c, d) nsd_reordered(f, {a, b, c, d}, [place, 4*ones(1, withP)]);
  end
end

function refuse_misplaced(names, wanted, reason, form)
% t, q and v mean time, position and velocity: none of them may get another one's value
  for k = find(ismember(names, {'t', 'q', 'v'}))
    if k > numel(wanted) || ~strcmp(names{k}, wanted{k})
      meaning = '';
      if k <= numel(wanted), meaning = [', it would be ' wanted{k}]; end
      error(['nsd:system:' reason], '%s, not @(%s): argument %d would not be %s%s', form, ...
            strjoin(names, ','), k, names{k}, meaning);
    end
  end
end
