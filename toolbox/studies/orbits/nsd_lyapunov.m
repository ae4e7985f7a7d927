function [exponents, history] = nsd_lyapunov(sys, interval, count, varargin)
%NSD_LYAPUNOV  Lyapunov exponents of a motion with impacts.
%   L = NSD_LYAPUNOV(SYS, INTERVAL, COUNT) follows SYS, which has an initial state, through
%   COUNT intervals, event-driven, with the state transition matrix of each, saltation at
%   impacts included (NsdSystem.hybrid, filippov: differences). L (an entry for each one of the
%   state, 2n in mechanics, the largest first, per unit of time) is the mean rate at
%   which nearby states separate; a positive exponent means chaos.
%   [L, H] = NSD_LYAPUNOV(...) also returns the estimates after each interval, COUNT-by-2n.
%   Options of NSD_SIMULATE may follow, and
%       Settle     number of intervals that are run first, not counted    [COUNT/10]
%   Without output the estimates are drawn too. The sum of the exponents is the mean rate of
%   change of volume. Grazing impacts make the estimate useless. Bad arguments raise
%   nsd:lyapunov:<reason>.
%
%   Example
%       L = nsd_lyapunov(nsd_pendulum(), 2*pi, 30);
%       L'                                        % all negative: a periodic motion
%
%   See also NSD_PERIODIC, NSD_POINCARE, NSD_SIMULATE.
  if nargin < 3 || ~isa(sys, 'NsdSystem') || isempty(count)
    error('nsd:lyapunov:missing', 'nsd_lyapunov needs an NsdSystem, an interval and a count');
  end
  nsd_check_number(interval, 'positive', 'the interval', 'nsd:lyapunov:badValue');
  count = nsd_check_number(count, 'count', 'the count', 'nsd:lyapunov:badValue');
  if count > 1e8, error('nsd:lyapunov:badValue', 'a count of %g takes forever', count); end
  [own, options] = nsd_split_options('lyapunov', varargin, struct('Settle', ceil(count/10)));
  nsd_require_event('lyapunov', options, sys);
  nsd_check_number(own.Settle, 'whole', 'Settle', 'nsd:lyapunov:badValue');
  x = sys.InitialPosition;
  if isempty(x)
    error('nsd:lyapunov:noStart', 'give the system a state first: sys.start(q0, v0)');
  end
  if nsd_kind(sys).mechanical, x = [x; sys.InitialVelocity]; end
  Q = eye(numel(x));
  sums = zeros(numel(x), 1);
  history = zeros(count, numel(x));
  for k = 1:own.Settle
    x = nsd_flow_map(sys, (k - 1 + [0 1])*interval, x, options);
  end
  for k = 1:count
    [x, Phi] = nsd_flow_map(sys, (own.Settle + k - 1 + [0 1])*interval, x, options);
    [Q, R] = qr(Phi*Q);                                                        % (PO.4)
    sums = sums + log(abs(diag(R)));
    history(k, :) = sums'/(k*interval);
  end
  exponents = sort(history(end, :)', 'descend');
  if nargout == 0, draw(history, interval, sys.Name); end
end

function draw(history, interval, name)
  t = (1:size(history, 1))'*interval;
  plot(t, history, t([1 end]), [0 0], 'k:', 'LineWidth', 1.2);
  grid on
  xlabel('time');
  ylabel('exponents so far');
  title(strtrim(sprintf('%s: %s', name, strtrim(sprintf('%.4g  ', history(end, :))))), ...
        'Interpreter', 'none');
end
