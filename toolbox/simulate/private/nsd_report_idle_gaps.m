function nsd_report_idle_gaps(sol)
%NSD_REPORT_IDLE_GAPS  Warns of contacts that cannot act, as their gaps come to zero and no further.
%   abs(q) is positive on both sides of an obstacle, max(q, 0) zero inside: bodies go through them.
%   Looked at are contacts by recorded functions that have not acted and were not penetrated.
  sys = sol.system;
  if ~strcmp(sys.Kind, 'lagrangian') || isempty(sys.Tapes) || sys.Contacts == 0 ...
      || isempty(sys.Tapes.tapes.gap)
    return
  end
  idle = ~any(sol.impulse, 1)' & ~any(sol.reaction, 1)';
  ranges = sol.recordedGaps();                    % [] of located runs
  if ~isempty(ranges), idle = idle & ranges(:, 1) >= 0; end
  if ~any(idle) || ~(sol.t(end) > sol.t(1)), return; end
  t = linspace(sol.t(1), sol.t(end), 60);
  q = sol.at(t);
  y = nsd_gap_rows(sys, q, t);
  for a = reshape(find(idle, 3), 1, [])
    does = 'stays zero, as max(q, 0) does';
    when = where_it_stays(sys, q, t, y(:, a), a);
    if isempty(when)
      does = 'turns there, positive on both sides, as abs(q) does';
      when = where_it_turns(sol, t, y(:, a), a);
    end
    if isempty(when), continue; end
    nsd_warn('nsd:simulate:gapNeverNegative', ['contact %d cannot act: its gap comes to zero ' ...
             'near t = %.4g and %s; write a gap that becomes negative inside the obstacle, ' ...
             'as @(q) q(1) - 3'], a, when, does);
  end
end

function when = where_it_stays(sys, q, t, y, a)
% the first time at which gap A is zero and stays so in all directions, or []
  when = [];
  zero = find(y == 0);
  if numel(zero) < 2, return; end
  here = q(zero(end), :);
  apart = 1e-6*diag(max(1, abs(here)));
  beside = [bsxfun(@plus, here, apart); bsxfun(@minus, here, apart)];
  around = nsd_gap_rows(sys, beside, repmat(t(zero(end)), size(beside, 1), 1));
  if ~any(around(:, a)), when = t(zero(1)); end
end

function when = where_it_turns(sol, t, y, a)
% the time at which gap A, Y at times T, has a sharp least value of zero, or []
  when = [];
  column = @(values) values(:, a)';
  along = @(s) column(nsd_gap_rows(sol.system, sol.at(s), s));
  low = 1 + find(y(2:end-1) <= y(1:end-2) & y(2:end-1) <= y(3:end))';
  [~, order] = sort(y(low));
  for k = low(order(1:min(3, end)))
    if nsd_only_touches(along, t(k-1), t(k+1))
      when = t(k);
      return
    end
  end
end
