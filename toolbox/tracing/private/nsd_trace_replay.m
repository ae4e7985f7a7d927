function [ref, val] = nsd_trace_replay(tape, ref, val)
%NSD_TRACE_REPLAY  Record the operations of a tape (gateway 'tape'): REF, VAL of its inputs in,
%   those of its result, a column, out.
  persistent names
  if isempty(names), names = nsd_kernel('tape'); end
  work = nsd_trace_operands(ref(:).', val(:).');
  work = [work, nsd_trace_record('constant', tape.constant(:).')];
  [a, b] = deal(double(tape.a), double(tape.b));
  last = 0;
  for k = 1:numel(tape.runOp)
    name = names{tape.runOp(k) + 1};
    sums = strcmp(name, 'LINEAR');
    while last < tape.runEnd(k)
      at = last + 1:double(tape.runEnd(k));
      if sums
        at = at(1);
        terms = a(at) + 1:b(at);
        operands = {work(double(tape.term(terms)) + 1), tape.factor(terms)};
        work = [work, nsd_trace_record('linear', numel(terms), operands)]; %#ok<AGROW>
      else                             % those of the run whose operands are known, at once
        known = max(a(at), b(at)) < numel(work);
        at = at(1:find([~known, true], 1) - 1);
        work = [work, nsd_trace_record('op', name, [work(a(at) + 1); work(b(at) + 1)])]; %#ok<AGROW>
      end
      last = at(end);
    end
  end
  [ref, val] = deal(0*(1:tape.size)');
  from = work(double(tape.output) + 1);
  to = double(tape.place) + 1;
  known = from < 0;
  ref(to(~known)) = from(~known);
  if any(known), val(to(known)) = nsd_trace_record('values', -from(known)); end
end
