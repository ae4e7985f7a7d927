function curve = nsd_curve(family, point, values, period, varargin)
%NSD_CURVE  Follow a fold, a period doubling or a grazing over two parameters.
%   C = NSD_CURVE(FAMILY, B, [S0 S1], T) starts from B, one of the bifurcations that NSD_BRANCH
%   found over p at s = S0, and follows it in the plane of both parameters from s = S0 to S1.
%   FAMILY(p, s) returns an NsdSystem; T is the period of the motion, a number or @(p, s).
%   C = NSD_CURVE(..., 'Name', VALUE, ...) takes options of NSD_SIMULATE (Method is 'event') and
%       Points     steps from S0 to S1, if the curve were straight                [20]
%       MaxPoints  at most, where the curve turns                          [4 Points]
%       T0         time of the start, as in NSD_BRANCH                             [0]
%   C is a struct: kind ('fold', 'doubling', 'grazing'); p, s, columns with one row per point;
%   q, v, the periodic motions at T0; contact, the number of the contact that is grazed, or 0;
%   status 'ok', 'stalled' (Newton's method failed: the curve ends early) or 'maxPoints'.
%   Without output the curve is drawn. A motion that grazes must fly freely for a fiftieth of the
%   period on both sides of the grazing point: without joints, and with all other contacts
%   open. Bad arguments raise nsd:curve:<reason>.
%
%   Example
%       family = @(F, w) NsdSystem.linear(1, 0.1, 1, nsd_harmonic(F, w)).contact(-1, 1, ...
%                        'Restitution', 0.8).start(0, 0);
%       b = nsd_branch(@(F) family(F, 2), [2 3.2], pi, 'Points', 4);
%       c = nsd_curve(family, b.bifurcations(1), [2 1.5], @(F, w) 2*pi/w, 'Points', 5);
%       max(abs(c.p - sqrt((1 - c.s.^2).^2 + (0.1*c.s).^2)))        % amplitude = gap
%
%   See also NSD_BRANCH, NSD_PERIODIC, NSD_BIFURCATION.
  if nargin < 4
    error('nsd:curve:missing', ['nsd_curve needs a function @(p, s) that returns an NsdSystem, ' ...
          'a bifurcation of nsd_branch, [s0 s1] and the period']);
  end
  check(family, values, period);
  [own, options] = read(varargin);
  if isnumeric(period), period = @(p, s) period; end
  need_point(point);
  made = class(family(point.parameter, values(1)));
  if ~strcmp(made, 'NsdSystem')
    error('nsd:curve:badValue', 'FAMILY(p, s) must return an NsdSystem, it returned a %s', made);
  end
  tools = struct('family', family, 'period', period, 'T0', own.T0, 'options', {options}, ...
                 'kind', point.kind);
  z = [point.q(:); point.v(:); point.parameter; values(1)];
  [points, status, contact] = follow(tools, z, values, own);
  Z = [points{:}]';
  n = (size(Z, 2) - 2)/2;
  curve = struct('kind', point.kind, 'p', Z(:, end-1), 's', Z(:, end), 'q', Z(:, 1:n), ...
                 'v', Z(:, n+1:2*n), 'contact', contact, 'status', status);
  if nargout == 0
    draw(curve);
    clear curve
  end
end

function check(family, values, period)
  if ~isa(family, 'function_handle')
    error('nsd:curve:badValue', 'FAMILY must be a function @(p, s) that returns an NsdSystem');
  elseif ~isnumeric(values) || numel(values) ~= 2 || ~all(isfinite(values)) || ...
         values(1) == values(2)
    error('nsd:curve:badValue', '[s0 s1] must be two different finite numbers');
  elseif ~isa(period, 'function_handle')
    nsd_check_number(period, 'positive', 'the period T', 'nsd:curve:badValue');
  end
end

function [own, options] = read(given)
  [own, options] = nsd_split_options('curve', given, struct('Points', 20, 'MaxPoints', [], ...
                                                            'T0', 0));
  nsd_require_event('curve', options);
  count = @(x, name) nsd_check_number(x, 'count', name, 'nsd:curve:badValue');
  own.Points = count(own.Points, 'Points');
  own.MaxPoints = count(nsd_or(own.MaxPoints, 4*own.Points), 'MaxPoints');
  nsd_check_number(own.T0, 'finite', 'T0', 'nsd:curve:badValue');
end

function need_point(point)
  known = {'fold', 'doubling', 'grazing'};
  needed = {'kind', 'parameter', 'q', 'v'};
  if ~isstruct(point) || ~isscalar(point) || ~all(isfield(point, needed))
    text = '';
    if isstruct(point) && isscalar(point)
      missing = needed(~isfield(point, needed));
      text = sprintf(': %s is missing%s', strjoin(missing, ', '), ...
                     near_field(fieldnames(point)', missing{1}));
    end
    error('nsd:curve:badPoint', ['the second argument is a bifurcation of nsd_branch: ' ...
          'a struct with kind (fold, doubling or grazing), parameter, q and v%s'], text);
  end
  nsd_check_word(point.kind, known, 'the field kind of the bifurcation', 'nsd:curve:badPoint');
end

function text = near_field(given, missing)
% a field that is nearly the one that is missing
  text = '';
  [names, far] = nsd_nearest_names(missing, given);
  if far <= numel(missing)/2, text = sprintf('; rename %s', names{1}); end
end

function [points, status, contact] = follow(tools, z, values, own)
% pseudo-arclength in z = [x; p; s], scaled; points hold the state at T0            (PO.9)
  [frame, z] = frame_of(tools, z);
  contact = frame.contact;
  scale = scale_of(frame, z, diff(values));
  tangent = [zeros(numel(z) - 1, 1); 1];
  z = newton(tools, frame, z, scale, tangent, z);
  if isempty(z)
    error('nsd:curve:noStart', ['no %s of a periodic motion at p = %g, s = %g: the bifurcation ' ...
          'must be one of the same family at s = S0'], tools.kind, frame.start(end-1:end));
  end
  [points, status, length] = deal({at_start(tools, frame, z)}, 'ok', 1/own.Points);
  side = @(z) (z(end) - values(1))/diff(values);
  while side(z) < 1 - 1e-9 && side(z) > -1e-9
    if numel(points) >= own.MaxPoints
      status = 'maxPoints';
      break
    end
    [frame, z] = frame_of(tools, z, frame);
    tangent = next_tangent(tools, frame, z, scale, tangent);
    [next, taken] = stepped(tools, frame, z, scale, tangent, length, side);
    if isempty(next)
      status = 'stalled';
      break
    end
    z = next;
    length = min(1/own.Points, 2*taken);
    points{end+1} = at_start(tools, frame, z);                                 %#ok<AGROW>
  end
end

function [z, length] = stepped(tools, frame, z0, scale, tangent, length, side)
% one step along the tangent, shortened while Newton's method fails; the last one ends at s = S1
  for attempt = 1:7
    guess = z0 + length*tangent.*scale;
    across = tangent;
    if side(guess) > 1
      guess = z0 + (1 - side(z0))/(side(guess) - side(z0))*(guess - z0);
      across = [zeros(numel(z0) - 1, 1); 1];
    end
    z = newton(tools, frame, guess, scale, across, guess);
    if ~isempty(z) && norm((z - guess)./scale) <= length, return; end
    length = length/3;
  end
  z = [];
end

function z = newton(tools, frame, z, scale, across, plane)
% on the conditions and the plane across the tangent through PLANE; [] where Newton fails
  last = Inf;
  for k = 1:10
    [F, J] = slopes(tools, frame, z, scale);
    K = [J; across'];
    if ~(rcond(K) > eps), break; end
    d = -K\[F; across'*((z - plane)./scale)];
    if ~all(isfinite(d)) || norm(d) > 3*max(last, 0.1), break; end
    z = z + d.*scale;
    if norm(d) <= 1e-8 || (norm(d) <= 1e-6 && norm(d) > last/2), return; end
    last = norm(d);
  end
  z = [];
end

function t = next_tangent(tools, frame, z, scale, t)
  [~, J] = slopes(tools, frame, z, scale);
  if ~all(isfinite(J(:))), return; end
  [~, ~, V] = svd(J);
  new = V(:, end);
  if new'*t < 0, new = -new; end
  t = new/max(abs(new(end)), 0.1);
end

function [F, J] = slopes(tools, frame, z, scale)
% conditions and their central differences by z./scale; NaN where a run fails
  F = conditions(tools, frame, z);
  e = 1e-5;
  J = NaN(numel(F), numel(z));
  for j = 1:numel(z)
    d = e*scale.*((1:numel(z))' == j);
    J(:, j) = (conditions(tools, frame, z + d) - conditions(tools, frame, z - d))/(2*e);
  end
end

function F = conditions(tools, frame, z)
% a periodic motion that has a multiplier 1 or -1, or that grazes
  m = numel(z) - 2;
  try
    if strcmp(tools.kind, 'grazing')
      [R, g] = nsd_grazing_map(tools, frame, z);
    else
      [R, Phi] = full_period(tools, frame.phase, z);
      A = Phi - frame.multiplier*eye(m);
      w = [A, frame.left; frame.right', 0]\[zeros(m, 1); 1];                   % (PO.10)
      g = w(end);
    end
    F = [R./frame.size; g];
  catch problem
    if ~strcmp(problem.identifier, 'nsd:periodic:failed'), rethrow(problem); end
    F = NaN(m + 1, 1);
  end
end

function [R, Phi, sol] = full_period(tools, phase, z)
  [p, s] = deal(z(end-1), z(end));
  T = tools.period(p, s);
  from = tools.T0 + phase*T;
  [y, Phi, sol] = nsd_flow_map(tools.family(p, s), [from, from + T], z(1:end-2), tools.options);
  R = y - z(1:end-2);
end

function [frame, z] = frame_of(tools, z, frame)
% where the period begins, and what the conditions need: borders of Phi, or the grazed contact
  [phase, contact] = deal(0, 0);
  if nargin > 2, [phase, contact] = deal(frame.phase, frame.contact); end
  start = z;
  if strcmp(tools.kind, 'grazing')
    [frame, z] = nsd_grazing_frame(tools, z, phase, contact);
    frame.start = start;
    return
  end
  map = @(phase) @(p, x) full_period_in(tools, phase, [x; p; z(end)]);
  point = nsd_orbit_phase(nsd_orbit_point(map(phase), z(1:end-2), z(end-1)));
  z(1:end-2) = point.x;
  multiplier = 2*strcmp(tools.kind, 'fold') - 1;
  m = numel(point.x);
  [~, Phi] = full_period(tools, point.phase, z);
  [U, ~, V] = svd(Phi - multiplier*eye(m));
  frame = struct('phase', point.phase, 'contact', 0, 'multiplier', multiplier, ...
                 'left', U(:, end), 'right', V(:, end), 'size', sizes(point.solution), ...
                 'start', start);
end

function [R, Phi, sol, phase] = full_period_in(tools, phase, z)
  [R, Phi, sol] = full_period(tools, phase, z);
end

function s = sizes(sol)
% of positions and velocities, one number for each entry of the state
  n = size(sol.q, 2);
  s = [max([abs(sol.q(:)); realmin])*ones(n, 1); max([abs(sol.v(:)); realmin])*ones(n, 1)];
end

function scale = scale_of(frame, z, width)
  p = abs(z(end-1));
  if p == 0, p = 1; end
  scale = [frame.size; p; width];
end

function z = at_start(tools, frame, z)
% the state at T0 instead of the phase at which the period begins here
  if frame.phase == 0, return; end
  [p, s] = deal(z(end-1), z(end));
  T = tools.period(p, s);
  sys = tools.family(p, s);
  [from, to] = deal(tools.T0 + frame.phase*T, tools.T0 + T);
  x = z(1:end-2);
  if strcmp(tools.kind, 'grazing')                % first through the grazing point, without impact
    [t, X] = nsd_free_flight(sys, [from, min(to, from + 2*frame.window*T)], x);
    [from, x] = deal(t(end), X(:, end));
  end
  if from < to, x = nsd_flow_map(sys, [from, to], x, tools.options); end
  z(1:end-2) = x;
end

function draw(curve)
  plot(curve.p, curve.s, '.-', 'LineWidth', 1.5);
  xlabel('p');
  ylabel('s');
  title(sprintf('%s (%s)', curve.kind, curve.status));
  nsd_style(gcf());
end
