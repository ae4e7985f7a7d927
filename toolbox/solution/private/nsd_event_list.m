function list = nsd_event_list(log, sol, kind, run, which)
%NSD_EVENT_LIST  sol.events: a struct of columns, from the log of a run; WHICH: numbers of some.
  if strcmp(kind.name, 'bodies')
    list = of_bodies(log, kind.events, sol.stats.bodies);
  else
    list = of_systems(log, sol, kind, run);
  end
  if nargin < 5, return; end
  if ~isnumeric(which) || ~all(ismember(which(:), 1:numel(list.t)))
    error('nsd:solution:badEvent', ['sol.events(k) takes numbers of events, from 1 to %d; ' ...
          'sol.events has all as columns'], numel(list.t));
  end
  list = structfun(@(column) column(which, :), list, 'UniformOutput', false);
end

function list = of_systems(log, sol, kind, run)
  rough = ~isempty(sol.tangential);
  if rough && ~run.jumps, log = merge_reversals(log, run.h); end
  row = log.row;
  list = struct('t', log.t, 'contact', log.contact, 'kind', {{}}, 'vBefore', log.vBefore, ...
                'vAfter', log.vAfter, 'impulse', log.impulse, 'loss', log.loss, 'q', [], 'v', []);
  list.kind = reshape(kind.events(log.kind), [], 1);
  own = strcmp(list.kind, 'user');                % events of the user have no velocity of a gap
  [list.vBefore(own), list.vAfter(own)] = deal(NaN);
  if isempty(log.stateQ)
    list.q = sol.q(row, :);
    list.v = sol.v(row, :);
  else
    list.q = log.stateQ(:, row)';                 % events of one instant share their state
    list.v = log.stateV(:, row)';
  end
  if rough
    list.direction = log.direction;
    list.way = list.direction;                    % the old name
  end
  if ~kind.mechanical, [list.x, list.v] = deal(list.q, zeros(numel(row), 0)); end
end

function events = of_bodies(log, kinds, count)
% pairs of bodies instead of states
  code = log.contact - 1;                         % a + count b, both from 0
  bodies = [mod(code, count) + 1, floor(code/count) + 1];
  planes = bodies(:, 2) > count;
  bodies(planes, 2) = count - bodies(planes, 2);
  events = struct('t', log.t, 'contact', bodies(:, 1), 'bodies', bodies, 'kind', {{}}, ...
                  'vBefore', log.vBefore, 'vAfter', log.vAfter, 'impulse', log.impulse, ...
                  'loss', log.loss);
  events.kind = reshape(kinds(log.kind), [], 1);
end

function log = merge_reversals(log, h)
% A time-stepping scheme passes a reversal of sliding with one step h that sticks (FC.6). Stick and
% slip are then one event: the stick is left out of the log, and the slip starts from the velocity
% before it. In space velocities are lengths: nothing is merged.
  isStick = log.kind == nsd_event_kinds('stick');
  isSlip = log.kind == nsd_event_kinds('slip');
  kept = true(size(log.t));
  for contact = unique(log.contact(isStick))'
    mine = find(log.contact == contact & (isStick | isSlip));
    [first, next] = deal(mine(1:end-1), mine(2:end));
    turns = isStick(first) & isSlip(next) & log.t(next) - log.t(first) <= 1.5*h & ...
            log.vBefore(first).*log.vAfter(next) < 0;
    log.vBefore(next(turns)) = log.vBefore(first(turns));
    log.loss(next(turns)) = log.loss(next(turns)) + log.loss(first(turns));
    kept(first(turns)) = false;
  end
  for name = {'t', 'contact', 'kind', 'vBefore', 'vAfter', 'impulse', 'loss', 'row', 'direction'}
    log.(name{1}) = log.(name{1})(kept);
  end
end
