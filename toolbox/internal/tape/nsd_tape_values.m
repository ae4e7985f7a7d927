function [values, seconds] = nsd_tape_values(varargin)
%NSD_TAPE_VALUES  Values of a recorded function: nsd_tape_values(TAPE, X [, LIBRARY, NAME]).
%   One column of VALUES for each column of X; with LIBRARY by the compiled function NAME.
%   SECONDS: time that the kernel took.
  [values, seconds] = nsd_kernel('tape_eval', varargin{:});
end
