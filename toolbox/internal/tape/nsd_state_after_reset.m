function x = nsd_state_after_reset(resets, x, i, t, p)
%NSD_STATE_AFTER_RESET  The state after the reset of guard i of a hybrid system.
%   RESETS is a cell with one function for all guards, or one for each: @(x), @(x,i), @(x,i,t), or
%   @(x,i,t,p) with the parameters P.
  f = resets{min(i, numel(resets))};
  switch abs(nargin(f))
    case 1, x = f(x);
    case 2, x = f(x, i);
    case 3, x = f(x, i, t);
    otherwise, x = f(x, i, t, p);
  end
  x = reshape(x, numel(x), 1);
end
