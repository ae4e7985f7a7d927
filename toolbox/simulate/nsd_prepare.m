function go = nsd_prepare(sys, tspan, varargin)
%NSD_PREPARE  A run made ready once, for many starts: optimisers, shooting, loops of your own.
%   GO = NSD_PREPARE(SYS, [T0 T1], 'Name', VALUE, ...) takes what nsd_simulate takes, but for the
%   start, and returns a function:
%
%       SOL = GO(Q0, V0)       the run of SYS from this start
%       SOL = GO(Q0, V0, P)    with the values of the struct P for parameters, sys.parameter(P)
%       SOL = GO(X0)           first-order systems; GO(X0, P)
%       SOL = GO()             from the initial state of the system
%
%   SOL is the NsdSolution of nsd_simulate, to the last bit. Linear systems, rigid bodies, and
%   systems of functions that can be recorded, are prepared in the first two runs; of the later ones
%   only the start is looked at. nsd_simulate does this too; a prepared run of a system saves more
%   than half of the time of a short run, and its report: a run that reaches its end gives no
%   warnings of penetration and of gained energy (see SOL.gap, SOL.stats).
%   Wrong names and values of options raise nsd:options:<reason> at once.
%
%   Example
%       ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.8);
%       go = nsd_prepare(ball, [0 2]);
%       v0 = fminsearch(@(v) (max(go(0.5, v).q) - 1)^2, 2);    % rises to 1 m
%
%   See also NSD_SIMULATE, NSD_SWEEP, NSD_STEP.
  if nargin < 2
    error('nsd:prepare:missing', 'nsd_prepare needs a system and a time span [t0 t1]');
  elseif ~isa(sys, 'NsdSystem') && ~isa(sys, 'NsdBodies')
    error('nsd:prepare:badSystem', 'the first argument must be an NsdSystem, not %s', class(sys));
  end
  given = varargin;
  if nargin > 2 && isnumeric(given{1})
    error('nsd:prepare:startGiven', ['nsd_prepare takes no start, the function that it returns ' ...
          'does: go = nsd_prepare(sys, [t0 t1], ''Name'', value), then sol = go(q0, v0)']);
  end
  if nargin > 2, nsd_options(given{:}); end       % raises where one is wrong
  key = nsd_next_stamp();
  slot = 1 + mod(key, 8);
  go = @(varargin) one_run(key, slot, sys, tspan, given, varargin{:});
end

function sol = one_run(key, slot, sys, tspan, given, q0, v0, varargin)
% TICKETS, BLANKS: of the last prepared runs, by the slots of their KEYS, what gateway 'again' makes
% a run of, so that only the start is looked at; and a solution without rows
  persistent keys tickets blanks
  if nargin == 7 && numel(keys) >= slot && keys(slot) == key
    [column, block] = nsd_kernel('again', tickets(slot), q0, v0);
    if ~isempty(column)
      sol = packed(blanks{slot}, column, block);
      return
    end
  end
  start = varargin;
  if nargin == 6, start = {q0}; end
  if nargin > 6, start = [{q0, v0}, varargin]; end
  [sol, options, quiet, found] = nsd_kept_run(sys, tspan, [start, given]);
  if ~isempty(found) && numel(start) == 2
    [keys(slot), tickets(slot), blanks{slot}] = deal(key, found.ticket, found.blank);
  elseif ~isempty(options)
    if ~quiet && isa(sys, 'NsdBodies'), nsd_report(sol, options); end
  elseif isempty(start) || ~isstruct(start{end})
    require_start(sys, start);
    sol = nsd_simulate(sys, tspan, start{:}, given{:});
  elseif isa(sys, 'NsdSystem')
    sys = sys.parameter(start{end});
    sol = one_run(NaN, 1, sys, tspan, given, start{1:end-1});
  else
    error('nsd:prepare:noParameters', 'rigid bodies have no parameters: go takes (q0, v0)');
  end
end

function require_start(sys, start)
% a start that is missing, told as the prepared run is called
  [kind, n] = deal(nsd_kind(sys), numel(sys.InitialPosition));
  if isempty(start) && n == 0 && ~strcmp(kind.name, 'bodies')
    call = strrep(kind.start, ' and ', ', ');
    error('nsd:simulate:noStart', ['give %s, go(%s): the system has no initial state of its ' ...
          'own (see sys.start)'], kind.start, call);
  elseif numel(start) == 1 && kind.mechanical && ~isequal(numel(start{1}), 2*sys.Coordinates)
    error('nsd:simulate:noStart', 'v0 is missing: go(q0, v0)');
  end
end
