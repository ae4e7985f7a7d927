function [tapes, hint, wrong] = nsd_taped(f, sizes, requests, plain, at, p)
%NSD_TAPED  Tapes of a function f(t, q, v, p) that agree with it, or in HINT why there are none.
%   SIZES of its arguments without p; REQUESTS to gateway 'tape'. PLAIN, AT and WRONG:
%   nsd_tape_check.
  [tapes, wrong] = deal([], false);
  names = fieldnames(p);
  [trace, hint] = nsd_record(f, sizes, names);
  if isempty(trace), return; end
  [tapes, unused] = nsd_kernel('tape', trace, [requests, {'comparisons'}], ...
                               [numel(at.q), numel(at.v)]);
  choices = tapes{end};
  tapes = tapes(1:end-1);
  if isempty(tapes{1})
    hint = 'it has too many operations';
  elseif unused > 0            % recorded again to find the line of the comparison
    NsdTrace.watch(unused);
    nsd_record(f, sizes, names);
    hint = ['it branches (if, while, &&, ||) on t, q, v or a parameter', ...
            nsd_user_line(NsdTrace.watch(0))];
  else
    [hint, wrong] = nsd_tape_check(plain, tapes{1}, at, p, 1e-9, choices);
  end
end
