function [given, outputs, what] = mutated_call(calls, number)
%MUTATED_CALL  Call NUMBER of the fuzzer: one of the recorded calls with one to three changes.
%   The same NUMBER gives the same call in every session. WHAT names the changes.
  rand('twister', number); %#ok<RAND>  Octave has no rng
  call = calls(1 + floor(numel(calls)*rand()));
  given = call.given;
  outputs = call.outputs;
  what = given{1};
  for k = 1:1 + floor(3*rand())
    [arguments, text] = changed_value(given(2:end), 0);
    what = [what, ' ', text]; %#ok<AGROW>  three at most
    if ~iscell(arguments), arguments = {arguments}; end
    given = [given(1), reshape(arguments, 1, [])];
  end
  if rand() < 0.05
    outputs = floor((outputs + 2)*rand());
    what = sprintf('%s outputs=%d', what, outputs);
  end
end
