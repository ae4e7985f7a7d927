function [frame, z] = nsd_grazing_frame(tools, z, phase, contact)
%NSD_GRAZING_FRAME  Where a motion grazes: the contact, and a period that begins just before.
%   z = [x; p; s] holds the state at PHASE; the new z holds the state at frame.phase, a fiftieth of
%   the period before the grazing point of CONTACT, of any contact for 0.
  [p, s] = deal(z(end-1), z(end));
  T = tools.period(p, s);
  from = tools.T0 + phase*T;
  sys = tools.family(p, s);
  [~, ~, sol] = nsd_flow_map(sys, [from, from + T], z(1:end-2), tools.options);
  [contact, t] = grazing_point(sol, contact);
  window = 0.02;
  phase = mod((t - tools.T0)/T - window, 1);
  n = size(sol.q, 2);
  [q, v] = sol.at(from + mod(phase*T + tools.T0 - from, T));
  z(1:end-2) = [q'; v'];
  length = max([abs(sol.q(:)); realmin]);
  frame = struct('phase', phase, 'contact', contact, 'window', window, 'length', length, ...
                 'size', [length*ones(n, 1); max([abs(sol.v(:)); realmin])*ones(n, 1)]);
end

function [contact, t] = grazing_point(sol, contact)
% the lowest turn above a contact, or the slowest impact, whichever is nearer to grazing
  [best, t, found] = deal(Inf, NaN, contact);
  N = numel(sol.t);
  events = sol.events;
  for c = 1:size(sol.gap, 2)
    if contact > 0 && c ~= contact, continue; end
    y = sol.gap(:, c);
    turns = find(y(2:N-1) <= y(1:N-2) & y(2:N-1) <= y(3:N)) + 1;
    hits = find(strcmp(events.kind, 'impact') & events.contact == c);
    top = max([y; realmin]);
    fast = max([abs(sol.v(:)); realmin]);
    nearness = [y(turns)/top; (events.vBefore(hits)/fast).^2];
    times = [sol.t(turns); events.t(hits)];
    [value, k] = min(abs(nearness));
    if ~isempty(k) && value < best, [best, t, found] = deal(value, times(k), c); end
  end
  contact = found;
  if isnan(t)
    error('nsd:curve:noStart', 'the motion neither turns above a contact nor hits one');
  end
end
