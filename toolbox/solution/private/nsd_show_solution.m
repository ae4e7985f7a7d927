function nsd_show_solution(sol)
%NSD_SHOW_SOLUTION  What disp(sol) prints.
  if isempty(sol.system)
    fprintf('  empty NsdSolution\n');
    return
  end
  t = sol.t;
  if isempty(t)
    fprintf('  %s: %s, no rows, status %s\n', nsd_or(sol.system.Name, 'solution'), ...
            sol.stats.method, sol.status);
    return
  end
  step = sprintf('h = %g, ', sol.stats.step);
  if nsd_method_table(sol.stats.method).ownSteps || isfield(sol.stats, 'solves')
    step = '';                                    % they differ
  end
  fprintf('  %s: %s, %s%d steps from t = %g to %g, status %s\n', ...
          nsd_or(sol.system.Name, 'solution'), sol.stats.method, step, sol.stats.steps, t(1), ...
          t(end), sol.status);
  show_own_end(sol);
  if isfield(sol.stats, 'why') && ~isempty(sol.stats.why)
    fprintf('  method chosen by ''auto'': %s\n', sol.stats.why);
  end
  if isfield(sol.stats, 'startMoved')
    question = '';
    if size(sol.impulse, 2) > 0, question = '; is the sign of each gap right?'; end
    fprintf('  the start was moved to where gaps and joints allow it, by %.3g%s\n', ...
            sol.stats.startMoved, question);
  end
  kind = nsd_kind(sol.system);
  if ~kind.mechanical
    show_states(sol);
    show_kinds(sol.events);
    say_where_events_are(sol);
    return
  end
  if strcmp(kind.name, 'bodies')
    show_bodies(sol);
  else
    fprintf('  %s, %s, %s\n', nsd_count_text(numel(t), 'row'), ...
            nsd_count_text(size(sol.q, 2), 'coordinate'), ...
            nsd_count_text(size(sol.impulse, 2), 'contact'));
    if size(sol.impulse, 2) > 0, show_contacts(sol); end
    show_friction(sol);
    if isfield(sol.stats, 'jointError')
      fprintf('  %s, largest error %.1e\n', nsd_count_text(size(sol.multiplier, 2), 'joint'), ...
              sol.stats.jointError);
    end
  end
  show_chain(sol, kind);
  show_energy(sol.energy, sol.stats, nsd_gains_energy(sol, sol.stats));
  show_meaning(sol, kind);
  say_where_events_are(sol);
end

function show_own_end(sol)
% a terminal event of the user's Events, which may have been forgotten in the options
  if ~strcmp(sol.status, 'stopped'), return; end
  e = sol.events;
  own = unique(e.contact(strcmp(e.kind, 'user') & e.t == sol.t(end)))';
  if isempty(own), return; end
  fprintf('  ended by your event %s, which is terminal (option Events)\n', ...
          strjoin(arrayfun(@(k) sprintf('%d', k), own, 'UniformOutput', false), ' or '));
end

function say_where_events_are(sol)
% a few events need no table: sol.events shows them at a glance
  few = 20;
  if numel(sol.events.t) <= few, return; end
  fprintf('  events: sol.eventTable() prints the first and the last, sol.events has all\n');
end

function show_states(sol)
% rows and sizes of a first-order system; guards and surfaces of 'event' have no contact problem
  m = size(sol.lambda, 2);
  relations = sprintf('%s; largest residual of a relation %.1e', ...
                      nsd_count_text(m, 'relation'), sol.stats.lcpResidual);
  if strcmp(sol.stats.method, 'event'), relations = nsd_count_text(m, 'switching function'); end
  if isa(sol.system, 'NsdSystem') && isempty(sol.system.FirstOrder.laws)
    relations = 'no switching functions';         % NsdSystem.hybrid(f): one that never changes
  end
  fprintf('  %s, %s, %s\n', nsd_count_text(numel(sol.t), 'row'), ...
          nsd_count_text(size(sol.x, 2), 'state'), relations);
end

function show_kinds(events)
% how many events of each kind, as '  10 impact, the last at t = 3.2'
  if isempty(events.t), return; end
  fprintf('  events: %s; the last at t = %g\n', nsd_kind_counts(events), events.t(end));
end

function show_contacts(sol)
  events = sol.events;
  gaps = min(sol.gap, [], 1);
  soft = false(size(gaps));
  if isa(sol.system, 'NsdSystem'), soft = nsd_compliant(sol.system)'; end
  [~, hits] = nsd_kind_counts(events);
  hits = hits & ~ismember(events.contact, find(soft));   % pressed by forces, not by impulses
  [last, slower] = deal('');
  if ~nsd_method_table(sol.stats.method).located && any(hits)
    [hits, slower] = hard_ones(hits, abs(events.vBefore));
  end
  if any(hits), last = sprintf(', the last at t = %g', max(events.t(hits))); end
  deep = abs(min([0, gaps(~soft)]));
  depth = sprintf('; deepest penetration %.2g', deep);
  left = abs(min([0, sol.gap(end, ~soft)]));
  if left > 0.5*deep && sol.reaction(end, :)*(sol.gap(end, :)' < -0.5*deep) > 0
    depth = sprintf('%s, of which %.2g stays (less with a smaller Step)', depth, left);
  end
  if deep <= 1e-10*max(1, max(abs(sol.q(:)))), depth = '; no penetration'; end    % rounding
  if all(soft), depth = ''; end
  if any(soft)
    depth = sprintf('%s; compliant contacts pressed in by %.2g', depth, abs(min([0, gaps(soft)])));
  end
  fprintf('  %s%s%s; %s closed at the end%s\n', nsd_count_text(sum(hits), 'impact'), last, ...
          slower, nsd_count_text(sum(sol.reaction(end, :) > 0), 'contact'), depth);
end

function show_friction(sol)
  if isempty(sol.tangential), return; end
  kinds = sol.events.kind;
  slips = find(strcmp(kinds, 'slip'))';
  turns = sum(arrayfun(@(k) turns_back(sol, k), slips));
  back = '';
  if turns > 0, back = sprintf(', %s of sliding', nsd_count_text(turns, 'reversal')); end
  fprintf('  friction: %s, %s%s\n', nsd_count_text(sum(strcmp(kinds, 'stick')), 'stick'), ...
          nsd_count_text(numel(slips) - turns, 'slip'), back);
end

function yes = turns_back(sol, k)
% true for a slip of a contact in the plane that did not stick before: its force changed the sign
  [e, yes] = deal(sol.events, false);
  own = find(e.contact(1:k-1) == e.contact(k) & ismember(e.kind(1:k-1), {'stick', 'slip'}), 1, ...
             'last');
  row = find(sol.t < e.t(k), 1, 'last');
  if e.direction(k) == 0 || isempty(row) || (~isempty(own) && strcmp(e.kind{own}, 'stick'))
    return
  end
  yes = sol.tangentialReaction(row, e.contact(k))*e.direction(k) > 0;
end

function [hard, slower] = hard_ones(hits, speed)
% How often a slow contact opens and closes depends on the step of a time-stepping scheme: hits
% below a hundredth of the fastest are told apart.
  bound = max(speed(hits))/100;
  hard = hits & speed >= bound;
  slower = '';
  if sum(hard) < sum(hits)
    slower = sprintf(' (and %d slower than %.2g, whose number depends on the step)', ...
                     sum(hits) - sum(hard), bound);
  end
  if sum(hard) > 1000                             % meshes: contacts come and go in steps
    slower = [' (how many depends on the step)', slower];
  end
end

function show_chain(sol, kind)
% An impact that goes on at the same instant through contacts that touch, as in Newton's cradle,
% where bodies rebound: what follows is the law of impacts, not the mechanics.
  e = sol.events;
  hits = strcmp(e.kind, 'impact');
  struck = find(hits & e.vBefore < 0 & e.vAfter > 1e-6*abs(e.vBefore));
  touching = hits & abs(e.vBefore) <= 1e-9*max([0; abs(e.vBefore)]);
  if isempty(struck) || ~any(touching), return; end
  for k = struck(1:min(end, 100))'
    pushed = touching & e.t == e.t(k) & e.impulse > 1e-3*e.impulse(k);
    if any(pushed), break; end
  end
  if ~any(pushed), return; end
  advice = 'leave small gaps for impacts one after the other';
  if ~strcmp(kind.name, 'bodies')
    if isa(sol.system, 'NsdSystem')
      law = nsd_impact_arrays(sol.system.Gaps);
      if ~isempty(law) && law.order > 0, return; end              % it was chosen
    end
    advice = ['see MultipleImpact, or ' advice];
  end
  fprintf(['  %d contacts are hit at once at t = %.4g: the law of impacts decides what ' ...
           'follows; %s\n'], sum(pushed) + 1, e.t(k), advice);
end

function show_bodies(sol)
  [~, hits, rests] = nsd_kind_counts(sol.events);
  resting = '';
  if any(rests)
    resting = sprintf(' (and %s at rest)', nsd_count_text(sum(rests), 'new contact'));
  end
  fprintf('  %s, %s, %s%s; %s at the end; deepest penetration %.2g\n', ...
          nsd_count_text(size(sol.q, 1), 'row'), nsd_count_text(sol.stats.bodies, 'body'), ...
          nsd_count_text(sum(hits), 'impact'), resting, ...
          nsd_count_text(sol.contacts.count(end), 'contact'), abs(min([0; sol.gap])));
  if nsd_method_table(sol.stats.method).located
    show_kinds(sol.events);
    return
  end
  fprintf('  %.3g sweeps per step, largest residual %.1e, %s above the tolerance\n', ...
          sol.stats.lcpIterations/max(1, sol.stats.steps), sol.stats.lcpResidual, ...
          nsd_count_text(sol.stats.unsolved, 'step'));
end

function show_energy(E, stats, gains)
  done = 0;
  parts = '';
  largest = max([nsd_energy_moved(E); abs([E.external; E.impact; E.friction])]);
  if strcmp(stats.ledger, 'remainder') && ~any(abs(E.external) > 1e-6*largest)
    [E.numerical, E.external] = deal(E.numerical + E.external, 0*E.external);  % no such forces
  end
  least = 1e-12*largest;
  if isfield(stats, 'bodies'), least = 1e-9*largest; end    % sweeps end at a tolerance
  for name = nsd_work_table(E)
    work = E.(name{1});
    done = done + work;
    if ~any(abs(work) > least), continue; end
    parts = sprintf('%s, %s %.4g', parts, name{1}, work(end));
  end
  if ~isempty(parts), parts = ['; work' parts(2:end)]; end
  balance = sprintf('balance error %.0e J', max(abs(E.total - E.total(1) - done)));
  if strcmp(stats.ledger, 'remainder')
    what = remainder(stats);
    if strcmp(what, 'external') && ~any(E.external), what = 'numerical'; end
    balance = [what ' is what the others leave'];
    if strcmp(what, 'numerical') && ~any(abs(E.numerical) > least)       % is not printed above
      balance = sprintf('numerical, what the others leave, is %.0e J', max(abs(E.numerical)));
    end
  end
  ends = E.total([1 end]);
  ends(abs(ends) <= 1e-12*largest) = 0;           % 3e-64 J of a body at rest
  fprintf('  energy %.4g J at the start, %.4g J at the end%s; %s\n', ends, parts, balance);
  if gains
    fprintf('  energy gained: at most %.2g J in one step, near t = %g\n', stats.energyGain, ...
            stats.energyGainTime);
  end
end

function name = remainder(stats)
% the column of sol.energy that closes the balance, where not all have a formula of their own
  name = 'external';
  family = nsd_method_table(stats.method).family;
  if any(strcmp(family, {'event', 'newmark'})), name = 'numerical'; end
  if any(stats.method == ','), name = 'numerical, then external,'; end       % 'event, then moreau'
end

function show_meaning(sol, kind)
% where forces do work that no potential energy holds: a ball 1 m up has no energy then
  E = sol.energy;
  worth = 1e-3*nsd_energy_moved(E);
  if strcmp(kind.name, 'bodies') && any(abs(E.impact) > worth) && any(abs(E.friction) > worth) ...
      && has_shared_load(sol.contacts)
    fprintf(['  (a landing on several points of a body: only the sum of impact and friction is ' ...
             'determined)\n']);
  end
  rounding = 1e-12*max([nsd_energy_moved(E); abs(E.impact)]);
  if strcmp(kind.name, 'bodies') || max(abs(E.external)) <= rounding, return; end
  if kind.nonlinear && isa(sol.system, 'NsdSystem') && isfield(sol.system.Force, 'damped') ...
      && sol.system.Force.damped
    fprintf('  (external: what Dissipation took, and the work of Force if there is one)\n');
  elseif kind.nonlinear && any(E.potential)
    return
  elseif kind.nonlinear
    fprintf('  (energy is kinetic; F counts as external work, its potential is not given)\n');
  else
    fprintf('  (energy is kinetic + springs; F, such as weight, counts as external work)\n');
  end
end

function yes = has_shared_load(c)
% true where two points of one pair of bodies have pushed in one row
  yes = false;
  if ~isfield(c, 'impulse') || isempty(c.impulse), return; end
  place = sortrows([c.row, c.bodies].*(any(c.impulse, 2)*[1 1 1]));
  place(place(:, 1) == 0, :) = [];
  yes = any(all(diff(place, 1, 1) == 0, 2));
end
