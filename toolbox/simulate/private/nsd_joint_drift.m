function [largest, row, start] = nsd_joint_drift(sol)
%NSD_JOINT_DRIFT  Largest |g(q,t)| of each joint over the rows, 1-by-p, its row, |g| at the start.
%   Of many rows some hundred are looked at, the last one among them: a drift grows slowly. All are
%   empty where a function fails at a row.
  rows = size(sol.q, 1);
  some = unique([1:ceil(rows/200):rows, rows]);
  g = nsd_probe(@() abs(nsd_gap_rows(sol.system, sol.q(some, :), sol.t(some), 'joint')));
  if isempty(g), g = zeros(1, 0); end
  [largest, at] = max(g, [], 1);
  [row, start] = deal(some(at), g(1, :));
end
