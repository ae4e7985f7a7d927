function nsd_report(sol, options)
%NSD_REPORT  Warnings after a run: why the run ended early, motions that were not the only ones,
%   energy that the scheme added or lost, contacts that were passed too deep, joints that were torn.
  stats = sol.stats;
  kind = nsd_kind(sol.system);
  several = isfield(stats, 'severalSolutions') && stats.severalSolutions > 0;
  bodies = strcmp(kind.name, 'bodies');            % whose runs go on
  if bodies
    report_bodies(sol, stats);
  elseif kind.mechanical && ~strcmp(stats.method, 'event')
    report_depth(sol, stats);
  elseif kind.mechanical
    report_drift(sol, options);
  end
  if kind.mechanical && ~bodies && ~nsd_method_table(stats.method).located
    report_stiff(sol, stats);
  end
  if kind.mechanical && ~bodies
    nsd_report_idle_gaps(sol);
    nsd_report_newmark(sol);
  end
  if isfield(stats, 'jointError'), report_joints(sol, options); end
  if strcmp(kind.name, 'firstOrderNonlinear') && isempty(options.Step), report_switching(sol); end
  if ~kind.mechanical && strcmp(stats.method, 'theta') && isempty(options.Step)
    if ~report_relays(sol, options), report_swings(sol, options); end
  end
  if ~strcmp(sol.status, 'ok'), report_end(sol, options, bodies); end
  if several && ~strcmp(sol.status, 'ambiguous'), report_several(sol); end
  if ~isempty(strfind(stats.why, 'jammed at t')), report_jam(stats); end
  if ~(stats.energyGain > 0), return; end
  [gains, rise] = nsd_gains_energy(sol, stats);
  if gains && ~strcmp(sol.status, 'diverged')
    [what, remedy] = cause_of_gain(sol, options);
    nsd_warn('nsd:energy:gain', ['%s: %.3g J in all, at most %.3g J in one step, near t = %g; ' ...
             '%s (see sol.energy)'], what, rise, stats.energyGain, stats.energyGainTime, remedy);
  end
end

function [what, remedy] = cause_of_gain(sol, options)
% what added energy, and what to do. In 'event' nothing is penetrated: impacts have added it, or
% steps that are coarse for a motion as small as AbsTol
  if ~nsd_method_table(sol.stats.method).ownSteps || any(sol.stats.method == ',')
    what = 'the scheme or the impact law added energy';
    slips = '';
    if has_friction(sol), slips = ', and steps in which sliding reverses'; end
    remedy = ['contacts that separate while penetrated do this, and Theta below 1/2' slips ...
              ': a smaller Step makes it smaller'];
    return
  end
  rise = @(work) max([0; work - cummin(work)]);
  E = sol.energy;
  if rise(E.numerical) > rise(E.impact + E.friction)
    what = 'errors of the steps added energy';
    remedy = sprintf(['take AbsTol, now %g, small against the motion, whose largest coordinate ' ...
                      'is %.2g, or a smaller RelTol, now %g'], options.AbsTol, ...
                     max(abs(sol.q(:))), options.RelTol);
  else
    what = 'the impact law added energy';
    remedy = ['contacts of different Restitution, or coupled by a matrix, that are hit at ' ...
              'once do this: ''Impact'', ''energetic'' never does'];
    if has_friction(sol)
      remedy = 'with friction Newton''s law can do this, ''Impact'', ''energetic'' never does';
    end
  end
end

function report_end(sol, options, bodies)
% why the run ended early, and what to do
  hints = hints_for(sol, options);
  [~, ~, usual] = nsd_option_table();
  if options.MaxEvents ~= usual.MaxEvents, hints = rmfield(hints, 'maxEvents'); end   % asked for
  if isfield(sol.stats, 'userError'), hints.userError = sol.stats.userError; end
  if bodies
    hints.newton = ['the middle of the step was not found: take a smaller Step; a stiff ' ...
                    'spring, or a light link between heavy bodies, swings too fast for this one'];
  end
  told = isfield(hints, sol.status) && ~isempty(strfind(hints.(sol.status), ' jumps there '));
  if any(sol.stats.method == ',') && ~told        % 'auto' went from 'event' to time stepping
    hints = structfun(@(text) [text '; before, ''event'' ended: ' sol.stats.why], ...
                      hints, 'UniformOutput', false);
  end
  if isfield(hints, sol.status) && ~(bodies && strcmp(sol.status, 'maxIter'))
    contacts = sprintf(' %d', sol.stats.contacts);
    if numel(contacts) > 60, contacts = [contacts(1:60) ' ...']; end
    if isempty(sol.stats.contacts)
      contacts = '';
    else
      contacts = [', contact' repmat('s', 1, numel(sol.stats.contacts) > 1) contacts];
    end
    residual = '';
    if strcmp(sol.status, 'newton')
      residual = sprintf(', relative change left %.2g', sol.stats.newtonResidual);
    end
    nsd_warn(['nsd:simulate:' sol.status], 'the run stopped at t = %g%s%s: %s', ...
             sol.stats.stopTime, contacts, residual, hints.(sol.status));
  end
end

function report_depth(sol, stats)
% Time stepping finds an impact one step late: where this is deep against the motion itself, what
% follows is not the motion of the system. The kernel has looked at all rows, but for gaps that the
% interpreter computes: then at a hundred, and at impacts, as where some steps are no rows.
  if sol.system.Contacts == 0, return; end
  gaps = sol.recordedGaps();
  rows = size(sol.q, 1);
  if isempty(gaps)
    some = 1:ceil(rows/100):rows;
    gaps = gap_range(sol.system, sol.q(some, :), sol.t(some));
  end
  if isempty(sol.recordedGaps()) || rows <= stats.steps
    [q, t] = sol.impactStates(max(1, min(1000, floor(3e6/size(sol.q, 2)))));
    hits = gap_range(sol.system, q, t);
    gaps(:, 1:2) = [min(gaps(:, 1), hits(:, 1)), max(gaps(:, 2), hits(:, 2))];
  end
  deepest = gaps(:, 1);
  deepest(nsd_compliant(sol.system)) = 0;         % pressed in, as their law has it
  if all(deepest >= 0), return; end
  limits = nsd_report_limits();
  for every = [ceil(rows/20), 1]                  % the motion goes as far as some rows, at least
    q = sol.q(1:every:rows, :);
    reach = max(gaps(:, 2), max(max(q, [], 1) - min(q, [], 1)));
    [worst, k] = max(-deepest./reach);
    if ~(worst > limits.rest), return; end
  end
  if ~(worst > limits.deep)
    report_rest(sol, gaps, reach, limits.rest);
    return
  end
  if -deepest(k) > -2*gaps(k, 3) ...              % not so from the start, not rounding
      && -deepest(k) > 1e-9*stats.step*nsd_step_speed(sol)
    advice = sprintf('take a smaller Step, now %g, or Method ''event''', stats.step);
    if ~isempty(strfind(stats.why, ' jumps there'))
      advice = ['a gap that jumps does not push back what it has let in; write the obstacle ' ...
                'without a jump: doc/user/edges.md shows how'];
    elseif any(stats.method == ',') ...           % 'event' has ended before, or would take long
        || size(sol.q, 2) > nsd_method_table('event').limits.coordinates
      advice = sprintf('take a smaller Step, now %g', stats.step);
    end
    nsd_warn('nsd:simulate:penetration', ['contact %d is penetrated by %.2g where the motion ' ...
             'goes %.2g: the run is not accurate; %s'], k, -deepest(k), reach(k), advice);
  end
end

function report_joints(sol, options)
% Joints that hold on velocities alone drift, and more with every step. |g| divided by its slope is
% a length, which is compared with the motion. Brought back, they still take energy.
  [largest, row, start] = nsd_joint_drift(sol);
  [miss, k] = max(largest - 2*start);             % not so from the start
  moreau = any(strfind(sol.stats.method, 'moreau'));
  if ~isempty(miss) && miss > 1e-9
    at = nsd_relations_at(sol.system, sol.q(row(k), :)', sol.t(row(k)));
    off = largest(k)/max(norm(full(at.J(:, k))), realmin);
    reach = max(max(sol.q, [], 1) - min(sol.q, [], 1));
    if off > nsd_report_limits().joint*reach
      advice = sprintf('take a smaller Step, now %g, or Method ''rattle''', sol.stats.step);
      if strcmp(nsd_method_table(sol.stats.method).family, 'newmark')
        advice = '''GGL'', ''on'' keeps joints exactly';
      elseif strcmp(options.Project, 'off') && moreau
        advice = 'leave out Project, whose default brings joints back, or take Method ''rattle''';
      end
      nsd_warn('nsd:simulate:joints', ['joint %d is off by %.2g where the motion goes %.2g: ' ...
               'the run is not accurate; %s'], k, off, reach, advice);
      return
    end
  end
  if ~moreau || any(cellfun(@(r) r.withTime, sol.system.JointGroups)), return; end   % driven
  E = sol.energy;
  taken = max(abs(E.joint));
  if taken > nsd_report_limits().jointWork*max(E.kinetic)
    nsd_warn('nsd:simulate:joints', ['the joints took %.3g J, where joints do no work: the run ' ...
             'is not accurate; take a smaller Step, now %g, or Method ''newmark'' with ' ...
             '''GGL'', ''on'''], taken, sol.stats.step);
  end
end

function report_rest(sol, gaps, reach, limit)
% The depth of the last impact stays where velocities alone obey the contact: an end state at rest
% is wrong by as much, however long the run.
  y = nsd_probe(@() nsd_gap_rows(sol.system, sol.q(end, :), sol.t(end)));
  if isempty(y) || isempty(sol.impulse), return; end
  depth = -y(:).*(sol.impulse(end, :)' > 0 & ~nsd_compliant(sol.system));
  slow = max(abs(sol.v(end, :)))*(sol.t(end) - sol.t(1))/10 < depth;
  rests = slow & depth > limit*reach & depth > -2*gaps(:, 3);    % not so from the start
  if ~any(rests), return; end
  [~, k] = max(depth.*rests);
  remedy = '';
  if strcmp(sol.system.Kind, 'linear') && ~sol.system.Rough
    remedy = ', or Method ''paoli'' with ''Weight'', 0.25, which ends on the surface';
  end
  nsd_warn('nsd:simulate:penetration', ['contact %d rests %.2g below its surface where the ' ...
           'motion goes %.2g: the depth of its impact stays; take a smaller Step, now %g%s'], ...
           k, depth(k), reach(k), sol.stats.step, remedy);
end

function range = gap_range(sys, q, t)
% least, largest and first gap of each contact over the rows of Q, as the kernel has them
  y = nsd_probe(@() nsd_gap_rows(sys, q, t));
  if isempty(y), y = NaN(1, sys.Contacts); end     % no rows, or a function that fails there
  range = [min(y, [], 1); max(y, [], 1); y(1, :)]';
end

function report_drift(sol, options)
% 'event' integrates the works beside the motion: energy that they do not explain is an error,
% unless the whole motion is as small as AbsTol
  drift = max(abs(sol.recordedWork('numerical')));
  if isempty(drift) || drift <= nsd_report_limits().drift*options.AbsTol, return; end
  E = sol.energy;
  if drift > 1e-3*max([nsd_energy_moved(E); abs(E.external)])
    nsd_warn('nsd:energy:drift', ['%.3g J of energy appeared or vanished without a force, an ' ...
             'impact or friction that explains it (see sol.energy.numerical): the run is not ' ...
             'accurate; take a smaller RelTol, or compare with Method ''moreau'''], drift);
  end
end

function report_switching(sol)
% The default step knows what f(t,x) does over time at the start. A controller that switches by a
% ramp may begin to do so later: f is looked at again where the run has come to.
  [t, x, rate] = deal(sol.t, sol.x, sol.system.FirstOrder.rate);
  if ~nsd_names_time(rate, 1), return; end
  period = Inf;
  for k = unique(ceil(numel(t)*[1/3, 2/3, 1]))
    at = @(time) reshape(rate(time, x(k, :)'), [], 1);
    f = @(times) cell2mat(arrayfun(at, times, 'UniformOutput', false));
    [found, failed] = nsd_probe(@() nsd_signal_period(f, t(1), t(end) - t(1)));
    if isempty(failed), period = min(period, found); end
  end
  if period < 20*sol.stats.step
    nsd_warn('nsd:simulate:coarseStep', ['f(t,x) goes up and down about every %.2g s where the ' ...
             'run has come to, and steps are %.2g: give a Step of about %.1g'], period, ...
             sol.stats.step, period/200);
  end
end

function told = report_relays(sol, options)
% A relay that goes to and fro within some forty steps has the period of the steps, not its own.
% Left alone: swings that have died down to a twentieth of the motion, where steps are longer than
% they last, and rows that are not all steps.
  told = false;
  s = sol.system.FirstOrder;
  [t, h] = deal(sol.t, sol.stats.step);
  if numel(t) <= sol.stats.steps || strcmp(options.Relation, 'explicit'), return; end
  for k = find(isfinite(s.lower) & isfinite(s.upper) & s.lower < s.upper)'
    up = sol.lambda(:, k) > (s.lower(k) + s.upper(k))/2;
    turns = find(diff(up) > 0);
    periods = diff(turns);
    short = find(periods < 40);
    if numel(short) < 5 || sum(periods(short)) < numel(t)/10, continue; end
    y = sol.y(turns(short(1)):turns(short(end) + 1), k);
    if max(abs(y)) < 0.05*max(abs(sol.y(:, k))), continue; end
    nsd_warn('nsd:simulate:coarseStep', ['relay %d goes to and fro about every %.2g s, and ' ...
             'steps are %.2g: its period is not accurate; give a Step of about %.1g'], k, ...
             h*median(periods(short)), h, h*median(periods(short))/200);
    told = true;
    return
  end
end

function report_swings(sol, options)
% Steps of the implicit relation take a little from swings of a relay each time it turns; over a
% long span they may die down that would go on. Steps with the relation in the middle, which take
% nothing, tell: the swings at the end differ.
  s = sol.system.FirstOrder;
  relays = find(isfinite(s.lower) & isfinite(s.upper) & s.lower < s.upper);
  alone = isempty(options.OutputFcn) && isempty(options.Controller);
  if isempty(relays) || ~alone || ~strcmp(options.Relation, 'implicit'), return; end
  if numel(sol.t) <= sol.stats.steps, return; end            % rows that are not all steps
  middle = (s.lower(relays) + s.upper(relays))/2;
  up = bsxfun(@gt, sol.lambda(:, relays), middle(:)');
  relays = relays(sum(abs(diff(up, 1, 1)), 1) > 6);
  if isempty(relays), return; end
  asked = nsd_options('Step', sol.stats.step, 'Relation', 'midpoint');
  [kept, failed] = nsd_probe(@() nsd_simulate(sol.system, sol.t([1 end])', sol.x(1, :)', asked));
  if ~isempty(failed), return; end
  [swing, largest] = last_swing(sol, relays);
  other = last_swing(kept, relays);
  k = find(abs(swing - other) > 0.05*largest, 1);
  if isempty(k), return; end
  nsd_warn('nsd:simulate:coarseStep', ['y%d swings by %.3g at the end, and by %.3g with ' ...
           '''Relation'', ''midpoint'': steps of %.2g are too long for this span; give a ' ...
           'smaller Step, or write the system with NsdSystem.filippov, which locates where a ' ...
           'relay turns'], relays(k), swing(k), other(k), sol.stats.step);
end

function [swing, largest] = last_swing(sol, relays)
% how far outputs go up and down in the last tenth of the run, and largest in all of it
  y = sol.y(:, relays);
  last = y(ceil(0.9*size(y, 1)):end, :);
  swing = max(last, [], 1) - min(last, [], 1);
  largest = max(y, [], 1) - min(y, [], 1);
end

function report_stiff(sol, stats)
% compliant contacts that are over within a step do not rebound
  laws = nsd_compliance_arrays(sol.system.Gaps);
  if isempty(laws), return; end
  touched = find(any(sol.impulse > 0, 1) & laws(:, 1)' > 0);
  if isempty(touched), return; end
  depth = max(-sol.gap(:, touched), [], 1)';
  [shortest, k] = min(nsd_compliance_time(sol.system, laws, touched, depth, sol.q(1, :)', ...
                                          sol.t(1)));
  if stats.step > shortest
    nsd_warn('nsd:simulate:stiffContact', ['compliant contact %d is over within a step: it was ' ...
             'taken as one that does not rebound; take a Step below %.2g, now %.2g, or Method ' ...
             '''event'''], touched(k), shortest, stats.step);
  end
end

function report_several(sol)
% the same words from all methods, once in a run
  taken = 'the run took the one that changes the velocity least';
  if strcmp(sol.stats.method, 'event'), taken = 'the run kept its contacts as they were'; end
  nsd_warn('nsd:simulate:ambiguous', ['in %d contact problems several motions satisfied ' ...
           'Coulomb''s law (Painleve''s paradox, wedged contacts); %s: see ' ...
           'sol.stats.severalSolutions'], sol.stats.severalSolutions, taken);
end

function report_jam(stats)
% 'auto' went on by time stepping behind a jam: there contacts open or stop, as rounding has it
  nsd_warn('nsd:simulate:ambiguous', ['%s: forces of Coulomb''s law grow without bound there ' ...
           '(Painleve''s paradox), and which motion follows changes with the Step; compare ' ...
           'several, or take less Friction'], stats.why);
end

function has = has_friction(sol)
  has = ~isempty(sol.tangential);
  if isa(sol.system, 'NsdBodies')
    world = sol.system;
    has = any([world.Usual(1), world.Surfaces(1, :), world.PlaneSurfaces(1, :)] > 0);
  end
end

function hints = hints_for(sol, options)
% advice for each status of a run that ended early
  hints = struct( ...
    'ray', ['the contact problem has no solution there: the rebounds of contacts on the same ' ...
            'body may contradict each other; try equal Restitution (or 0) for them, or a ' ...
            'smaller Step'], ...
    'maxIter', 'the contact solver ran out of iterations: raise MaxIter, or a tiny LcpTol', ...
    'stalled', 'the contact solver made no progress: check the scaling, or raise LcpTol', ...
    'diverged', 'the state is no longer finite: take a smaller Step (or Theta of 1/2 or more)', ...
    'newton', ['Newton''s iteration did not converge: take a smaller Step, let it be halved ' ...
               'there with ''StepHalving'', 5, give ''ForceJacobian'', and run ' ...
               'nsd_check_system(sys)'], ...
    'notDefinite', ['the mass matrix is not positive definite there: the coordinates may be ' ...
                    'singular (a pole, a folded linkage), or M(q) is wrong; see ' ...
                    'nsd_check_system(sys, q, v)'], ...
    'notFinite', ['a function of the system returned ' not_finite(sol) ' there: see what it ' ...
                  'does at sol.q(end,:), sol.v(end,:)'], ...
    'noNormal', ['the gap is closed, but does not change with q there: a contact needs a ' ...
                 'normal; see nsd_check_system(sys, q)'], ...
    'singular', ['the iteration matrix M - h^2 beta dF/dq - h gamma dF/dv is singular for ' ...
                 'this step: choose another Step, set ''StepHalving'', or check the signs of ' ...
                 'stiff terms in F'], ...
    'maxEvents', ['the run has had MaxEvents events: bounces accumulate where Chatter is ' ...
                  '''off'', low bounces with Restitution 1 never end (with 0.999 they do), or ' ...
                  'the motion has many events; then raise MaxEvents'], ...
    'maxSteps', ['the run needed more steps than MaxSteps: the time span may be far longer ' ...
                 'than the periods of the motion; otherwise raise MaxSteps'], ...
    'jammed', ['the force of a sliding contact, or the impulse of an impact, grows without ' ...
               'bound there (Painleve''s paradox): an impact without collision follows; ' ...
               '''moreau'' may compute it; or try less Friction'], ...
    'noForces', ['no forces satisfy Coulomb''s law with these velocities (Painleve''s ' ...
                 'paradox): an impact without collision may follow; ''moreau'' computes it; or ' ...
                 'try less Friction'], ...
    'ambiguous', ['several motions satisfy Coulomb''s law from there on (Painleve''s ' ...
                  'paradox; see nsd_friction, Solver ''enum''): ''moreau'' computes one of ' ...
                  'them; or try less Friction'], ...
    'userError', 'a function of the system raised an error');
  if strcmp(sol.stats.method, 'event')
    hints.stalled = ['events repeat without motion, or steps got too short, as where a force ' ...
                     'grows without bound: see sol.events, sol.q(end,:); ' ...
                     'a force that jumps, as sign(v), is for Friction or NsdSystem.filippov; a ' ...
                     'gap that jumps, as at an edge or stairs, is for time stepping (moreau)'];
    hints.diverged = 'the state is no longer finite: the forces may grow without bound';
  end
  if ~nsd_kind(sol.system).mechanical, hints = of_first_order(hints, sol, options); end
  if ~isempty(sol.tangential), hints = with_friction(hints, sol); end
  newton = strcmp(sol.status, 'newton');
  if newton || strcmp(sol.status, 'stalled') && strcmp(sol.stats.method, 'event')
    [reason, advice] = nsd_stall_reason(sol);
    if ~isempty(reason) && ~(newton && strncmp(reason, 'gap', 3))
      hints.(sol.status) = [reason ': ' advice];
    end
  end
end

function text = not_finite(sol)
% 'NaN or Inf', or that it is complex: functions are asked again at the last row, and a little later
  text = 'NaN or Inf';
  sys = sol.system;
  if ~strcmp(sol.status, 'notFinite') || ~isa(sys, 'NsdSystem'), return; end
  for d = [0, 1e-6, 1e-3, 1e-2]*(sol.t(end) - sol.t(1))
    t = sol.t(end) + d;
    if nsd_kind(sys).mechanical
      [q, v] = deal(sol.q(end, :)' + d*sol.v(end, :)', sol.v(end, :)');
      calls = {@() sys.force(t, q, v), @() sys.mass(q), @() nsd_relation_value(sys.Gaps, q, t)};
    else
      calls = {@() sys.FirstOrder.rate(t, sol.x(end, :)')};
    end
    for k = 1:numel(calls)
      [value, err] = nsd_probe(calls{k});
      if ~isreal(value) || (~isempty(err) && ~isempty(strfind(err.message, 'complex')))
        text = 'a complex number (sqrt, log or a power of a negative one)';
        return
      end
    end
  end
end

function hints = with_friction(hints, sol)
% where contacts have friction, solvers fail for other reasons
  hints.ray = ['the contact problem with friction has no solution there: large Friction with ' ...
               'normals and tangents that push each other can jam (Painleve''s paradox), or ' ...
               'rebounds contradict each other; try Restitution 0, less Friction, another Step'];
  hints.stalled = ['no solver of the contact problem with friction passed its tolerance: it ' ...
                   'may have none there (Painleve''s paradox: large Friction), see ' ...
                   'nsd_friction; try less Friction, another Step, or a larger LcpTol'];
  hints.maxIter = hints.stalled;
  if strcmp(sol.stats.method, 'event')
    hints.ray = strrep(hints.ray, ', another Step', '');
    hints.stalled = ['events repeat without motion, steps got too short, or no forces or ' ...
                     'impulses of Coulomb''s law were found: see sol.events; a force that ' ...
                     'jumps, as sign(v), is for Friction; at a gap that jumps, as an edge, ' ...
                     'or otherwise, ''moreau'' may go on, or less Friction'];
  end
end

function report_bodies(sol, stats)
% a run of bodies continues when a step misses the tolerance; warnings count these steps
  if stats.unsolved > 0
    nsd_warn('nsd:simulate:maxIter', ['in %d of %d steps the contacts missed the tolerance, ' ...
             'the largest residual is %.2g of the velocities; the run went on: raise MaxIter, ' ...
             'or take a smaller Step, or a larger LcpTol if that is good enough'], ...
             stats.unsolved, stats.steps, stats.lcpResidual);
  end
  if stats.jammed > 0
    nsd_warn('nsd:bodies:jammed', ['in %d of %d steps the contacts were jammed: no impulses ' ...
             'obey Restitution and Friction together; these steps were taken without ' ...
             'restitution: try Restitution 0, less Friction, a smaller Step'], stats.jammed, ...
             stats.steps);
  end
  if stats.fastest > 1 && ~all_are_stopped(sol)
    nsd_warn('nsd:bodies:fast', ['a body moved by %.2g of its size in one step: it may pass ' ...
             'through others, or sink into planes; take a smaller Step'], stats.fastest);
  end
end

function yes = all_are_stopped(sol)
% free bodies that fly are stopped where they meet others; by turning, with joints, or at planes
% something may be missed
  world = sol.system;
  yes = isa(world, 'NsdBodies') && isempty(world.Planes) && isempty(world.Links);
  if ~yes, return; end
  d = world.Dimension;
  v = max(abs(sol.v), [], 1);
  v = reshape(v, [], world.Bodies);
  free = isfinite(world.Masses);
  turn = max([0; reshape(v(d+1:end, :), [], 1)])*sol.stats.step;
  yes = ~any(reshape(v(1:d, ~free), [], 1)) && turn < 0.5;
end

function hints = of_first_order(hints, sol, options)
  remedy = 'a smaller Step';
  if ~strcmp(options.Relation, 'implicit'), remedy = ['Relation ''implicit'' or ' remedy]; end
  hints.ray = ['check the signs of B, C and D and the law of each row: the relation of the ' ...
               'step has no solution there; where an input jumps or the start is ' ...
               'inconsistent, ' remedy ' may help'];
  hints.newton = ['Newton''s iteration did not converge: take a smaller Step, or give the ' ...
                  'Jacobians of f, h and g'];
  if strcmp(sol.stats.method, 'event')
    hints.stalled = ['switching points accumulate there, or two surfaces would have to be ' ...
                     'slid on at once: write it with relays, NsdSystem.firstOrder'];
    if strcmp(sol.system.FirstOrder.kind, 'hybrid')
      hints.stalled = ['a reset leads to the same event again without motion: it must carry ' ...
                       'the state away from its guard h(x) = 0, or turn the velocity there'];
      hints.guardJumps = ['a guard h(x) passes zero there by a jump, which is no event: guards ' ...
                          'must be continuous; write "both" as max(h1, h2), "either" ' ...
                          'as min(h1, h2), not with comparisons (see doc/user/event-driven.md)'];
      if isempty(sol.system.FirstOrder.laws)      % f alone
        hints.stalled = ['steps got too short: f(t,y) jumps there, or grows without bound; ' ...
                         'see sol.x(end,:), and NsdSystem.filippov for what switches'];
      end
    end
  end
  hints.notFinite = ['f, h or g returned ' not_finite(sol) ': see what they do at sol.x(end,:)'];
  broken = nsd_broken_reset(sol);
  if ~isempty(broken), hints.notFinite = broken; end
end
