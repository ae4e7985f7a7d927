function [state, sol] = nsd_step(sys, method, t, state, h, varargin)
%NSD_STEP  One step of a time-stepping scheme, for loops of your own.
%   STATE = NSD_STEP(SYS, METHOD, T, STATE, H) takes SYS, an NsdSystem or NsdBodies, from time
%   T to T + H with the scheme METHOD ('moreau', 'moreau-dissipative', 'kern', ...), through the
%   same kernel as nsd_simulate; event methods go from T to T + H with steps of their own.
%   STATE is a struct with fields q and v; the result has
%       t, q, v       time, position and velocity (n-by-1) after the step
%       gap           gaps at the end, m-by-1
%       impulse       contact impulses of the step, m-by-1
%       multiplier    joint impulses of the step, p-by-1
%       tangential    with friction: tangential impulses of the step
%       status        'ok', or why the contact problem was not solved
%   and STATE is returned unchanged (with its status) when it was not.
%   The Newmark family ('newmark', 'hht', 'genalpha', 'naive') also needs accelerations.
%   Without them a step starts from M^-1 (F - C v - K q), the accelerations of a run with
%   'newmark'. 'hht', 'genalpha' and 'naive' need more: the result has the fields acceleration
%   (n-by-1) and memory; pass this struct to the next step, and the loop gives the same result as
%   a run. The same holds for 'paoli', whose memory is the position one step ahead. A step of
%   another scheme ignores the memory. Where STATE has impulse, contacts that pushed are those
%   of the step before, as in a run: pass the whole struct on.
%   STATE = NSD_STEP(..., 'Name', VALUE, ...) sets Theta, Activation, LcpTol, MaxIter.
%   First-order systems take METHOD 'theta' or 'zoh' and a struct with field x; the result
%   has t, x, y, lambda and status. Use Relation 'implicit': a step keeps no memory of
%   the one before.
%   Rigid bodies take METHOD 'moreau'. The result has t, q, v, status, and
%       gap           smallest gap of the contacts of the step, NaN without any
%       impulse       sum of the normal impulses on each body
%       contacts      as sol.contacts of NsdSolution, of worlds of up to 100 bodies
%       joints        as sol.joints, of worlds with joints
%   Every step begins with q and v alone: contacts have no guess from the step before, one that
%   gravity opens by up to h^2 g/2 is not held, and angles of joints are counted from (-pi,pi].
%   For a control loop give the step a world with other loads, as world.force(1, u), or take
%   Controller of nsd_simulate.
%   [STATE, SOL] = NSD_STEP(...) also returns the step as an NsdSolution (energies).
%
%   A loop over nsd_step costs a few hundred microseconds per step where nsd_simulate
%   needs nanoseconds: nsd_step is for teaching. Bad arguments raise nsd:step:<reason>
%   or those of nsd_simulate.
%
%   Example
%       ball  = nsd_ball();
%       state = struct('q', 0.01, 'v', -1);
%       for k = 1:5
%         state = nsd_step(ball, 'moreau', k*0.01, state, 0.01);
%       end
%
%   See also NSD_SIMULATE, NSD_OPTIONS.
  if nargin < 5
    error('nsd:step:missing', 'nsd_step needs a system, a method, t, a state and h');
  end
  worlds = isa(sys, 'NsdBodies');
  if ~worlds && ~isa(sys, 'NsdSystem')
    error('nsd:step:badSystem', 'the first argument must be an NsdSystem or NsdBodies, not %s', ...
          class(sys));
  end
  t = nsd_check_number(t, 'finite', 't', 'nsd:step:badTime');
  if isempty(h) || isempty(method)
    error('nsd:options:badValue', 'nsd_step needs a method and a positive step h, not []');
  end
  options = nsd_options(varargin{:}, 'Method', method, 'Step', h);
  options.Compile = nsd_or(options.Compile, 'off');
  [options.Progress, options.OutputEvery, options.OutputFcn] = deal('off', 1, []);
  if ~isempty([options.RelTol, options.AbsTol])
    error('nsd:options:badValue', 'a single step has the length h: RelTol is for nsd_simulate');
  end
  if worlds
    [state, sol] = step_of_bodies(sys, t, state, options);
    return
  end
  options = nsd_fill_options(options, nsd_kind(sys));
  run = struct('t0', t, 'h', options.Step, 'steps', 1, 'every', 1, 'times', [], 'memory', [], ...
               'tEnd', t + options.Step);
  names = {'q', 'v'};
  results = {'q', 'v', 'gap', 'multiplier'};
  if ~nsd_kind(sys).mechanical, [names, results] = deal({'x'}, {'x', 'y', 'lambda'}); end
  check_fields(state, names, [results, {'t', 'status', 'impulse', 'tangential', 'scheme', ...
                                        'memory', 'acceleration'}]);
  if strcmp(sys.Force.kind, 'columns')
    error('nsd:step:badForce', ['F is given by columns on the steps of a run; for single steps ' ...
          'give it as @(t) or nsd_table(t, F)']);
  end
  n = sys.Coordinates;
  if isnan(n), n = numel(state.(names{1})); end
  start = {[], zeros(n, 1)};
  for k = 1:numel(names)
    start{k} = nsd_check_vector(state.(names{k}), n, ['state.' names{k}], 'step');
  end
  own = ~isfield(state, 'scheme') || strcmp(state.scheme, options.Method);
  if isfield(state, 'memory') && own, run.memory = state.memory; end
  if isfield(state, 'impulse') && nsd_kind(sys).mechanical
    run.impulse = impulses_before(sys, state.impulse);
  end
  [sol, part] = nsd_run_system(sys, start{:}, run, options);
  memory = part.memory;
  if strcmp(sol.status, 'ok')
    state = struct('t', run.tEnd);
    for name = results, state.(name{1}) = sol.(name{1})(end, :)'; end
    if numel(names) > 1, state.impulse = sum(sol.impulse, 1)'; end
    if ~isempty(sol.tangential), state.tangential = sol.tangential(end, :)'; end
    if ~isempty(memory), [state.scheme, state.memory] = deal(options.Method, memory); end
    accelerated = any(strcmp(nsd_method_table(options.Method).family, {'newmark', 'naive'}));
    if ~isempty(memory) && accelerated, state.acceleration = memory(1:n); end
  end
  state.status = sol.status;
end

function impulse = impulses_before(sys, impulse)
% those of the step before, checked
  m = sys.Contacts;
  if isnan(m), m = numel(impulse); end              % how many the gap function returns: the kernel
  impulse = nsd_check_vector(impulse, m, 'state.impulse', 'step');
end

function check_fields(state, needed, known)
% a misspelt impulse would be lost without a word, as is every field of others after the step
  if ~isstruct(state) || ~isscalar(state)
    error('nsd:step:badState', 'state must be one struct with %s', strjoin(needed, ' and '));
  end
  given = fieldnames(state)';
  other = given(~ismember(given, known));
  missing = needed(~ismember(needed, given));
  text = '';
  if ~isempty(missing), text = sprintf(': %s is missing', strjoin(missing, ' and ')); end
  if ~isempty(other)
    [~, ~, hint] = nsd_nearest_names(other{1}, known);
    text = sprintf('%s; its field %s is not read%s', text, other{1}, hint);
  end
  if ~isempty(text)
    error('nsd:step:badState', 'state must be one struct with %s%s', strjoin(needed, ' and '), ...
          text);
  end
end

function [state, sol] = step_of_bodies(world, t, state, options)
% a run of one step; a state that is inside an obstacle stays there, as in the middle of a run
  check_fields(state, {'q', 'v'}, {'q', 'v', 't', 'status', 'gap', 'impulse', 'contacts', ...
                                   'joints'});
  q = nsd_check_vector(state.q, world.Coordinates, 'state.q', 'step');
  v = nsd_check_vector(state.v, numel(world.InitialVelocity), 'state.v', 'step');
  options.Start = nsd_or(options.Start, 'accept');
  sol = nsd_simulate(world, [t, t + options.Step], q, v, options);
  if size(sol.q, 1) > 1 && any(strcmp(sol.status, {'ok', 'maxIter'}))
    state = struct('t', sol.t(end), 'q', sol.q(end, :)', 'v', sol.v(end, :)', ...
                   'gap', sol.gap(end), 'impulse', sum(sol.impulse, 1)');
    state.contacts = sol.contacts;
    if world.Joints > 0, state.joints = sol.joints; end
  end
  state.status = sol.status;
end
