function [h, known, signal] = nsd_choose_step(sys, t0, span, q0, v0, signal)
%NSD_CHOOSE_STEP  The time step of a run without the option Step, a whole number of them in SPAN.
%   It is short against what moves: the period of the fastest vibration, of forces F(t), and
%   of inputs and switches of first-order systems over time, and how fast the states decay there;
%   the time until a gap closes, the time in which a body moves by its size; and there are at least
%   a thousand of them. Where this makes more steps than fit in memory, nsd:simulate:longSpan warns.
%   KNOWN: what matters of a linear system with rigid contacts and up to 100 coordinates whatever
%   the start, for runs from the same T0, as gateway 'keep' takes it; [] for others.
%   SIGNAL: the step that F(t,q,v) of a nonlinear system asks for over time, for later calls.
  fewest = 1000;
  most = max(fewest, min(2e6, 2e7/max(1, numel(q0))));   % rows of a run are all kept
  if nargin < 6, signal = of_force(sys, t0, span, q0, v0); end
  [wanted, failed] = nsd_probe(@() shortest(sys, t0, span, q0, v0));
  if ~isempty(failed), wanted = Inf; end                 % the checks of the start say why
  known = [];
  if nargout > 1 && strcmp(nsd_kind(sys).name, 'linear') && numel(q0) <= many() ...
      && isempty(nsd_compliance_arrays(sys.Gaps))
    known = constants_of(sys, t0, q0, v0);
    [known.fewest, known.most] = deal(fewest, most);
  end
  if ~(wanted > 0), wanted = Inf; end
  wanted = min(wanted, signal);
  count = max(fewest, ceil(span/wanted));
  if count > 1.2*most                                    % a little longer ones do no harm
    nsd_warn('nsd:simulate:longSpan', ['the motion asks for steps of %.2g, %.3g of them in ' ...
             'this time span, and the run takes %.3g longer ones: give Step (and OutputEvery), ' ...
             'or a shorter span'], wanted, count, most);
  end
  count = floor(min(count, most));
  h = span/count;
end

function h = shortest(sys, t0, span, q0, v0)
  switch nsd_kind(sys).name
    case 'bodies', h = of_bodies(sys, v0);
    case 'firstOrder', h = of_first_order(sys.FirstOrder, t0, span, q0);
    case 'firstOrderNonlinear', h = of_functions(sys.FirstOrder, t0, span, q0);
    case 'linear'
      known = constants_of(sys, t0, q0, v0);
      h = min([nsd_kernel('closing', known, q0, v0), of_compliance(sys, t0, q0, v0), ...
               of_signal(sys.Force, t0, span)]);
    case 'lagrangian'
      [h, mesh] = of_vibration(sys, t0, q0, v0);
      sys = sys.resolved(q0, t0);
      if sys.Contacts == 0, return; end
      at = nsd_relations_at(sys, q0, t0);
      a = at.H'*(sys.mass(q0) \ sys.force(t0, q0, v0));
      known = closing(h, mesh, sparse(numel(q0), sys.Contacts), at.gap);
      [known.rate, known.a] = deal(full(at.H'*v0 + at.gapRate), full(a));
      h = min(nsd_kernel('closing', known, q0, v0), of_compliance(sys, t0, q0, v0));
    otherwise, h = Inf;
  end
end

function [h, mesh] = of_vibration(sys, t0, q0, v0)
% sixty steps of a vibration; of many coordinates (finite elements) the fastest ones are not
% resolved, as nobody looks at them. MESH: the period of the fastest one there, Inf elsewhere
  limits = nsd_method_table('event').limits;
  [radians, mesh] = deal(0.1, Inf);
  omega = nsd_fastest_frequency(sys, t0, q0, v0);
  if numel(q0) > limits.coordinates, [radians, mesh] = deal(1, 2*pi/omega); end
  h = radians/omega;
end

function count = many()
% coordinates above which accelerations are computed for one start, not for all
  count = 100;
end

function known = closing(longest, mesh, H, b)
% gaps H'q + b at rest, as gateway 'closing' takes them
  none = zeros(numel(b), 1);
  known = struct('longest', longest, 'mesh', mesh, 'H', H, 'b', full(b), 'rate', none, ...
                 'a', none, 'Aq', [], 'Av', []);
end

function known = constants_of(sys, t0, q, v)
  force = sys.Force;
  H = sparse(sys.ContactNormals);
  [vibration, mesh] = of_vibration(sys, t0, q, v);
  known = closing(min([vibration; 0.03./abs(force.omega)]), mesh, H, sys.ContactOffset);
  if isempty(known.b), return; end
  [M, C, K] = deal(sys.Mass, sys.Damping, sys.Stiffness);
  f = nsd_force_value(force, t0, numel(q));
  if numel(q) <= many()
    if ~isempty(C), known.Av = full((M \ H)'*C); end
    if ~isempty(K), known.Aq = full((M \ H)'*K); end
  else
    if ~isempty(C), f = f - C*v; end
    if ~isempty(K), f = f - K*q; end
  end
  known.a = full(H'*(M \ f));
end

function h = of_compliance(sys, t0, q, v)
% a tenth of the time scale of compliant contacts, at the depth to which the start would press them
  h = Inf;
  laws = nsd_compliance_arrays(sys.Gaps);
  if isempty(laws), return; end
  soft = find(laws(:, 1) > 0);
  at = nsd_relations_at(sys, q, t0);
  a = at.H'*(sys.mass(q) \ sys.force(t0, q, v));
  U = at.H'*v + at.gapRate;
  [~, mass] = nsd_compliance_time(sys, laws, soft, ones(size(soft)), q, t0);
  [k, n] = deal(laws(soft, 1), laws(soft, 2));
  energy = mass.*(U(soft).^2/2 + abs(a(soft)).*abs(at.gap(soft)));
  rest = (mass.*abs(a(soft))./k).^(1./n);
  depth = max(((n + 1).*energy./k).^(1./(n + 1)), rest);
  h = min(nsd_compliance_time(sys, laws, soft, depth, q, t0))/10;
end

function h = of_bodies(world, v0)
% a fifth of the time in which a body moves by its size, falling from rest or as fast as now; sixty
% steps of the fastest spring
  radius = nsd_body_bounds(world);
  radius = min([radius(isfinite(world.Masses)), Inf]);
  speed = max(abs([0; v0(:)]));
  h = min([sqrt(2*radius/max(norm(world.Gravity), realmin)), radius/max(speed, realmin)])/5;
  masses = [Inf, world.Masses];
  inertias = [Inf, min(world.Inertias(4 - max(1, 3*(world.Dimension == 3)):3, :), [], 1)];
  inertias(~isfinite(masses)) = Inf;
  for load = world.Loads
    inert = masses;
    if strcmp(load.kind, 'twist'), inert = inertias; end
    h = min(h, 0.1/sqrt(load.stiffness*sum(1./inert(load.bodies + 1))));
  end
end

function h = of_signal(force, t0, span)
% two hundred steps of the shortest period of F(t), a function or a table; Inf for others
  h = Inf;
  if ~any(strcmp(force.kind, {'function', 'table'})), return; end
  rows = numel(force.constant);
  h = nsd_signal_period(@(t) nsd_sample_force(force, t, rows), t0, span)/200;
end

function h = of_force(sys, t0, span, q, v)
% the same of F(t,q,v) while q and v stay at the start
  h = Inf;
  if ~strcmp(sys.Kind, 'lagrangian') || ~nsd_names_time(sys.Force.handle, 1), return; end
  at = @(t) nsd_whole_force(sys, t, q, v);
  all_of = @(times) cell2mat(arrayfun(at, times(:)', 'UniformOutput', false));
  [period, failed] = nsd_probe(@() nsd_signal_period(all_of, t0, span));
  if isempty(failed), h = period/200; end          % the run says why
end

function h = of_first_order(f, t0, span, x)
% two hundred steps of the fastest oscillation of A, of harmonic inputs and of inputs f(t)
  h = min([0.03./abs([f.input.omega; f.offset.omega]); of_signal(f.input, t0, span); ...
           of_signal(f.offset, t0, span)]);
  if size(f.A, 1) > 400, return; end
  h = min(h, of_modes(full(f.A), f.B, f.C, f, span));
  [n, m] = deal(numel(x), numel(f.lower));
  rate = f.A*x(:) + nsd_force_value(f.input, t0, n);
  y = nsd_force_value(f.offset, t0, m) + f.C*x(:);
  h = min(h, of_relays(full(f.A), full(f.B), full(f.C), f, x, y, rate, span));
end

function h = of_functions(s, t0, span, x)
% the same for f(t,x), h and g: what they do over time while x stays at its start, and the fastest
% mode of df/dx there. At a jump in x differences are huge: the slower of two places counts
  z = min(max(zeros(s.m, 1), s.lower), s.upper);
  at = @(t) [reshape(s.rate(t, x), [], 1); reshape(s.output(x, z, t), [], 1); ...
             reshape(s.action(x, z, t), [], 1)];
  h = Inf;
  if nsd_names_time(s.rate, 1) || nsd_names_time(s.output, 3) || nsd_names_time(s.action, 3)
    all_of = @(times) cell2mat(arrayfun(at, times(:)', 'UniformOutput', false));
    h = nsd_signal_period(all_of, t0, span)/200;
  end
  if numel(x) > 50, return; end
  slower = 0;
  for beside = [0, 1e-3]
    y = x + beside*max(1, abs(x));
    A = nsd_differences(@(x) s.rate(t0, x), y);
    B = nsd_differences(@(z) s.action(y, z, t0), z);
    C = nsd_differences(@(x) s.output(x, z, t0), y);
    slower = max(slower, of_modes(A, B, C, s, span));
  end
  h = min([h, slower, of_relays(A, B, C, s, x, s.output(x, z, t0), s.rate(t0, x), span)]);
end

function h = of_modes(A, B, C, s, span)
% Two hundred steps of the fastest oscillation of x' = A x, and fifty of the time in which a mode
% decays or grows, where lambda switches and goes through this mode to y: a relay switches again
% when its lags let it. Of stiff modes there are as many steps as take seconds, with a warning.
  h = Inf;
  if ~all(isfinite(A(:))), return; end
  [V, rates] = eig(A);
  rates = diag(rates);
  h = min([Inf; 0.03./abs(imag(rates))]);
  switches = isfinite(s.lower) | isfinite(s.upper);
  if ~any(switches) || isempty(rates), return; end
  rate = max([0; abs(rates(modes_between(V, rates, B(:, switches), C(switches, :), s, span)))]);
  if ~(0.02/rate < h), return; end
  most = min(1e5, 2e6/numel(rates));
  count = span*rate/0.02;
  h = min(h, span/min(count, most));
  if count > 1.2*most && h == span/most
    nsd_warn('nsd:simulate:longSpan', ['a state decays or grows within %.2g, for which the ' ...
             'relations ask for steps of %.2g, and the run takes longer ones of %.2g: where ' ...
             'nothing switches as fast this is enough, give it as Step, otherwise give a ' ...
             'smaller one'], 1/rate, 0.02/rate, h);
  end
end

function h = of_relays(A, B, C, s, x, y, rate, span)
% About two hundred steps of the time in which relays bring y from its start to zero, where they
% move its derivative of order two or more at first: y swings about zero with periods that grow with
% its swings, as no mode of A has (a double integrator). Where lambda moves y' itself, y stays at 0.
  h = Inf;
  most = max(abs([s.lower(:), s.upper(:)]), [], 2);
  relays = isfinite(most) & s.lower(:) < s.upper(:);
  direct = abs(sum(C.*B', 2)) > 1e-9*sum(abs(C.*B'), 2);            % lambda moves y'
  if ~any(relays & ~direct) || numel(x) > 50, return; end
  side = sign(y(:));
  still = abs(y(:)) <= 1e-9*(abs(C)*abs(x(:)));
  side(still) = sign(C(still, :)*rate(:));
  lambda = zeros(size(side));
  lambda(relays) = -side(relays).*most(relays);
  first = span*2^-40;                       % x - x0 with all relays against y, by doubling times
  move = expm([A, rate(:) + B*lambda; zeros(1, numel(x) + 1)]*first);
  for k = 1:40
    turned = relays & ~direct & side.*(y(:) + C*move(1:end-1, end)) < 0;
    if any(turned), break; end
    [move, first] = deal(move*move, 2*first);
  end
  if ~any(turned), return; end
  h = first/300;                           % y turned between first/2 and first
  if 10*h < span/1e5
    nsd_warn('nsd:simulate:longSpan', ['a relay turns first after %.2g, for which steps of ' ...
             '%.2g are wanted, and the run takes longer ones of %.2g: give Step, or a shorter ' ...
             'span'], first, h, span/1e5);
  end
  h = max(h, span/1e5);
end

function matters = modes_between(V, rates, B, C, s, span)
% Modes that lambda moves and that move y: all that are coupled where a relay switches, which swings
% as fast as any lag in its loop; otherwise those with a thousandth of the effect on y at rest.
  matters = true(size(rates));
  if rcond(V) < 1e-8, return; end                  % nearly equal modes are not told apart
  effect = sqrt(sum(abs(C*V).^2, 1)').*sqrt(sum(abs(V \ B).^2, 2))./max(abs(rates), 1/span);
  least = 1e-3;
  if any(isfinite(s.lower) & isfinite(s.upper) & s.lower < s.upper), least = 1e-9; end
  matters = effect > least*max(effect);
end
