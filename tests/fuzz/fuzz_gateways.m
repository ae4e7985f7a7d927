function report = fuzz_gateways(seconds, first, count)
%FUZZ_GATEWAYS  Mutated calls of every gateway: each must return or raise, never crash or hang.
%   FUZZ_GATEWAYS(SECONDS) takes real calls of all gateways (gateway_calls.m), changes them
%   (mutated_call.m) and calls the MEX file with them in child processes, one after the other. A
%   crash, or a call of more than a minute, ends the child and is reported with the number of its
%   call, and a new child goes on with the next number.
%   FUZZ_GATEWAYS(SECONDS, FIRST) starts with call number FIRST [1]; the same number is the same
%   call in every session. FUZZ_GATEWAYS(SECONDS, FIRST, COUNT) ends after COUNT calls [Inf].
%   FUZZ_GATEWAYS(0, NUMBER) shows call NUMBER and calls it here.
%   REPORT: calls, crashes and hangs (numbers of calls), foreign (errors that are not of nsd, a
%   struct array with identifier, message, number), failed (a crash, a hang or a foreign error).
%   Octave only; `make fuzz SECONDS=n` runs it.
  if nargin < 1, seconds = 10; end
  if nargin < 2, first = 1; end
  if nargin < 3, count = Inf; end
  [calls, copy] = recorded_calls(); %#ok<ASGLU>  the copy is kept until the end
  if seconds == 0
    show(calls, first);
    return
  end
  folder = tempname();
  mkdir(folder);
  restore = onCleanup(@() remove_folder(folder)); %#ok<NASGU>
  report = struct('calls', 0, 'crashes', [], 'hangs', [], 'foreign', no_errors());
  clock = tic();
  number = first;
  while toc(clock) < seconds && number < first + count
    pid = start(calls, folder, [number, first + count], seconds - toc(clock));
    hangs = watch_child(pid, folder);
    [last, ended, foreign] = read_back(folder, number);
    report.foreign = [report.foreign, foreign];
    if hangs
      report.hangs(end+1) = last;
      fprintf('call %d hangs: fuzz_gateways(0, %d) shows it\n', last, last);
    elseif ~ended
      report.crashes(end+1) = last;
      fprintf('call %d crashes: fuzz_gateways(0, %d) shows it\n', last, last);
    end
    report.calls = report.calls + last - number + 1;
    number = last + 1;
  end
  report = close_report(report, first, toc(clock));
end

function pid = start(calls, folder, numbers, seconds)
  fflush(stdout);
  pid = fork();
  if pid == 0
    try
      crash_dumps_octave_core(false);
      mutate_and_call(calls, folder, numbers, seconds);
    catch err
      fprintf('the fuzzer itself fails: %s (%s:%d)\n', err.message, err.stack(1).name, ...
              err.stack(1).line);
      fflush(stdout);
    end
    kill(getpid(), SIG().KILL);      % leaves without the cleaning up that belongs to the parent
  end
end

function mutate_and_call(calls, folder, numbers, seconds)
% the child: calls numbers(1), ... before numbers(2). The file `at` of the folder has the number of
% the call under way, foreign.mat the errors that are not of nsd, one of each message; `ended` is
% there when all calls have returned or raised
  quiet_child(folder);
  at = fopen(fullfile(folder, 'at'), 'w');
  foreign = no_errors();
  clock = tic();
  number = numbers(1) - 1;
  while toc(clock) < seconds && number + 1 < numbers(2)
    number = number + 1;
    frewind(at);
    fprintf(at, '%d\n', number);
    fflush(at);
    [given, outputs] = mutated_call(calls, number);
    result = cell(1, outputs);
    try
      [result{:}] = nsd_kernel_itself(given{:});
    catch err
      known = strncmp(err.identifier, 'nsd:', 4) || any(strcmp(err.message, {foreign.message}));
      if ~known
        foreign(end+1) = struct('identifier', err.identifier, 'message', err.message, ...
                                'number', number); %#ok<AGROW>  a few kinds
        save('-v7', fullfile(folder, 'foreign.mat'), 'foreign');
      end
    end
  end
  fclose(at);
  fclose(fopen(fullfile(folder, 'ended'), 'w'));
end

function [last, ended, foreign] = read_back(folder, number)
  last = sscanf(fileread(fullfile(folder, 'at')), '%d', 1);
  if isempty(last), last = number; end
  ended = exist(fullfile(folder, 'ended'), 'file') == 2;
  foreign = no_errors();
  if exist(fullfile(folder, 'foreign.mat'), 'file') == 2
    kept = load(fullfile(folder, 'foreign.mat'));
    foreign = kept.foreign;
  end
  listing = dir(folder);
  for name = {listing(~[listing.isdir]).name}, delete(fullfile(folder, name{1})); end
end

function report = close_report(report, first, seconds)
  if ~isempty(report.foreign)
    [~, one] = unique({report.foreign.message}, 'first');
    report.foreign = report.foreign(sort(one));
  end
  fprintf(['gateways: %d mutated calls from number %d in %.0f s: %d crashes, %d hangs, ' ...
           '%d kinds of foreign errors\n'], report.calls, first, seconds, numel(report.crashes), ...
          numel(report.hangs), numel(report.foreign));
  for f = report.foreign
    fprintf('  %d: %s [%s]\n', f.number, f.message, f.identifier);
  end
  report.failed = ~isempty([report.crashes, report.hangs]) || ~isempty(report.foreign);
end

function errors = no_errors()
  errors = struct('identifier', {}, 'message', {}, 'number', {});
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
