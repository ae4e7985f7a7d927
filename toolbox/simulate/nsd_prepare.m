function run = nsd_prepare(sys, tspan, varargin)
%NSD_PREPARE  A run made ready once, for many starts: optimisers, shooting, loops of your own.
%   RUN = NSD_PREPARE(SYS, [T0 T1], 'Name', VALUE, ...) takes what nsd_simulate takes, but for the
%   start, and returns a function:
%
%       SOL = RUN(Q0, V0)       the run of SYS from this start
%       SOL = RUN(Q0, V0, P)    with the values of the struct P for parameters, sys.parameter(P)
%       SOL = RUN(X0)           first-order systems; RUN(X0, P)
%       SOL = RUN()             from the initial state of the system
%
%   SOL is the NsdSolution of nsd_simulate, to the last bit. Linear systems, and systems of
%   functions that can be recorded, are prepared in the first two runs; of the later ones only the
%   start is looked at. nsd_simulate does this too; a prepared run saves a part of its work, up to
%   a third of the time of a short run, and its report: a run that reaches its end gives no
%   warnings of penetration and of gained energy (see SOL.gap, SOL.stats).
%   Wrong names and values of options raise nsd:options:<reason> at once.
%
%   Example
%       ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
%       run = nsd_prepare(ball, [0 2]);
%       v0 = fminsearch(@(v) (max(run(0.5, v).q) - 1)^2, 2);    % rises to 1 m
%
%   See also NSD_SIMULATE, NSD_SWEEP, NSD_STEP.
  if nargin < 2
    error('nsd:prepare:missing', 'nsd_prepare needs a system and a time span [t0 t1]');
  elseif ~isa(sys, 'NsdSystem') && ~isa(sys, 'NsdBodies')
    error('nsd:prepare:badSystem', 'the first argument must be an NsdSystem, not %s', class(sys));
  end
  if nargin > 2, nsd_options(varargin{:}); end    % raises where one is wrong
  given = varargin;
  stamp = 0;
  if isa(sys, 'NsdSystem'), stamp = sys.Stamp; end
  run = @(varargin) one_run(sys, stamp, tspan, given, varargin);
end

function sol = one_run(sys, stamp, tspan, given, start)
% KEPT is what nsd_kept_run keeps: in most runs of an optimiser there is no need to ask
  persistent kept
  all_given = [start, given];
  [result, found, quiet] = nsd_kernel('recall', stamp, tspan, all_given);
  if quiet && ~isempty(kept) && kept{found(2)}.ticket == found(1)
    sol = again(kept{found(2)}.blank, result, found(3));
    return
  end
  [sol, options, ~, kept] = nsd_kept_run(sys, tspan, all_given, {result, found, quiet});
  if ~isempty(options)
    return
  elseif isempty(start) || ~isstruct(start{end})
    sol = nsd_simulate(sys, tspan, all_given{:});
  elseif isa(sys, 'NsdSystem')
    sys = sys.parameter(start{end});
    sol = one_run(sys, sys.Stamp, tspan, given, start(1:end-1));
  else
    error('nsd:prepare:noParameters', 'rigid bodies have no parameters: run takes (q0, v0)');
  end
end
