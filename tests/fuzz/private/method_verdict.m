function verdict = method_verdict(s, scheme)
%METHOD_VERDICT  Method 'event' against time stepping with halved steps, for one random system.
%   VERDICT = METHOD_VERDICT(S, SCHEME), SCHEME a cell with the method and its options, has
%     word    'agree'          the difference is a few steps times the speed, at every step
%             'shrinks'        it shrinks with the step
%             'non-unique'     Coulomb's law allows several motions where they part (enumerated)
%             'impact order'   several impacts happen at once where they part, and their outcome
%                              depends on the order in which they are taken (enumerated)
%             'no solution'    it allows none where time stepping stops (enumerated)
%             'discontinuous'  the motion itself jumps with its start: 'event' from the state of
%                              time stepping, a few steps off, ends where time stepping ends
%             'solver'         none of these: a defect
%     ended   status of 'event';  errors  largest |dq| for each step;  steps
%     part    time where the motions part, NaN if they do not;  text  what was found there
%     lies    laws that rows of runs with status 'ok' break (law_violations)
  verdict = struct('number', s.number, 'scheme', strjoin(cellfun(@char, scheme, ...
                   'UniformOutput', false), ' '), 'word', '', 'ended', '', 'errors', [], ...
                   'steps', [], 'part', NaN, 'text', '', 'lies', {{}});
  event = run(s, 0, s.q0, s.v0, {'event'});
  verdict.ended = event.status;
  verdict.lies = law_violations(s, event);
  paradox = {'ambiguous', 'noForces', 'jammed', 'ray'};
  if ~any(strcmp(event.status, [{'ok'}, paradox]))
    verdict.word = 'solver';
    verdict.text = sprintf('''event'' ends with ''%s'' at %.6g', event.status, event.t(end));
    return
  end
  if any(strcmp(event.status, paradox))
    [verdict, right] = check_paradox(verdict, s, event);
    if ~right, return, end
  end
  verdict = compare(verdict, s, event, scheme);
end

function verdict = compare(verdict, s, event, scheme)
% the steps are halved three times, and three times more where the difference does not shrink
  fast = max([0.1; abs(event.v(:))]);
  final = event.t(end);
  for k = 0:6
    h = 4e-3/2^k;
    sol = run(s, h, s.q0, s.v0, scheme);
    verdict.lies = [verdict.lies, law_violations(s, sol)];
    if sol.t(end) < min(final, s.tEnd) - 5*h
      [verdict, ended] = stopped_early(verdict, s, event, sol, h);
      if ended, return, end
      continue
    end
    verdict.steps(end+1) = h;
    verdict.errors(end+1) = distance(sol, event, final);
    [first, last] = deal(max(1, numel(verdict.steps) - 3), numel(verdict.steps));
    if k < 2, continue, end
    if all(verdict.errors <= 10*verdict.steps*fast)
      verdict.word = 'agree';
      return
    elseif last - first >= 3 && verdict.errors(last) <= verdict.errors(first)/3
      verdict.word = 'shrinks';
      return
    end
  end
  verdict = explain(verdict, s, event, scheme, sol, fast);
  if strcmp(verdict.word, 'solver'), verdict = halve_on(verdict, s, event, scheme); end
end

function verdict = halve_on(verdict, s, event, scheme)
% a motion that hardly touches a surface is met only by steps shorter than that touch
  for k = 7:9
    h = 4e-3/2^k;
    sol = run(s, h, s.q0, s.v0, scheme);
    verdict.steps(end+1) = h;
    verdict.errors(end+1) = distance(sol, event, event.t(end));
    if verdict.errors(end) <= min(verdict.errors(1:end-1))/10
      verdict.word = 'shrinks';
      return
    end
  end
end

function sol = run(s, h, q0, v0, scheme, from)
  if nargin < 6, from = 0; end
  given = {'Method', scheme{1}, scheme{2:end}};
  if h > 0, given = [given, {'Step', h}]; end
  sol = nsd_simulate(s.system, [from s.tEnd], q0, v0, given{:}, 'Progress', 'off');
end

function d = distance(sol, event, final)
% largest difference of positions at the rows of SOL up to UNTIL
  rows = sol.t <= final;
  [q, ~] = event.at(min(sol.t(rows), event.t(end)));
  d = max([0; max(abs(q - sol.q(rows, :)), [], 2)]);
end

function [verdict, right] = check_paradox(verdict, s, event)
% the word of a run that ended: no motion, or several, by enumeration. 'jammed' ends where forces
% grow without bound; there is nothing to count
  right = strcmp(event.status, 'jammed');
  if right, return, end
  counts = motions_near(s, event, event.t(end), 0);
  if strcmp(event.status, 'ambiguous')              % decided a moment later (EF.9)
    [q, v] = deal(event.q(end, :)', event.v(end, :)');
    later = possible_motions(s, event.t(end) + 1e-4, q + 1e-4*v, v, 1e-7*max([1e-6; abs(v)]));
    counts(end+1) = later.count;
  end
  if strcmp(event.status, 'ambiguous'), right = any(counts > 1); else, right = any(counts == 0); end
  if ~right
    verdict.word = 'solver';
    verdict.part = event.t(end);
    verdict.text = sprintf('''event'' ends with ''%s'' at %.9g, but there are %s motions', ...
                           event.status, event.t(end), mat2str(counts));
  end
end

function counts = motions_near(s, event, t, before)
% numbers of motions at the rows of 'event' from T - BEFORE to T; what is zero among velocities is
% not known exactly, so three limits are tried
  counts = [];
  fast = max([1e-6; abs(event.v(:))]);
  for k = find(event.t >= t - before & event.t <= t)'
    for speed = [1e-10 1e-7 1e-4]*fast
      found = possible_motions(s, event.t(k), event.q(k, :)', event.v(k, :)', speed);
      counts(end+1) = found.count; %#ok<AGROW>  a few rows
    end
  end
end

function [verdict, ended] = stopped_early(verdict, s, event, sol, h)
% time stepping ended before 'event' did. That is right where the problem of its step has no
% solution, which it has proved where it says 'ray', at velocities that the impacts of 'event' pass;
% where a solution fails by little more than the tolerance, it says 'stalled'
  ended = h < 1e-4;
  if ~ended, return, end
  verdict.part = sol.t(end);
  verdict.text = sprintf('time stepping with h = %.3g ends with ''%s'' at %.6g', h, sol.status, ...
                         sol.t(end));
  verdict.word = 'solver';
  [matters, ~, contradictory] = order_matters(s, event, sol.t([end end]), h);
  if contradictory || any(motions_near(s, event, sol.t(end) + 3*h, 100*h) ~= 1)
    verdict.word = 'no solution';
  elseif matters
    verdict.word = 'impact order';
  elseif any(strcmp(sol.status, {'ray', 'stalled'})) && step_has_no_answer(s, sol)
    verdict.word = 'no solution';
    verdict.text = [verdict.text ': no impulses obey the law of that step'];
  elseif stops_from_row(s, sol)
    verdict.word = 'discontinuous';
    verdict.text = [verdict.text ', and so does ''event'' from a state ten steps before'];
  end
end

function none = step_has_no_answer(s, sol)
% 1 when no impulses of the contacts that the run names obey the law of the step (FC.2) behind the
% last row of SOL, by enumeration: rebounds in a corner contradict each other there. The problem is
% made anew from the functions of S, with the mass in place of the iteration matrix
  [t, q, v] = deal(sol.t(end), sol.q(end, :)', sol.v(end, :)');
  c = contact_frame(s, t, q, v);
  active = sol.stats.contacts(:);
  k = sort([2*active - 1; 2*active]);
  u = sol.stats.step*c.X(:, k)'*s.force(t, q, v);             % X has no part along the joints
  u(1:2:end) = u(1:2:end) + (1 + s.e(active)).*c.U(active);
  u(2:2:end) = u(2:2:end) + (1 + s.eT(active)).*c.UT(active);
  none = false;
  if isempty(active) || ~any(u), return, end
  [~, info] = nsd_friction(c.W(k, k), u/max(abs(u)), s.mu(active), 'Solver', 'enum');
  none = strcmp(info.status, 'ray');
end

function stops = stops_from_row(s, sol)
% 'event' from a row ten steps before the end of SOL has no motion to go on with either
  row = max(1, numel(sol.t) - 10);
  t = sol.t(row);
  shifted = run(s, 0, admissible(s, t, sol.q(row, :)'), sol.v(row, :)', {'event'}, t);
  stops = any(strcmp(shifted.status, {'ray', 'noForces', 'ambiguous', 'jammed'})) && ...
          shifted.t(end) < sol.t(end) + 50*sol.stats.step;
end

function [matters, text, contradictory] = order_matters(s, event, parts, h)
% several impacts at once near the times PARTS(1) to PARTS(2), and their outcome depends on their
% order; or some of them, taken at once, have none
  fast = max([0.1; abs(event.v(:))]);
  rows = find(event.t >= parts(1) - max(100*h, 0.02) & event.t <= parts(2) + 5*h)';
  [matters, contradictory] = deal(false);
  text = '';
  for k = rows
    [outcomes, none] = impact_orders(s, event.t(k), event.q(k, :)', event.v(k, :)', 5*h*fast);
    contradictory = contradictory || none;
    if size(outcomes, 2) > 1
      matters = true;
      text = sprintf('%d outcomes of several impacts at %.6g', size(outcomes, 2), event.t(k));
      return
    end
  end
end

function verdict = explain(verdict, s, event, scheme, sol, fast)
% where do the motions part, and why?
  h = sol.stats.step;
  parts = parting(event, sol, fast);
  verdict.part = parts(2);
  counts = motions_near(s, event, parts(2) + 2*h, parts(2) - parts(1) + max(100*h, 0.1));
  if any(counts ~= 1)
    verdict.word = 'non-unique';
    verdict.text = sprintf('%s motions near %.6g', mat2str(unique(counts)), verdict.part);
    return
  end
  [jumps, text] = jumps_with_start(s, event, scheme, verdict.part);
  if ~jumps, [jumps, text] = jumps_when_shifted(s, event, scheme, verdict.part, text); end
  if jumps
    verdict.word = 'discontinuous';
    verdict.text = text;
    return
  end
  [matters, order] = order_matters(s, event, parts, h);
  if matters
    verdict.word = 'impact order';
    verdict.text = order;
  else
    verdict.word = 'solver';
    verdict.text = text;
  end
end

function parts = parting(event, sol, fast)
% PARTS(2): the first time from which on velocities differ for twenty steps (time stepping meets an
% impact up to a step late), or positions by more than ten steps at full speed. PARTS(1): the last
% time before at which positions were within one step; what made the difference lies between
  h = sol.stats.step;
  rows = sol.t <= event.t(end);
  [q, v] = event.at(min(sol.t(rows), event.t(end)));
  dv = max(abs(v - sol.v(rows, :)), [], 2);
  held = dv > 0.02*fast;
  for k = 1:4                                       % k: 2, 4, 8, 16 steps in a row
    held = held & [held(1 + 2^(k-1):end); repmat(held(end), 2^(k-1), 1)];
  end
  d = max(abs(q - sol.q(rows, :)), [], 2);
  apart = find(held | d > 10*h*fast, 1);
  if isempty(apart)
    parts = event.t([end end]);
  else
    parts = sol.t([find(d(1:apart) <= h*fast, 1, 'last'), apart]);
  end
end

function [jumps, text] = jumps_with_start(s, event, scheme, part)
% 'event' from states of time stepping before the motions part, with h and a quarter of it: the
% starts are O(h) from the motion of 'event', the ends are not
  steps = [5e-4 1.25e-4];
  runs = {run(s, steps(1), s.q0, s.v0, scheme), run(s, steps(2), s.q0, s.v0, scheme)};
  for back = [2 5 10 20 50]*steps(1)
    jumps = true;
    said = {sprintf('event from %.3g before %.6g', back, part)};
    for k = 1:2
      row = max(1, find(runs{k}.t <= part, 1, 'last') - round(back/steps(1)));
      [start, ended, other] = from_row(s, event, runs{k}, row);
      jumps = jumps && ended < 0.2*other && start < 0.2*other;
      said{end+1} = sprintf('h %.2g: starts %.2g apart, ends %.2g, to time stepping %.2g', ...
                            steps(k), start, other, ended); %#ok<AGROW>  two steps
    end
    text = strjoin(said, '; ');
    if jumps, return, end
  end
end

function [jumps, text] = jumps_when_shifted(s, event, scheme, part, text)
% 'event' from its own state before the motions part, moved by a few steps at full speed in any of
% many directions: contacts that close at once then close one after the other, in another order
  steps = [5e-4 1.25e-4];
  fast = max([0.1; abs(event.v(:))]);
  t = max(0, part - 0.02);
  row = find(event.t <= t, 1, 'last');
  [t, q, v] = deal(event.t(row), event.q(row, :)', event.v(row, :)');
  found = false(1, 2);
  said = sprintf('event from %.6g, moved', t);
  for k = 1:2
    sol = run(s, steps(k), s.q0, s.v0, scheme);
    if sol.t(end) <= t, break, end                          % this step ended before they part
    for i = 1:40
      d = sin(i*(1:s.n)'.^2 + i^2);                         % directions without a random number
      moved = admissible(s, t, q + 4*steps(k)*fast*d/norm(d));
      shifted = run(s, 0, moved, v, {'event'}, t);
      final = min([shifted.t(end), event.t(end), sol.t(end)]);
      [qs, qe, qt] = deal(shifted.at(final), event.at(final), sol.at(final));
      [start, ended, other] = deal(max(abs(moved - q)), max(abs(qs - qt)), max(abs(qs - qe)));
      found(k) = ended < 0.2*other && start < 0.2*other;
      if found(k), break, end
    end
    if ~found(k), break, end
    said = sprintf('%s; by %.2g: ends %.2g away, %.2g from time stepping', said, start, other, ...
                   ended);
  end
  jumps = all(found);
  if jumps, text = said; end
end

function [start, ended, other] = from_row(s, event, sol, row)
% 'event' from a row of time stepping: START, its distance there from EVENT; ENDED, its distance in
% the end from time stepping; OTHER, in the end from EVENT
  t = sol.t(row);
  q = admissible(s, t, sol.q(row, :)');
  v = sol.v(row, :)';
  [q1, v1] = event.at(t);
  [~, v2] = event.at(t, 'left');
  start = max(abs(q' - q1)) + min(max(abs(v' - v1)), max(abs(v' - v2)));
  shifted = run(s, 0, q, v, {'event'}, t);
  final = min([shifted.t(end), event.t(end), sol.t(end)]);
  [qs, qe, qt] = deal(shifted.at(final), event.at(final), sol.at(final));
  ended = max(abs(qs - qt));
  other = max(abs(qs - qe));
end

function q = admissible(s, t, q)
% moved out of obstacles that it penetrates
  for k = 1:5
    y = s.gap(q, t);
    in = find(y < 0);
    if isempty(in), return, end
    d = 1e-6;
    H = zeros(s.n, numel(y));
    for j = 1:s.n
      step = d*((1:s.n)' == j);
      H(j, :) = (s.gap(q + step, t) - s.gap(q - step, t))'/(2*d);
    end
    X = s.mass(q)\H(:, in);
    q = q - X*(pinv(H(:, in)'*X)*y(in));
  end
end
