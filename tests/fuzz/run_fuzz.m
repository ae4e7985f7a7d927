function run_fuzz(seconds)
%RUN_FUZZ  Every fuzz_*.m of this folder for SECONDS each: `make fuzz SECONDS=n`.
%   A fuzzer takes SECONDS and the number of its first case, and returns a struct whose field
%   `failed` says that something was found. The first case is 1, or the environment variable
%   NSD_FUZZ_FIRST: another number makes other cases, the same number the same ones.
%   Raises nsd:fuzz:failed when a fuzzer found something.
  if ischar(seconds), seconds = str2double(seconds); end
  first = str2double(getenv('NSD_FUZZ_FIRST'));
  if isnan(first), first = 1; end
  here = fileparts(mfilename('fullpath'));
  addpath(here);
  found = dir(fullfile(here, 'fuzz_*.m'));
  failed = {};
  for k = 1:numel(found)
    [~, name] = fileparts(found(k).name);
    report = feval(name, seconds, first);
    if report.failed, failed{end+1} = name; end %#ok<AGROW>  a few fuzzers
  end
  if ~isempty(failed)
    error('nsd:fuzz:failed', 'found by %s\n', strjoin(failed, ', '));  % \n: Octave prints no stack
  end
end
