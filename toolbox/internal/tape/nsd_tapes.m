function [tapes, report] = nsd_tapes(sys, at)
%NSD_TAPES  The functions of a system as tapes, each checked against its handle.
%   AT has t, q, v (nsd_tape_functions): the start, around which the check points lie. TAPES has
%   the fields of nsd_no_tapes, [] where there is no tape. REPORT is a struct array: name, compiled,
%   fixed (the tape holds the values of the parameters), wrong (tape and handle differ), hint (why).
  tapes = nsd_no_tapes(sys);
  report = struct('name', {}, 'compiled', {}, 'fixed', {}, 'wrong', {}, 'hint', {});
  given = nsd_tape_functions(sys, at.q, at.t);
  for k = 1:numel(given)
    [made, line] = compiled(given(k), at, sys.Parameters);
    for j = 1:numel(made), tapes.(given(k).fields{j}) = made{j}; end
    report(end+1) = line; %#ok<AGROW>  a handful
  end
end

function [made, line] = compiled(one, at, p)
% tapes with the parameters p as inputs; if this fails, with the values of p as constants
  [made, line] = attempt(one, at, p);
  if ~line.compiled && ~line.wrong && one.takes
    fixed = one;
    fixed.value = @(t, q, v, traced) one.value(t, q, v, p);
    if ~isempty(one.slope), fixed.slope = @(t, q, v, traced) one.slope(t, q, v, p); end
    [again, second] = attempt(fixed, at, p);
    if second.compiled
      [made, line] = deal(again, second);
      line.fixed = true;
    end
  end
end

function [made, line] = attempt(one, at, p)
  made = {};
  line = struct('name', one.name, 'compiled', false, 'fixed', false, 'wrong', false, 'hint', '');
  plain = @(x) one.value(x.t, x.q, x.v, p);
  sizes = [1, numel(at.q), numel(at.v)];
  [tapes, line.hint, line.wrong] = nsd_taped(one.value, sizes, one.requests, plain, at, p);
  if isempty(line.hint) && ~isempty(one.slope)
    [tapes, line.hint, line.wrong] = with_slope(tapes, one, sizes, at, p);
  end
  line.compiled = isempty(line.hint);
  if line.compiled, made = tapes; end
end

function [tapes, hint, wrong] = with_slope(tapes, one, sizes, at, p)
% the tape of the user's derivative replaces the derived one; where the user's derivative has no
% tape, the derived one is kept if both agree
  plain = @(x) one.slope(x.t, x.q, x.v, p);
  [own, hint, wrong] = nsd_taped(one.slope, sizes, {'value'}, plain, at, p);
  if isempty(hint)
    tapes{2} = own{1};
    tapes{2}.given = 1;
  elseif ~wrong && ~isempty(tapes{2})
    [hint, wrong] = nsd_tape_check(plain, tapes{2}, at, p, 1e-6);
    if wrong
      hint = 'its Jacobian differs from the derivative of the function; see nsd_check_system';
    end
  end
end
