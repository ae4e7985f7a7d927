function used = nsd_tape_reads(tape, inputs)
%NSD_TAPE_READS  For each of INPUTS, numbers from 1, true when the tape reads that input.
  sums = numel(nsd_kernel('tape')) - 1;           % the operands of a sum are in tape.term
  operands = [double(tape.term(:)); double(tape.output(:))];
  begin = 0;
  for k = 1:numel(tape.runOp)
    at = begin+1:double(tape.runEnd(k));
    begin = double(tape.runEnd(k));
    if tape.runOp(k) ~= sums
      operands = [operands; double(tape.a(at)'); double(tape.b(at)')]; %#ok<AGROW>
    end
  end
  used = ismember(inputs(:) - 1, operands);
end
