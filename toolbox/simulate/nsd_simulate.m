function varargout = nsd_simulate(sys, tspan, varargin)
%NSD_SIMULATE  Integrate a system with contacts and impacts, diodes or relays.
%   SOL = NSD_SIMULATE(SYS, [T0 T1], Q0, V0) integrates the NsdSystem SYS from
%   position Q0 and velocity V0 and returns an NsdSolution: SOL.t, SOL.q, SOL.v,
%   SOL.gap, SOL.impulse, SOL.reaction, SOL.energy, SOL.events; PLOT(SOL) draws it.
%   Q0 and V0 may be left out when the system has an initial state, or come among the options:
%   'q0', Q0, 'v0', V0 or 'x0', X0. Contacts with friction (see NSDSYSTEM) also give
%   SOL.tangential, SOL.tangentialReaction, and events of kind stick and slip.
%
%   SOL = NSD_SIMULATE(SYS, [T0 T1], X0) integrates a first-order system: SOL.x, SOL.y,
%   SOL.lambda. NSD_SIMULATE(@(t,y) ..., [T0 T1], Y0, odeset(...)) is ode45's call, the same as with
%   NsdSystem.hybrid(@(t,y) ...); a mechanical system, too, takes Y0 = [Q0; V0] in one.
%
%   SOL = NSD_SIMULATE(SYS, TSPAN, ...) with more than two times gives the rows at
%   these times only. With 'event' these rows are as accurate as the steps; in time stepping
%   with constant steps positions lie on a line between steps, velocities are those of the step
%   before; with 'event-newmark' both are as the scheme defines them within the step.
%
%   SOL = NSD_SIMULATE(..., 'Name', VALUE, ...) or (..., OPTIONS) sets options; the
%   usual ones are below, NSD_OPTIONS lists all.
%       Method   'auto': 'event' for small systems unless Step or an     ['auto']
%                option of a scheme is given, else 'moreau', time stepping; disp(SOL) says why
%                'moreau' | 'moreau-dissipative' | 'kern' | 'paoli' |
%                'newmark' | 'hht' | 'genalpha'; 'naive' (linear systems only)
%                'rattle' (second order between impacts, gaps and joints exact)
%                'event-newmark' (nonlinear systems, located impacts)
%                'theta' | 'zoh' (first-order systems)                  ['theta']
%                'event' (linear, nonlinear systems, NsdSystem.hybrid and filippov:
%                impacts, stick and slip located to RelTol, AbsTol; past accumulation points;
%                NsdBodies of few spheres, or of few bodies in the plane)
%       Step     time step; t_k = T0 + k*Step, then T1    [short against the motion]
%       RelTol   'moreau', 'newmark', 'hht', 'genalpha', 'rattle', 'event' choose steps so
%                that errors stay below RelTol and AbsTol          [constant steps; 1e-8]
%       Controller, Sample   [u, memory] = c(t, x, memory) at every Sample; see NSD_OPTIONS
%       Theta    theta of the moreau schemes and of 'theta'                [1/2]
%       Relation where y and lambda of first-order systems belong in a step:
%                'implicit' (its end) | 'midpoint' (Theta) | 'explicit'  ['implicit']
%
%   [T, Y, TE, YE, IE] = NSD_SIMULATE(...) returns arrays as ode45 does: Y = [q v]
%   row by row, event times, states after the events, contact numbers; with the option Events
%   those of your events alone, IE their numbers (impacts stay in SOL.events). A sixth output is
%   the states before the events, which the YE of ode45 are.
%
%   SOL.status is 'ok' when T1 was reached. Otherwise the rows end at the last good
%   step and the word says why: 'stopped' (Ctrl-C, OutputFcn, a terminal event), 'ray' (a contact
%   problem without solution), 'maxIter' or 'stalled' (solver failed), 'diverged' (no longer
%   finite), 'newton', 'notDefinite', 'notFinite', 'singular', 'noNormal' (nonlinear
%   systems: Newton failed, M(q) is not positive definite, a function returned NaN or Inf, the
%   matrix of the step is singular, the gap of a closed contact does not change with q), 'noForces',
%   'ambiguous', 'jammed' (Coulomb's law with 'event': Painleve's paradoxes), 'maxEvents',
%   'maxSteps' (these options), 'guardJumps' (the guard of NsdSystem.hybrid jumps), 'userError'
%   (a function of yours raised an error, with 'OnError','return'); all but 'stopped' also warn as
%   nsd:simulate:<word>. Bad arguments raise nsd:simulate:<reason>.
%
%   Example
%       ball = NsdSystem.linear(1, 0, 0, -9.8);
%       ball = ball.contact(1, 0, 'Restitution', 0.9);
%       sol  = nsd_simulate(ball, [0 50], 0, 20);
%       plot(sol)
%
%   See also NSDSYSTEM, NSDSOLUTION, NSD_OPTIONS, NSD_STEP, NSD_BALL.
  if nargin < 2
    error('nsd:simulate:missing', 'nsd_simulate needs a system and a time span [t0 t1]');
  end
  if nargout > 6
    error('nsd:simulate:outputs', 'nsd_simulate returns SOL, or up to six: [T, Y, TE, YE, IE, YB]');
  end
  if isa(sys, 'function_handle'), sys = NsdSystem.hybrid(sys); end
  [sol, options, quiet] = nsd_kept_run(sys, tspan, varargin);
  if ~quiet
    if isempty(options), [sol, options, quiet] = new_run(sys, tspan, varargin); end
    if ~quiet, nsd_report(sol, options); end
    if strcmp(options.Sensitivity, 'on'), warn_of_sensitivity(sol); end
  end
  if nargout < 2
    varargout{1} = sol;
  else
    events = sol.stateEvents();
    varargout = {sol.t, [sol.q, sol.v], events.t, events.y, events.contact};
    if nargout > 5, varargout{6} = nsd_states_before(sol, events); end
  end
end

function has = has_controller(given)
% true where an option Controller or Sample is set
  names = {'Controller', 'Sample'};
  has = any(strcmpi(names{1}, given)) || any(strcmpi(names{2}, given));
  for k = find(cellfun('isclass', given, 'struct'))
    for name = names(isfield(given{k}, names)), has = has || ~isempty(given{k}.(name{1})); end
  end
end

function asks = asks_for_event(given)
% true where Method is 'event'
  given = nsd_chars(given);
  asks = any(strcmpi('event', given(cellfun('isclass', given, 'char'))));
  for k = find(cellfun('isclass', given, 'struct'))
    asks = asks || (isfield(given{k}, 'Method') && strcmpi('event', given{k}.Method));
  end
end

function [sol, options, quiet] = new_run(sys, tspan, given)
% a run that looks at all its arguments, and is kept for the next one, unless it has a controller;
% QUIET: true where nsd_report would say nothing
  quiet = false;
  if ~isa(sys, 'NsdBodies') && (~isa(sys, 'NsdSystem') || isempty(sys.Force)), refuse(sys); end
  [given, named] = nsd_named_start(sys, given);
  if named
    [sol, options, quiet] = nsd_kept_run(sys, tspan, given);
    if ~isempty(options), return; end             % kept from a call with or without names
  end
  if has_controller(given)
    sol = nsd_run_controlled(sys, tspan, given);
    options = nsd_fill_options([], nsd_kind(sys));
    return
  elseif isa(sys, 'NsdBodies') && asks_for_event(given)
    [sol, options] = nsd_run_world(sys, tspan, given);
    return
  end
  job = nsd_new_run(sys, tspan, given);
  watched = ~isempty(job.options.OutputFcn);
  if watched, job.options = init_output(job.sys, tspan, job.q0, job.v0, job.options); end
  options = job.options;
  try
    [sol, job.setup] = nsd_run_parts(job);
    quiet = job.setup.quiet == 1;
    if ~isempty(options.Events), tell_that_events_stay(sol, job.setup.run, given); end
  catch err
    nsd_rethrow(err, 'simulate');
  end
  if watched, options.OutputFcn([], [], 'done'); end
  nsd_kept_run(sys, tspan, given, job);
end

function tell_that_events_stay(sol, run, given)
% ode45 takes three outputs of Events: with one, in options of odeset, an end was perhaps meant
  structs = given(cellfun('isclass', given, 'struct'));
  meant = isfield(run, 'eventOutputs') && run.eventOutputs == 1 ...
          && any(cellfun(@(s) all(isfield(s, {'NormControl', 'Events'})), structs));
  k = find(strcmp(sol.events.kind, 'user'), 1);
  if ~meant || isempty(k), return; end
  nsd_warn('nsd:simulate:eventStays', ['Events returns value alone: its zeros, the first at ' ...
           't = %g, are logged, and the run goes on; to end it there: ' ...
           '@(t,y) deal(value, 1, 0), to go on without this warning: deal(value, 0, 0)'], ...
           sol.events.t(k));
end

function warn_of_sensitivity(sol)
% where the state transition matrix holds only for tiny changes, or does not exist
  s = sol.sensitivity;
  if isempty(s), return; end
  if ~isnan(s.lostTime)
    nsd_warn('nsd:simulate:noSensitivity', ['several contacts are hit at t = %g and the order ' ...
             'of their impacts changes the result: no derivative exists, and Phi is NaN from ' ...
             'there on'], s.lostTime);
  end
  grazes = sol.events.t(strcmp(sol.events.kind, 'graze'));
  reach = 1e-6*max(1, max(abs(sol.q(:))));
  if ~isempty(grazes) || s.depth < reach
    where = 'an impact';
    if ~isempty(grazes), where = sprintf('the contact at t = %g', grazes(1)); end
    nsd_warn('nsd:simulate:grazingSensitivity', ['%s grazes: neighbouring runs miss it, and ' ...
             'Phi holds only for changes of the gap that are small against %.2g'], where, ...
             min([s.depth, reach]));
  end
end

function refuse(sys)
  [found, hint] = deal(class(sys), '');
  if ischar(sys)
    hint = [': write M v'' = F(t,q,v) as NsdSystem.lagrangian(M, F), x'' = f(t,x) with guards ' ...
            'as NsdSystem.hybrid(f, h, reset)'];
  elseif isa(sys, 'NsdSystem')
    found = 'an empty one: make it with NsdSystem.linear, lagrangian or firstOrder';
  end
  error('nsd:simulate:badSystem', 'the first argument must be an NsdSystem, not %s%s', found, hint);
end

function options = init_output(sys, tspan, q0, v0, options)
% OutputFcn's first call, f(tspan, y0, 'init'), and OutputSel filled in.
  y = q0;
  if nsd_kind(sys).mechanical, y = [q0; v0]; end
  options.OutputSel = nsd_or(options.OutputSel, 1:numel(y));
  if any(options.OutputSel > numel(y))
    error('nsd:options:badValue', 'OutputSel goes to %d, but y has %d entries', ...
          max(options.OutputSel), numel(y));
  end
  options.OutputFcn(tspan, y(options.OutputSel), 'init');
end

%!demo
%! % a ball falls, bounces and comes to rest
%! sol = nsd_simulate(nsd_ball('Restitution', 0.8), [0 4]);
%! plot(sol, 'position');

%!demo
%! % impact times to round-off: the event-driven method
%! sol = nsd_simulate(nsd_ball('Restitution', 0.8), [0 4], 'Method', 'event');
%! plot(sol, 'velocity');

%!test
%! sol = nsd_simulate(nsd_ball(), [0 1], 'Method', 'event');
%! assert(sol.status, 'ok');
%! assert(sol.events.t(1), sqrt(2*sol.q(1)/9.81), 1e-9);

%!error <needs a system> nsd_simulate(1)
