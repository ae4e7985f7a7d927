function text = nsd_broken_reset(sol)
%NSD_BROKEN_RESET  Which reset of a hybrid system returned NaN, Inf or a complex number at the end.
%   The rows of SOL end before its guard is reached: the flow is followed from the last row to
%   stopTime. TEXT: 'the reset of guard 1 returned ...', or '' where no reset did.
  text = '';
  s = sol.system.FirstOrder;
  if ~strcmp(s.kind, 'hybrid') || isempty(s.laws) || ~strcmp(sol.status, 'notFinite'), return; end
  [t, x, stop] = deal(sol.t(end), sol.x(end, :)', sol.stats.stopTime);
  steps = 100;
  h = (stop - t)/steps;
  for k = 1:steps*(h > 0)
    [x, failed] = nsd_probe(@() moved(s, t + (k - 1)*h, x, h));
    if ~isempty(failed), return; end
  end
  [y, failed] = nsd_probe(@() nsd_called_at(s.guard, x, stop));
  if ~isempty(failed) || ~all(isfinite([x; y(:)])), return; end
  [least, i] = min(abs(y));
  if least > 1e-4*max(1, max(abs(x))), return; end
  [after, failed] = nsd_probe(@() nsd_state_after_reset(s.reset, x, i, stop));
  if ~isempty(failed) || (isreal(after) && all(isfinite(after))), return; end
  what = 'NaN or Inf';
  if ~isreal(after), what = 'a complex number (sqrt, log or a power of a negative one)'; end
  text = sprintf('the reset of guard %d returned %s, at x = %s', i, what, mat2str(x', 4));
end

function x = moved(s, t, x, h)
% one step of length h of the classic scheme of order four
  a = rate(s, t, x);
  b = rate(s, t + h/2, x + h/2*a);
  c = rate(s, t + h/2, x + h/2*b);
  x = x + h/6*(a + 2*b + 2*c + rate(s, t + h, x + h*c));
end

function f = rate(s, t, x)
  f = reshape(s.rate(t, x), [], 1);
  if isa(s.mass, 'function_handle'), f = s.mass(x) \ f; end
  if isnumeric(s.mass) && ~isempty(s.mass), f = s.mass \ f; end
end
