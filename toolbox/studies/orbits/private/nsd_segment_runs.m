function [Phi, depth, parts] = nsd_segment_runs(flow, X, T, t0)
%NSD_SEGMENT_RUNS  The motion from the states X: its derivative, least depth, and solutions, a cell
%   where there are several segments.
  [m, S] = size(X);
  [Phi, depth, parts] = deal(eye(m), Inf, cell(1, S));                         % (PO.2)
  for k = 1:S
    [~, A, parts{k}] = flow(t0 + (k - 1)*T/S, X(:, k), T/S);
    Phi = A*Phi;
    if ~isempty(parts{k}.sensitivity), depth = min(depth, parts{k}.sensitivity.depth); end
  end
  if S == 1, parts = parts{1}; end
end
