function sys = nsd_compile_long(sys, at, steps, varargin)
%NSD_COMPILE_LONG  The recorded system as machine code, where a run is long enough for the compiler.
%   AT has t, q, v of the start, STEPS is the number of time steps. An operation of a record takes
%   about 6 ns longer than machine code, the compiler about 0.5 s: SYS is compiled (nsd_compile)
%   where that is saved several times. Decided by counts, not by a clock, and with the bits of the
%   record. Where there is no compiler, or it fails, SYS stays as it is, and the rest of the session
%   does not try again. Further arguments go to nsd_compile.
  persistent failed
  least = 4e8;                                    % operations: 2.4 s
  made = sys.Tapes;
  if isempty(made) || ~isempty(made.library) || isequal(failed, true), return; end
  if ~all([made.report.compiled]) || steps*operations(made.tapes) < least, return; end
  try
    built = nsd_compile(sys, 'Start', {at.q, at.v, at.t}, varargin{:});
    sys = sys.withTapes(built.Tapes);
  catch
    failed = true;
  end
end

function count = operations(tapes)
% of the records that are evaluated in every step
  count = 0;
  for name = {'mass', 'force', 'gap'}
    if isfield(tapes, name{1}) && ~isempty(tapes.(name{1}))
      count = count + numel(tapes.(name{1}).a);
    end
  end
end
