classdef NsdSolution
%NSDSOLUTION  Result of nsd_simulate: rows are times, as in ode45.
%   t           N-by-1
%   q, v        N-by-n    positions and velocities; of rigid bodies sol.body(k) or sol.body(LABEL)
%                         has position, orientation, velocity and spin of one
%   gap         N-by-m    H'q + b; of NsdSystem.hybrid the guards
%   impulse     N-by-m    contact impulse (N s) of the steps that ended since the row before; row 1
%                         is 0, so sum(sol.impulse) is the impulse of the run, whatever rows
%                         are kept. In event methods that of the jump, in the second of two
%                         rows at t; at given times the sum of jumps since the one before
%   reaction    N-by-m    mean force (N): impulse over the time of these steps; in event methods
%                         the contact force at t
%   tangential  with friction: impulses along the tangents, N-by-m, in space N-by-2m;
%               tangentialReaction is their mean force ('event': the force at t); rolling
%               those of rolling and spinning
%   surface     with a law: struct with mu, state, damage, N-by-m each
%   joints      of rigid bodies, struct: type, bodies, force (N-by-3J, in the plane 2J, on the
%               second body, means over the steps since the row before), torque, drift, work
%   multiplier  N-by-p    impulse of the joints since the row before; in event methods their force
%   energy      struct of columns: kinetic, potential, total, and the work done on the
%               system since the start: external, damping, impact, driven (by obstacles that
%               move), friction, joint, numerical, whose sum is total(k) - total(1);
%               algorithmic is the energy the scheme itself conserves.
%   events      struct of columns: t, contact, kind, vBefore, vAfter, impulse, loss, and the
%               state after: q, v, first-order systems x;
%               with friction also direction: 1 or -1, in which a contact in the plane slides
%               after the event, else 0 (way is the old name of this field)
%   x           the state in a row: [q v], or that of a first-order system, N-by-n
%   y, lambda   first-order systems: outputs and multipliers N-by-m that satisfy the law row
%               by row; impulse is the sum of step*lambda, row 1 zero. Mechanical: y is [q v], of
%               NsdSystem.hybrid x, as the second output of nsd_simulate
%   sensitivity   with 'Sensitivity', 'on': struct t, Phi, depth; Phi(:,:,k) is d(q,v)/d(q0,v0)
%               after the events at t(k); the last page is Phi at the end
%   status      'ok', 'stopped', or the reason why the run ended early
%   stats       method, step, steps, iterations and residuals of the contact solver
%   method      stats.method, the name of what ran
%   te, ye, ie  times, states and numbers of the events, row by row, as the outputs of
%               nsd_simulate; xe is te, its name in the struct of ode45
%
%   plot(sol)                 panels of positions, velocities, contact impulses and energy
%   plot(sol, WHAT)           one of 'position', 'velocity', 'reaction', 'energy', 'gap', 'phase',
%                             'force', 'impulse', 'events', or names of coordinates,
%                             plot(sol, {'x', 'theta'}), q_1, q_2 without names; 'q', 'v' are
%                             understood, too; bodies also 'x', 'y', 'z', 'angle', 'vx', 'vy',
%                             'vz', 'speed'. 'impulse': of steps, in event methods of impacts;
%                             'force': their mean, in event methods that between impacts;
%                             more than 30 curves are a band, 'Coordinates', [1 2] draws some
%   plot(sol, WHAT, 'r--', 'LineWidth', 2, 'Span', [0 1])   as in plot; hold on is obeyed;
%                             several panels: plot(sol, {'position', 'energy'}).
%                             [lines, ax] = plot(...) returns lines and axes
%   plot(sol, WHAT, 'Parent', AX)   into the axes AX; plot(AX, sol, WHAT) in Octave, and in MATLAB
%                             from the zip (README)
%   animate(sol, @(t,q) X)    plays the motion in a figure of its own: row k of X is [x y] or
%                             [x y z] of a point on a line; or X is a cell of pieces {'line', X},
%                             {'points', X}, {'patch', X}, each with properties at the end.
%   animate(sol)              the same for bodies, models that come with nsd, and systems with
%                             sys.drawing(@(t,q) ...). 'Speed' times real time [1; runs below
%                             0.2 s and above 2 minutes are shown in 5 s], 'FrameRate' pictures
%                             per second [25; GIF 15], 'Span' [t0 t1], 'View' [az el], 'Axes'
%                             'off' without frame and numbers, 'Title' 'off', 'Parent' axes,
%                             'At' t draws one picture into empty axes, or into a figure of its
%                             own. 'File' (also without a screen): 'x.gif', 'x.mp4' (needs ffmpeg),
%                             'x%04d.png' a PNG per frame; 'Size' [1280 720] in pixels, or
%                             'Resolution' in dots per inch [80, PNG 100].
%                             Bodies: 'Joints', false leaves joints out; 'Forces', true (or
%                             metres per newton) draws the forces of contacts
%   [q, v] = sol.at(T)        state at any time, right-continuous; sol.at(T, 'left')
%   [y, yp] = deval(sol, T)   the same as columns [q; v], as for ode45, and their derivatives
%   sol.export(FILE)          CSV table of t, q, v, gap, impulse, energies;
%                             sol.export(FILE, 'events') of the events
%   T = sol.eventTable()      events as a table; in Octave a cell, names in its first row;
%                             sol.eventTable() alone prints the first and the last few
%   sol.save(FILE)            everything, with version, date and options; .mat or .h5
%   sol = NsdSolution.load(FILE)   and back; load(FILE, sys) gives it the system again
%   isequal(sol1, sol2)       true for the same results, whatever time they took
%   s = sol.toOde()           struct of ode45: x, y, xe, ye (before the events), ie
%   s = sol.toStruct()        plain struct
%   sol = NsdSolution.fromStruct(s)   and back; sol.system is then a struct with names and
%                             sizes only, fromStruct(s, sys) gives it the system again
%
%   Example
%       sol = nsd_simulate(nsd_ball(), [0 2]);
%       [q, v] = sol.at(0.3);
%       fprintf('%d impacts, status %s\n', numel(sol.events.t), sol.status);
%
%   See also NSD_SIMULATE, NSDSYSTEM.

  properties (SetAccess = private)
    system = []          % the NsdSystem that was run (after fromStruct: a struct with its names)
  end

  properties (SetAccess = private, GetAccess = private)
    Run = struct('t0', 0, 'h', 1, 'every', 1, 'jumps', false)   % see the constructor
    Result = struct('t', [], 'status', '', 'stats', struct())   % what the gateway 'run' gave
    Block = []           % rows of a run that was packed, Result is then a column of numbers
    Stored = []          % after fromStruct: gap, energy, stats, otherwise computed when asked for
    Family = []          % row of the table of kinds (nsd_kind)
  end

  properties (Dependent, SetAccess = private)
    q
    v
    status
    stats
    t
    x
    y
    lambda
    gap
    impulse
    reaction
    tangential
    tangentialReaction
    rolling
    surface
    multiplier
    contacts             % rigid bodies: pairs in contact and contact points, row by row
    joints               % rigid bodies: type, bodies, force, torque, drift, work of joints
    energy
    sensitivity          % with 'Sensitivity', 'on': struct t, Phi, depth
    method               % stats.method
    te                   % events as ode45 has them; xe is te
    xe
    ye
    ie
  end

  methods (Static)
    function obj = load(file, varargin)
    %LOAD  The NsdSolution that sol.save wrote; load(FILE, SYS): with the NsdSystem that was run.
      obj = NsdSolution.fromStruct(nsd_load(file, 'solution'), varargin{:});
    end

    function obj = fromStruct(s, sys)
    %FROMSTRUCT  The NsdSolution from the struct of toStruct; SYS: the NsdSystem that was run.
      if nargin < 1 || ~isstruct(s) || ~isscalar(s) || ...
          ~all(isfield(s, {'kept', 'system', 'stats', 'status'})) || ~isfield(s.system, 'Kind')
        error('nsd:solution:badStruct', 'fromStruct takes the struct that sol.toStruct() made');
      end
      obj = NsdSolution();
      obj.Family = nsd_kind(s.system);
      [obj.Run, obj.Result] = nsd_saved_solution(obj.Family, s, obj.Run);
      obj.system = s.system;
      obj.Stored = struct('gap', zeros(size(s.t, 1), 0), 'energy', []);
      names = intersect({'gap', 'energy'}, fieldnames(s)');
      for name = names, obj.Stored.(name{1}) = s.(name{1}); end
      if nargin < 2, return; end
      if ~any(strcmp(class(sys), {'NsdSystem', 'NsdBodies'})) || ~strcmp(sys.Kind, s.system.Kind)
        error('nsd:solution:badSystem', 'this solution is of a %s NsdSystem', s.system.Kind);
      end
      obj.system = sys;
      obj.Family = nsd_kind(sys);
      if isa(sys, 'NsdSystem')
        obj.Stored = [];
        if ~isempty(s.t), obj.system = sys.resolved(obj.q(1, :)', s.t(1)); end
      end
    end
  end

  methods
    function obj = NsdSolution(sys, run, result, options, kind)
      if nargin == 0, return; end
      if nargin < 3
        error('nsd:solution:construct', 'solutions are made by nsd_simulate and fromStruct');
      end
      if nargin < 5, kind = nsd_kind(sys); end
      run.jumps = run.located && kind.mechanical;      % rows on both sides of impacts
      if nargin > 3, run.options = options; end        % for save
      if ~isempty(run.layout), result = nsd_split_tangential(run, result); end
      obj.system = sys;
      obj.Family = kind;
      obj.Run = run;
      obj.Result = result;
    end

    function q = get.q(obj)
      if isempty(obj.Block), q = part(obj, 'q'); return; end
      q = obj.Block(:, obj.Run.packing.columns.q);  % as part, which takes longer
    end

    function v = get.v(obj)
      if isempty(obj.Block), v = part(obj, 'v'); return; end
      v = obj.Block(:, obj.Run.packing.columns.v);  % as part, which takes longer
    end

    function word = get.status(obj)
      word = part(obj, 'status');
    end

    function stats = get.stats(obj)
      stats = part(obj, 'stats');                 % after fromStruct
      if isempty(stats)
        stats = nsd_run_stats(obj.system, obj.Family, plan(obj), result(obj, 'outcome'));
      end
    end

    function x = get.x(obj)
      x = obj.q;
      if ~isempty(obj.Family) && obj.Family.mechanical, x = [obj.q, obj.v]; end
    end

    function y = get.y(obj)
      states = ~isempty(obj.Family) && (obj.Family.mechanical || strcmp(obj.Family.name, 'hybrid'));
      if states, y = obj.x; else, y = part(obj, 'y'); end
    end

    function t = get.t(obj)
      t = part(obj, 't');
      if ~isempty(t), return; end
      rows = size(part(obj, 'q'), 1);
      if rows > 0
        run = plan(obj);
        step = (0:rows-1)'*run.every;
        if run.every > 1, step = min(step, obj.stats.steps); end          % the end is a row
        t = run.t0 + step*run.h;
      end
    end

    function lambda = get.lambda(obj)
      lambda = part(obj, 'lambda');
    end

    function P = get.impulse(obj)
      P = part(obj, 'impulse');
      if isempty(P), P = zeros(size(obj.q, 1), size(P, 2)); end
    end

    function P = get.tangential(obj)
      P = part(obj, 'tangential');
    end

    function P = get.rolling(obj)
      P = part(obj, 'rolling');
    end

    function s = get.surface(obj)
      s = part(obj, 'surface');
    end

    function mu = get.multiplier(obj)
      mu = part(obj, 'multiplier');
    end

    function c = get.contacts(obj)
      c = part(obj, 'contacts');
    end

    function j = get.joints(obj)
      j = part(obj, 'joints');
      if ~isfield(j, 'impulse'), return; end
      F = nsd_mean_forces(j.impulse, obj.t, plan(obj), obj.stats.stopTime);
      j = nsd_joint_forces(j, F, obj.stats.dimension);
    end

    function s = get.sensitivity(obj)
      s = part(obj, 'sensitivity');
    end

    function word = get.method(obj)
      word = obj.stats.method;
    end

    function t = get.te(obj)
      t = obj.stateEvents().t;
    end

    function t = get.xe(obj)
      t = obj.te;
    end

    function y = get.ye(obj)
      y = obj.stateEvents().y;
    end

    function k = get.ie(obj)
      k = obj.stateEvents().contact;
    end

    function y = get.gap(obj)
      if strcmp(obj.Family.name, 'hybrid')
        y = nsd_or(part(obj, 'gap'), part(obj, 'y'));     % guards
      elseif ~isempty(obj.Stored)
        y = obj.Stored.gap;
      elseif strcmp(obj.Family.name, 'bodies')
        y = part(obj, 'gap');                     % the smallest of each row
      elseif obj.Family.mechanical
        y = nsd_gap_rows(obj.system, obj.q, obj.t);
      else
        y = zeros(size(obj.q, 1), 0);
      end
    end

    function R = get.reaction(obj)
      R = part(obj, 'reaction');
      if ~obj.Run.jumps, R = nsd_mean_forces(obj.impulse, obj.t, plan(obj), obj.stats.stopTime); end
    end

    function R = get.tangentialReaction(obj)
      R = part(obj, 'tangentialReaction');
      if obj.Run.jumps, return; end
      R = nsd_mean_forces(obj.tangential, obj.t, plan(obj), obj.stats.stopTime);
    end

    function E = get.energy(obj)
      E = [];
      if ~isempty(obj.Stored)
        E = obj.Stored.energy;
      elseif obj.Family.mechanical
        E = nsd_energy_columns(obj.system, obj.q, obj.v, result(obj, 'energy'));
      end
    end

    function motion = body(obj, k)
    %BODY  Position, orientation, velocity, spin of rigid body k, or of a label, row by row.
      if nargin < 2, k = []; end
      motion = nsd_body_motion(obj, k);
    end

    function list = events(obj, varargin)
    %EVENTS  Struct of columns, sol.events(k) some rows. MATLAB takes no property of this name.
      list = nsd_event_list(result(obj, 'log'), obj, obj.Family, plan(obj), varargin{:});
    end

    function work = recordedWork(obj, name)
    %RECORDEDWORK  A column of sol.energy as the run kept it, or []: zero, or it follows from rows.
      work = result(obj, 'energy').(name);
    end

    function gaps = recordedGaps(obj)
    %RECORDEDGAPS  Least, largest and first gap of each contact over the rows, m-by-3, or [].
      gaps = part(obj, 'gaps');
    end

    function [q, t] = impactStates(obj, most)
    %IMPACTSTATES  Positions at impacts, at most MOST of them, spread over the run; for reports.
      log = result(obj, 'log');
      hits = find(log.kind == nsd_event_kinds('impact'));
      hits([false; diff(log.row(hits)) == 0]) = [];       % impacts of one step share their state
      hits = hits(1:ceil(numel(hits)/most):end);
      [row, t] = deal(log.row(hits), log.t(hits));
      if isempty(log.stateQ), q = obj.q(row, :); else, q = log.stateQ(:, row)'; end
    end

    function [q, v] = at(obj, t, side)
    %AT  State at any time, after a jump at t; sol.at(t, 'left') is the state before it.
    %   Event methods interpolate as their steps do when every step is a row: 'event' of degree
    %   five, for linear systems exactly, 'event-newmark' by cubics; between given times on lines.
    %   Time stepping: q on a line between rows, v of the row before; on cubics and lines where
    %   RelTol set the steps, but for steps with an impact. First-order systems: [x, lambda] =
    %   sol.at(t), x on a line (hybrid, filippov: on cubics), lambda of the step that holds t.
      if nargin < 2, error('nsd:solution:missing', 'write sol.at(t) or sol.at(t, ''left'')'); end
      if nargin > 2, side = nsd_chars(side); end
      [times, run] = deal(obj.t, plan(obj));
      if isempty(times), error('nsd:solution:empty', 'this run ended before its first row'); end
      slack = 1e-9*run.h + 4*eps(max(abs(times([1 end]))));   % as in rows at given times
      if ~isnumeric(t) || ~all(t(:) >= times(1) - slack & t(:) <= times(end) + slack)
        error('nsd:solution:outside', 'sol.at needs times in [%.15g, %.15g]', ...
              times(1), times(end));
      end
      t = full(double(t(:)));
      last = numel(times);
      [k, first] = nsd_lookup_row(times, t + slack);
      t = max(t, times(k));
      if nargin > 2 && strcmpi(side, 'left')
        hit = t - times(k) <= slack;
        k(hit) = first(hit);                     % event methods: the first of two rows
        if ~run.jumps, k = max(k - hit, 1); end
      elseif nargin > 2 && ~strcmpi(side, 'right')
        error('nsd:solution:badSide', 'side must be ''left'' or ''right''');
      end
      next = min(k + 1, last);
      width = max(times(next) - times(k), realmin);
      weight = min((t - times(k))./width, 1);
      q = obj.q(k, :) + bsxfun(@times, weight, obj.q(next, :) - obj.q(k, :));
      v = obj.v(k, :);
      [lambda, rates, smooth] = deal(obj.lambda, part(obj, 'acceleration'), is_smooth(obj));
      if ~isempty(lambda), v = lambda(next, :); end
      if smooth && ~isempty(rates) && ~isempty(lambda)
        q = nsd_cubic(obj.q([k; next], :), rates([k; next], :), width, weight);
      elseif smooth && ~isempty(rates)
        flown = ~any(isnan(rates(next, :)), 2);                  % NaN: steps of constant length
        t = times(k) + weight.*width;
        [q(flown, :), v(flown, :)] = along_steps(obj, t(flown), k(flown), next(flown));
      elseif run.jumps
        v = v + bsxfun(@times, weight, obj.v(next, :) - v);
        if smooth, q = nsd_cubic(obj.q([k; next], :), obj.v([k; next], :), width, weight); end
      elseif isfield(run, 'adaptive') && run.adaptive
        [at, log] = deal([width, weight], result(obj, 'log'));
        [q, v] = nsd_smooth_steps(obj, log, times(next), [k, next], at, q, v);
      end
      if nargin > 2 && strcmpi(side, 'left') && run.jumps && ~isempty(part(obj, 't'))
        v = nsd_before_impacts(obj.system, result(obj, 'log'), t, q, v, slack);
      end
    end

    function varargout = deval(obj, t, varargin)
    %DEVAL  As of ode45: a column [q; v] (x if first-order) for each time t; YP: its derivatives.
    %   [Y, YP] = deval(SOL, T), or deval(SOL, T, IDX) for the rows IDX of both alone.
      if nargin > 1 && isa(t, 'NsdSolution'), [obj, t] = deal(t, obj); end
      if nargin < 2, error('nsd:solution:missing', 'write deval(sol, t)'); end
      mechanical = obj.Family.mechanical;
      [varargout{1:max(1, nargout)}] = nsd_columns_at(obj, t, mechanical, varargin{:});
    end

    function varargout = plot(obj, varargin)
    %PLOT  All panels, or some: plot(sol, WHAT, LINESPEC, NAME, VALUE, ...).
    %   WHAT is 'position', 'velocity', 'force', 'impulse', 'reaction' (both), 'energy', 'gap',
    %   'phase', 'events', with friction 'tangential'; of bodies also 'x', 'y', 'z', 'speed';
    %   for first-order systems 'state', 'lambda', 'output', 'phase', 'events'; or the name of a
    %   coordinate (without names q_1, q_2, ...); or a cell of these, as in {'x', 'theta'} (one
    %   panel) and {'position', 'energy'} (two). Names and values:
    %   'Span' [t0 t1], 'Coordinates' (numbers or names), 'Parent' (axes), and those of lines.
    %   [lines, ax] = plot(...) returns the lines and their axes.
      if ~isa(obj, 'NsdSolution')              % plot(ax, sol, ...)
        varargin = [varargin, {'Parent', obj}];
        obj = varargin{1};
        varargin(1) = [];
      end
      varargin = nsd_chars(varargin);
      [lines, handles] = nsd_plot_solution(obj, varargin{:});
      if nargout > 0, varargout = {lines, handles}; end
    end

    function varargout = animate(obj, varargin)
    %ANIMATE  Draw the motion: animate(sol, @(t,q) POINTS, 'Speed', 1, 'File', 'x.gif', ...).
    %   @(t,q) or @(q) returns POINTS, row k is [x y] or [x y z] of a point on a line, or a cell of
    %   pieces {'line', X}, {'points', X}, {'patch', X}. All options: help NsdSolution
      files = nsd_animate(obj, nsd_chars(varargin));
      if nargout > 0, varargout{1} = files; end
    end

    function export(obj, file, what)
    %EXPORT  Write rows or events as CSV: sol.export('a.csv'), sol.export('a.csv', 'events').
    %   A header line, then t, q, v, gap, impulse, reaction, ... and energies with 17 digits.
      if nargin < 2, error('nsd:solution:noFile', 'write sol.export(''ball.csv'')'); end
      if nargin < 3, what = 'rows'; end
      what = nsd_check_word(nsd_chars(what), {'rows', 'events'}, 'WHAT', 'nsd:solution:badExport');
      nsd_export_csv(obj, nsd_chars(file), what);
    end

    function T = eventTable(obj)
    %EVENTTABLE  Events as a table of MATLAB; in Octave a cell with the names in its first row.
    %   sol.eventTable(), without a result, prints how many events there are of each kind, and the
    %   first and the last few of them.
      if nargout == 0, nsd_show_events(obj.events()); return; end
      T = nsd_event_table(obj.events());
    end

    function save(obj, file)
    %SAVE  Everything into FILE, .mat or .h5, with version, date and options.
      if nargin < 2, error('nsd:solution:noFile', 'write sol.save(''ball.mat'')'); end
      nsd_save(file, 'solution', obj.toStruct());
    end

    function same = isequal(obj, varargin)
    %ISEQUAL  True when all are solutions with the same results: NaN equals NaN, times of
    %   computation are not compared.
      same = true;
      for other = varargin
        same = same && isa(obj, 'NsdSolution') && isa(other{1}, 'NsdSolution') ...
               && nsd_same_data(nsd_comparable(obj), nsd_comparable(other{1}));
      end
    end

    function s = toStruct(obj)
    %TOSTRUCT  Plain struct with everything, for save (objects cannot be saved in Octave).
      s = struct('t', obj.t);
      [computed, recorded] = nsd_saved_solution(obj.Family, result(obj, 'all'));
      for name = [computed, recorded, {'events', 'status', 'stats', 'sensitivity'}]
        s.(name{1}) = obj.(name{1});
      end
      s.system = system_summary(obj.system);
      s.kept = saved(obj);
    end

    function s = toOde(obj)
    %TOODE  The struct that ode45 returns: x, y with a column for each time, xe, ye (before), ie.
      s = nsd_ode_struct(obj);
    end

    function disp(obj)
    %DISP  A short summary.
      nsd_show_solution(obj);
    end
  end

  methods (Hidden)                     % for other functions of the toolbox
    function obj = subsasgn(obj, place, value)
      if any(strcmp({place.type}, '.')), nsd_refuse_assignment('solution', place); end
      obj = builtin('subsasgn', obj, place, value);        % arrays of solutions
    end

    function events = stateEvents(obj)
    % what the outputs te, ye, ie of nsd_simulate are made of
      events = nsd_state_events(obj, obj.Run);
    end

    function obj = again(obj, result, h, sys)
    %AGAIN  The same run with the RESULT of another start; H: its step unless 0; SYS: its system.
      if isfield(result, 'tangential'), result = nsd_split_tangential(obj.Run, result); end
      obj.Result = result;
      if h > 0, obj.Run.h = h; end
      if nargin > 3, obj.system = sys; end
    end

    function obj = packed(obj, column, block)
    %PACKED  The same run from another start, as a COLUMN and a BLOCK (nsd_packed_result).
      obj.Result = column;
      obj.Block = block;
    end
  end

  methods (Access = private)
    function x = part(obj, name)
    % an array of the result, [] where the run has none
      x = [];
      if isnumeric(obj.Result)
        x = nsd_packed_result(obj.Result, obj.Block, obj.Run.packing, name);
      elseif isfield(obj.Result, name)
        x = obj.Result.(name);
      end
    end

    function made = result(obj, name)
    % with NAME 'all' the result of the run, a field for each number, column and energy; its field
    % 'log' or 'energy'; or 'outcome': numbers and status at least
      made = obj.Result;
      if isnumeric(made)
        made = nsd_packed_result(made, obj.Block, obj.Run.packing, name);
        return
      end
      made = nsd_run_result(made);
      if any(strcmp(name, {'log', 'energy'})), made = made.(name); end
    end

    function run = plan(obj)
    % Run with the step of this run, which a prepared one may have chosen
      [run, made] = deal(obj.Run, obj.Result);
      if isnumeric(made) && made(run.packing.at.step) > 0, run.h = made(run.packing.at.step); end
    end

    function yes = is_smooth(obj)
    % true where every step of an event method has its rows
      run = obj.Run;
      if isfield(run, 'smooth'), yes = run.smooth; return; end      % after fromStruct
      yes = run.located && run.every == 1 ...
            && (run.jumps && isempty(run.times) || ~isempty(part(obj, 'acceleration')));
    end

    function flight = exact_flight_data(obj)
      flight = [];
      if isfield(obj.Run, 'flight')              % after fromStruct
        flight = obj.Run.flight;
      elseif ~isempty(part(obj, 'acceleration')) && ~obj.Family.nonlinear
        flight = nsd_flight_data(obj.system);
      end
    end

    function kept = saved(obj)
    % what toStruct saves of Run and Result, see nsd_saved_solution
      [run, made] = deal(plan(obj), result(obj, 'all'));
      kept = struct('Grid', [run.t0, run.h, run.every], 'Jumps', run.jumps, ...
                    'Smooth', is_smooth(obj), 'Flight', exact_flight_data(obj), ...
                    'Adaptive', isfield(run, 'adaptive') && run.adaptive, 'Options', struct());
      if isfield(run, 'options'), kept.Options = nsd_option_texts(run.options); end
      [~, ~, arrays] = nsd_saved_solution(obj.Family);
      for name = arrays
        kept.(name{1}) = [];
        if isfield(made, name{2}), kept.(name{1}) = made.(name{2}); end
      end
    end

    function [q, v] = along_steps(obj, t, k, next)
    % states at times t within steps; rows k and next are the ends of these steps, or the same row
      times = obj.t;
      width = times(next) - times(k);
      [held, rates] = deal(part(obj, 'reaction'), part(obj, 'acceleration'));
      from = struct('t', times(k), 'q', obj.q(k, :), 'v', obj.v(k, :), ...
                    'held', held(k, :), 'a', rates(k, :));
      flight = exact_flight_data(obj);
      if ~isempty(flight)
        [q, v] = nsd_exact_flight(flight, from, t);
        return
      end
      to = struct('q', obj.q(next, :), 'v', obj.v(next, :), 'a', rates(next, :));
      weight = (t - times(k))./max(width, realmin);
      [q, v] = nsd_flown(from, to, max(width, realmin), weight);
      still = width == 0;                        % the first of two rows, or the last of all
      q(still, :) = from.q(still, :);
      v(still, :) = from.v(still, :);
    end
  end
end

function s = system_summary(sys)
% names and sizes of a system, or of an earlier summary, as a plain struct
  names = {'Kind', 'Name', 'Labels', 'Coordinates', 'Contacts', 'Joints'};
  for name = names, s.(name{1}) = sys.(name{1}); end
  s.ConstantForce = nsd_constant_force(sys);
end
