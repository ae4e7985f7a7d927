function x = nsd_hybrid_reset(resets, x, i, t)
%NSD_HYBRID_RESET  The state after the reset of guard i: one function for all, or one each.
  f = resets{min(i, numel(resets))};
  switch abs(nargin(f))
    case 1, x = f(x);
    case 2, x = f(x, i);
    otherwise, x = f(x, i, t);
  end
  x = x(:);
end
