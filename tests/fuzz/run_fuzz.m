function run_fuzz(seconds, name)
%RUN_FUZZ  Every fuzz_*.m of this folder for SECONDS each: `make fuzz SECONDS=n`.
%   RUN_FUZZ(SECONDS, NAME) runs one of them.
%   A fuzzer takes SECONDS, the number of its first case and how many cases, and returns a struct
%   whose field `failed` says that something was found. The first case is 1, or the environment
%   variable NSD_FUZZ_FIRST: another number makes other cases, the same number the same ones. With
%   the environment variable NSD_FUZZ_COUNT each ends after so many cases. Raises nsd:fuzz:failed
%   when a fuzzer found something.
  if ischar(seconds), seconds = str2double(seconds); end
  first = number_or(getenv('NSD_FUZZ_FIRST'), 1);
  count = number_or(getenv('NSD_FUZZ_COUNT'), Inf);
  here = fileparts(mfilename('fullpath'));
  addpath(here);
  found = dir(fullfile(here, 'fuzz_*.m'));
  names = strrep({found.name}, '.m', '');
  if nargin > 1, names = {name}; end
  failed = {};
  for k = 1:numel(names)
    report = feval(names{k}, seconds, first, count);
    if report.failed, failed{end+1} = names{k}; end %#ok<AGROW>  a few fuzzers
  end
  if ~isempty(failed)
    error('nsd:fuzz:failed', 'found by %s\n', strjoin(failed, ', '));  % \n: Octave prints no stack
  end
end

function x = number_or(text, default)
  x = str2double(text);
  if isnan(x), x = default; end
end
