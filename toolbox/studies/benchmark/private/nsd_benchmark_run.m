function [sol, how] = nsd_benchmark_run(world, T, h, varargin)
%NSD_BENCHMARK_RUN  A run of a world from 0 to T with steps of h; HOW has its status and seconds.
%   Steps that miss the tolerance, and steps in which bodies move farther than their size, are not
%   warned of: NSD_BENCHMARK shows the status.
  quiet = nsd_silence_warnings({'nsd:simulate:maxIter', 'nsd:bodies:fast'}); %#ok<NASGU>
  before = cputime();
  sol = nsd_simulate(world, [0 T], 'Step', h, 'Progress', 'off', varargin{:});
  how = struct('status', sol.status, 'seconds', cputime() - before);
end
