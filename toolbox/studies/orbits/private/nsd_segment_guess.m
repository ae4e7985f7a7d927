function X = nsd_segment_guess(flow, x, T, own)
%NSD_SEGMENT_GUESS  States at the starts of own.Segments parts of a motion of length T from x on.
%   Where a run goes far away, the state of the guess.
  X = x*ones(1, own.Segments);
  h = T/own.Segments;
  for k = 2:own.Segments
    y = flow(own.T0 + (k - 2)*h, X(:, k-1), h);
    if norm(y) <= 100*max(1, norm(x)), X(:, k) = y; end
  end
end
