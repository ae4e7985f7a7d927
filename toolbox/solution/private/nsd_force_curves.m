function c = nsd_force_curves(c, sol, what, chosen)
%NSD_FORCE_CURVES  Contact forces and impulses of plot(sol): 'force', 'impulse', or 'reaction' for
%   both in one panel; the same along the tangents as 'tangential force', 'tangential impulse',
%   'tangential'. Methods that locate impacts have a force between impacts and an impulse at each;
%   time stepping has impulses of steps, and forces that are their means, but in steps with impacts.
  isTangent = strncmp(what, 'tangential', 10);
  if isTangent, form = 'T_{%d}'; else, form = 'contact %d'; end
  [R, P] = forces_of(sol, isTangent);
  contacts = 1:size(P, 2);
  if ~isempty(chosen)
    contacts = chosen(chosen <= size(P, 2));
  elseif isTangent                                % contacts without friction have no such force
    rough = any(P ~= 0, 1) | any(abs(R) > 0, 1);
    if any(rough), contacts = contacts(rough); end
  end
  [R, P] = deal(R(:, contacts), P(:, contacts));
  c.names = arrayfun(@(k) sprintf(form, k), contacts, 'UniformOutput', false);
  c.kind = 'force';
  located = nsd_method_table(sol.stats.method).located;
  word = strtrim(strrep(what, 'tangential', ''));
  if strcmp(word, 'reaction'), word = ''; end
  if isempty(word) && ~located, word = 'impulse'; end
  if isempty(word), word = only_one(R, P); end
  kind = 'contact ';
  if isTangent, kind = 'tangential '; end
  units = nsd_contact_units(sol.system);
  switch word
    case 'force'
      [c.y, c.ylabel] = deal(R, [kind 'force' units.force]);
    case 'impulse'
      [c.y, c.ylabel] = deal(P, [kind 'impulse' units.impulse]);
      if located, c = spikes(c, sol.t, P); end
    otherwise
      c = both(c, sol.t, R, P, units);
  end
end

function [R, P] = forces_of(sol, isTangent)
% Forces and impulses, one column for each contact or tangent. Time stepping has no force in rows
% with an impact. A run that time stepping ended has, after that, impulses in these rows only.
  [R, P] = deal(sol.reaction, sol.impulse);
  if isTangent, [R, P] = deal(sol.tangentialReaction, sol.tangential); end
  changed = isfield(sol.stats, 'switchTime');
  if isempty(P) || (~changed && nsd_method_table(sol.stats.method).located), return; end
  since = -Inf;
  if changed, since = sol.stats.switchTime; end
  hits = strcmp(sol.events.kind, 'impact') & sol.events.t > since;
  struck = false(numel(sol.t), size(sol.impulse, 2));
  rows = rows_of(sol.t, sol.events.t(hits) - 1e-9*sol.stats.step);
  struck(sub2ind(size(struck), rows, sol.events.contact(hits))) = true;
  directions = max(1, round(size(P, 2)/max(1, size(struck, 2))));
  struck = kron(struck, ones(1, directions)) > 0;
  struck(:, end+1:size(P, 2)) = false;             % frictions of a given limit have no impacts
  struck = struck(:, 1:size(P, 2));
  R(struck) = NaN;
  if changed, P(bsxfun(@and, sol.t > since, ~struck)) = 0; end
end

function found = rows_of(t, at)
% the first rows whose times t are not before the times AT
  [times, first] = unique(t, 'first');
  place = min(max(at, times(1)), times(end));
  if isscalar(times), place(:) = 1; else, place = interp1(times, 1:numel(times), place); end
  found = first(ceil(place));
  found = found(:);
end

function word = only_one(R, P)
% 'force' or 'impulse' where the other is zero throughout
  word = '';
  if ~any(R(:) > 0 | R(:) < 0), word = 'impulse'; elseif ~any(P(:)), word = 'force'; end
end

function c = both(c, t, R, P, units)
% in one panel: forces, then impulses
  [count, kinds] = deal(size(P, 2), {'force', 'impulse'});
  names = c.names;
  c = spikes(c, t, P);
  c.y = [R, NaN(numel(t), count); NaN(numel(c.t), count), c.y];
  [c.t, c.x] = deal([t; c.t]);
  c.names = [strcat(kinds{1}, {' '}, names), strcat(kinds{2}, {' '}, names)];
  both = {['force' units.force], ['impulse' units.impulse]};
  if count == 1, c.names = both; end
  c.ylabel = strjoin(both, ', ');
end

function c = spikes(c, t, P)
% impulses at instants: up and down again at each, zero between; none may be left out
  hit = find(any(P ~= 0, 2));
  c.x = [t(1); reshape(repmat(t(hit)', 3, 1), [], 1); t(end)];
  c.y = zeros(3*numel(hit) + 2, size(P, 2));
  c.y(3:3:end, :) = P(hit, :);
  [c.t, c.whole] = deal(c.x, true);
end
