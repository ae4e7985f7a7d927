function report = fuzz_gateways(varargin)
%FUZZ_GATEWAYS  Mutated calls of every gateway: each must return or raise, never crash or hang.
%   REPORT = FUZZ_GATEWAYS(SECONDS, FIRST, COUNT) takes real calls of all gateways
%   (gateway_calls.m), changes them (mutated_call.m) and calls the MEX file with them in child
%   processes (run_in_children.m): COUNT calls from number FIRST on [10, 1, Inf]; the same number
%   is the same call in every session. Errors must be of nsd.
%   FUZZ_GATEWAYS(0, NUMBER) shows call NUMBER and calls it here. Octave only.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
  [calls, copy] = recorded_calls(); %#ok<ASGLU>  the copy is kept until the end
  if seconds == 0
    show(calls, first);
  else
    report = run_in_children('gateways', @(number) try_call(calls, number), seconds, first, count);
  end
end

function wrong = try_call(calls, number)
  wrong = '';
  [given, outputs] = mutated_call(calls, number);
  result = cell(1, outputs);
  try
    [result{:}] = nsd_kernel_itself(given{:});
  catch err
    if ~strncmp(err.identifier, 'nsd:', 4)
      wrong = sprintf('%s [%s]', err.message, err.identifier);
    end
  end
end

function show(calls, number)
  [given, outputs, what] = mutated_call(calls, number);
  fprintf('%s, %d outputs\n', what, outputs);
  disp(given(2:end));
  fflush(stdout);
  result = cell(1, outputs);
  [result{:}] = nsd_kernel_itself(given{:});
  disp(result);
end
