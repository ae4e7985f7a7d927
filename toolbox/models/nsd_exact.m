function exact = nsd_exact(name, varargin)
%NSD_EXACT  Closed-form motion of ball, oscillator, take-off and elastic bar.
%   EXACT = NSD_EXACT('ball') is the bouncing ball of NSD_BALL, all its bounces and the
%   rest after them. With V = sqrt(v0^2 + 2 g y0) and t_1 = (v0 + V)/g, impact j comes at
%       t_j = t_1 + (2V/g)(e - e^j)/(1 - e),   with the speed e^j V after it.
%   EXACT = NSD_EXACT('oscillator') is NSD_OSCILLATOR without damping under a constant
%   force: arcs A cos(w s - p) about F/k between impacts.
%   EXACT = NSD_EXACT('takeoff') is a ball that lies on the ground under the force
%   -(1 + r sin(2 pi t/T)) m g and is lifted when it turns upward; up to its landing.
%   EXACT = NSD_EXACT('bar') is the wave in the bar of NSD_ELASTIC_BAR, Case 'steel'.
%   Further arguments are those of the model, for 'takeoff' Mass [1], Gravity [10],
%   Period [10] and Ratio [1.2].
%
%   EXACT is a struct:
%     system        the NsdSystem with its start
%     at            [q, v] = exact.at(t), right-continuous; exact.at(t, 'left')
%     impacts       te = exact.impacts(T): all impact times up to T
%     accumulation  time at which the bounces end; Inf when they do not
%     until         up to here the formulas hold [Inf]
%   and for the bar: displacement(x,t), velocity(x,t), contact (from, to), force.
%   Times beyond `until` raise nsd:exact:beyond, what has no closed form
%   nsd:exact:noClosedForm.
%
%   Example
%       exact = nsd_exact('ball', 'Restitution', 0.5);
%       sol = nsd_simulate(exact.system, [0 2], 'Step', 1e-3);
%       worst = max(abs(sol.q - exact.at(sol.t)));
%
%   See also NSD_BALL, NSD_OSCILLATOR, NSD_ELASTIC_BAR, NSD_ORDER, NSD_HAUSDORFF.
  if nargin > 0, name = nsd_chars(name); end
  if nargin < 1 || ~ischar(name)
    error('nsd:exact:unknown', 'name one of ''ball'', ''oscillator'', ''takeoff'', ''bar''');
  end
  switch name
    case 'ball', exact = ball(varargin);
    case 'oscillator', exact = oscillator(varargin);
    case 'takeoff', exact = takeoff(varargin);
    case 'bar', exact = bar(varargin);
    otherwise
      error('nsd:exact:unknown', ['no closed form is called ''%s'': there are ball, ' ...
            'oscillator, takeoff and bar'], name);
  end
end

function exact = ball(given)
  sys = nsd_ball(given{:});
  p = struct('g', -sys.force(0, 0, 0)/sys.mass(0), 'e', sys.Restitution, ...
             'y', sys.InitialPosition, 'v', sys.InitialVelocity);
  if ~(p.g > 0) || p.y < 0
    error('nsd:exact:noClosedForm', 'the ball needs Gravity > 0 and Height >= 0');
  end
  p.V = sqrt(p.v^2 + 2*p.g*p.y);
  p.first = (p.v + p.V)/p.g;
  last = Inf;
  if p.e < 1, last = p.first + 2*p.V*p.e/(p.g*(1 - p.e)); end
  if p.V == 0, last = 0; end
  arc = @(s, y, v) deal(y + s.*(v - p.g*s/2), v - p.g*s);
  exact = bouncing(sys, @(T) ball_impacts(p, T), arc, last, 0);
end

function [hit, speed] = ball_impacts(p, T)
  if p.V == 0 || p.first > T
    hit = zeros(0, 1);
  elseif p.e == 1
    hit = p.first + 2*p.V/p.g*(0:floor((T - p.first)*p.g/(2*p.V)))';
  else
    count = max(1, ceil(log(eps/16)/log(p.e)));        % later bounces are below rounding
    hit = p.first + 2*p.V/p.g*(p.e - p.e.^(1:count)')/(1 - p.e);
  end
  speed = p.V*p.e.^(1:numel(hit))';
  keep = hit <= T & [true(min(1, numel(hit)), 1); diff(hit) > 0];
  hit = hit(keep);
  speed = speed(keep);
end

function exact = oscillator(given)
  sys = nsd_oscillator(given{:});
  m = sys.mass(0);
  k = full(sys.Stiffness);
  if any(sys.Damping) || ~any(strcmp(sys.Force.kind, {'none', 'constant'})) || ~any(k > 0)
    error('nsd:exact:noClosedForm', ...
          'the oscillator needs Damping 0, Stiffness > 0 and a constant Force');
  end
  p = struct('w', sqrt(k/m), 'e', sys.Restitution, 'centre', sys.force(0, 0, 0)/k, ...
             'y', sys.InitialPosition, 'v', sys.InitialVelocity);
  wall = -sys.ContactOffset;
  p.b = wall - p.centre;
  if p.y < wall
    error('nsd:exact:noClosedForm', 'the oscillator starts behind its wall');
  end
  arc = @(s, y, v) deal(p.centre + (y - p.centre).*cos(p.w*s) + v/p.w.*sin(p.w*s), ...
                        v.*cos(p.w*s) - p.w*(y - p.centre).*sin(p.w*s));
  last = Inf;
  if p.b > 0 && p.e < 1
    hit = oscillator_impacts(p, Inf);
    last = p.y*0;
    if ~isempty(hit), last = hit(end); end
  end
  exact = bouncing(sys, @(T) oscillator_impacts(p, T), arc, last, wall);
end

function [hit, speed] = oscillator_impacts(p, T)
% arc A cos(w s - phase); an impact leaves the speed e w sqrt(A^2 - b^2)
  hit = zeros(0, 1);
  speed = zeros(0, 1);
  y = p.y - p.centre;
  A = hypot(y, p.v/p.w);
  if A <= abs(p.b), return; end
  t = (acos(p.b/A) + atan2(p.v/p.w, y))/p.w;
  v = p.e*p.w*sqrt((A - p.b)*(A + p.b));
  while t <= T
    hit(end+1, 1) = t;                                                        %#ok<AGROW>
    speed(end+1, 1) = v;                                                      %#ok<AGROW>
    flight = 2*atan2(v/p.w, p.b)/p.w;
    if t + flight <= t, break; end
    t = t + flight;
    v = p.e*v;
  end
end

function exact = bouncing(sys, impacts, arc, last, floor_at)
% arcs between impacts at one place, then rest there
  exact = struct('system', sys, 'at', [], 'impacts', impacts, 'accumulation', last, ...
                 'until', Inf);
  exact.at = @(t, varargin) bouncing_state(sys, impacts, arc, [last floor_at], t(:), varargin);
end

function [q, v] = bouncing_state(sys, impacts, arc, rest, t, side)
  [hit, speed] = impacts(max([t; 0]));
  from = [0; hit];
  y = [sys.InitialPosition; rest(2)*ones(numel(hit), 1)];
  u = [sys.InitialVelocity; speed];
  side = nsd_chars([side, {'right'}]);
  right = strcmp(nsd_check_word(side{1}, {'left', 'right'}, 'side', 'nsd:exact:badSide'), 'right');
  k = 1 + count_below(hit, t, right);
  still = t > rest(1) | (right & t == rest(1));
  [q, v] = arc(t - from(k), y(k), u(k));
  q(still) = rest(2);
  v(still) = 0;
end

function n = count_below(hit, t, equal)
% number of entries of the ascending vector hit that are below t, or at most t
  if isempty(hit)
    n = zeros(size(t));
    return
  end
  beyond = 2*max(abs([hit; t(:)])) + 1;         % MATLAB may ask for finite points
  n = interp1([-beyond; hit; beyond], (0:numel(hit) + 1)', t, 'previous');
  if ~equal
    n = n - (n > 0 & t == hit(max(n, 1)));
  end
end

function exact = takeoff(given)
  p = nsd_model_parameters('nsd_exact', struct('Mass', 1, 'Gravity', 10, 'Period', 10, ...
                           'Ratio', 1.2), given);
  if ~(p.Ratio > 1) || ~(p.Gravity > 0) || ~(p.Period > 0)
    error('nsd:exact:noClosedForm', 'take-off needs Ratio > 1, Gravity > 0 and Period > 0');
  end
  g = p.Gravity;
  w = 2*pi/p.Period;
  r = p.Ratio;
  leave = (pi + asin(1/r))/w;                   % the force turns upward
  y = @(t) g*(-(t - leave).^2/2 + r/w^2*(sin(w*t) - sin(w*leave)) ...
              - r/w*cos(w*leave)*(t - leave));
  v = @(t) g*(leave - t + r/w*(cos(w*t) - cos(w*leave)));
  top = leave + p.Period/8;
  while y(top + p.Period/8) > 0, top = top + p.Period/8; end
  land = fzero(y, [top, top + p.Period/8]);
  sys = NsdSystem.linear(p.Mass, 0, 0, @(t) -(1 + r*sin(w*t))*p.Mass*g);
  sys = sys.contact(1, 0).start(0, 0).named('take-off', {'y'});
  exact = struct('system', sys, 'at', [], 'impacts', @(T) zeros(0, 1), ...
                 'accumulation', Inf, 'until', land, 'leaves', leave, ...
                 'impulse', p.Mass*g*(leave + r/w*(1 - cos(w*leave))));
  exact.at = @(t, varargin) takeoff_state(y, v, [leave land], t(:));
end

function [q, u] = takeoff_state(y, v, span, t)
  if any(t > span(2))
    error('nsd:exact:beyond', 'the formula holds up to the landing at %.15g', span(2));
  end
  q = y(t).*(t > span(1));
  u = v(t).*(t > span(1));
end

function exact = bar(given)
  sys = nsd_elastic_bar(given{:});
  p = struct('Case', 'steel', 'Length', 1, 'Young', 210e9, 'Density', 7800, 'Area', 3.14e-4, ...
             'Gap', 5e-5, 'Velocity', -0.1, 'Elements', 100, 'Gravity', 0, 'Restitution', 0, ...
             'MassMatrix', '', 'MassDamping', 0, 'StiffnessDamping', 0);
  p = nsd_model_parameters('nsd_exact', p, given);
  if ~strcmp(p.Case, 'steel') || p.Gravity ~= 0 || ~(p.Velocity < 0) || p.Restitution ~= 0 || ...
     p.MassDamping ~= 0 || p.StiffnessDamping ~= 0
    error('nsd:exact:noClosedForm', ['the bar needs Case ''steel'', no gravity, no damping, ' ...
          'Restitution 0 and a Velocity < 0']);
  end
  c = sqrt(p.Young/p.Density);
  hit = -p.Gap/p.Velocity;
  % the front stops the bar on its way up and sends it back on its way down
  stopped = @(x, t) min(max(t, hit + x/c), hit + (2*p.Length - x)/c) - hit - x/c;
  back = @(x, t) max(t - hit - (2*p.Length - x)/c, 0);
  exact = struct('system', sys, 'contact', hit + [0, 2*p.Length/c], ...
                 'force', -p.Velocity*p.Density*c*p.Area, ...
                 'displacement', @(x, t) p.Velocity*(t - stopped(x, t) - 2*back(x, t)), ...
                 'velocity', @(x, t) p.Velocity*((t < hit + x/c) - ...
                                                 (t >= hit + (2*p.Length - x)/c)));
end
