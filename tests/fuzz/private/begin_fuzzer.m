function [seconds, first, count, restore] = begin_fuzzer(seconds, first, count)
%BEGIN_FUZZER  The head of every fuzzer: what it is asked for, and the session that it runs in.
%   [SECONDS, FIRST, COUNT, RESTORE] = BEGIN_FUZZER(SECONDS, FIRST, COUNT) fills in [10, 1, Inf],
%   puts the toolbox on the path and switches all warnings off until RESTORE is cleared.
  if nargin < 1, seconds = 10; end
  if nargin < 2, first = 1; end
  if nargin < 3, count = Inf; end
  root = fullfile(fileparts(mfilename('fullpath')), '..', '..', '..');
  run(fullfile(root, 'toolbox', 'nsd_setup.m'));
  states = warning();
  restore = onCleanup(@() warning(states));
  warning('off', 'all');
end
