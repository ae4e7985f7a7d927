function [exponents, history] = nsd_lyapunov(sys, interval, count, varargin)
%NSD_LYAPUNOV  Lyapunov exponents of a motion with impacts.
%   L = NSD_LYAPUNOV(SYS, INTERVAL, COUNT) follows SYS, which carries its start, through
%   COUNT intervals, event-driven, with the state transition matrix of each, saltation at
%   impacts included. L (2n-by-1, the largest first, per unit of time) is the mean rate at
%   which nearby states part; a positive one means chaos.
%   [L, H] = NSD_LYAPUNOV(...) also returns the estimates after each interval, COUNT-by-2n.
%   Options of NSD_SIMULATE may follow, and
%       Settle     so many intervals are run first and not counted        [COUNT/10]
%   The sum of the exponents is the mean rate of change of volume. Impacts that graze spoil
%   the estimate. Bad arguments raise nsd:lyapunov:<reason>.
%
%   Example
%       L = nsd_lyapunov(nsd_pendulum(), 2*pi, 30);
%       L'                                        % all negative: a periodic motion
%
%   See also NSD_PERIODIC, NSD_POINCARE, NSD_SIMULATE.
  if nargin < 3 || ~isa(sys, 'NsdSystem') || ~(interval > 0) || ~(count >= 1)
    error('nsd:lyapunov:missing', 'nsd_lyapunov needs an NsdSystem, an interval and a count');
  end
  x = [sys.InitialPosition; sys.InitialVelocity];
  if isempty(x)
    error('nsd:lyapunov:noStart', 'give the system a state first: sys.start(q0, v0)');
  end
  settle = ceil(count/10);
  hit = find(strcmpi('Settle', varargin(1:2:end)), 1);
  if ~isempty(hit)
    settle = varargin{2*hit};
    varargin(2*hit-1:2*hit) = [];
  end
  Q = eye(numel(x));
  sums = zeros(numel(x), 1);
  history = zeros(count, numel(x));
  for k = 1:settle
    x = nsd_flow_map(sys, (k - 1 + [0 1])*interval, x, varargin);
  end
  for k = 1:count
    [x, Phi] = nsd_flow_map(sys, (settle + k - 1 + [0 1])*interval, x, varargin);
    [Q, R] = qr(Phi*Q);                                                        % (PO.4)
    sums = sums + log(abs(diag(R)));
    history(k, :) = sums'/(k*interval);
  end
  exponents = sort(history(end, :)', 'descend');
end
