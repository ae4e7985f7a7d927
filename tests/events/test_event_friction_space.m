function test_suite = test_event_friction_space()
%TEST_EVENT_FRICTION_SPACE  Friction in space by 'event': closed forms, independent integrations.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = block(M, F, mu)
% a block on the plane z = 0
  sys = NsdSystem.linear(M, 0, 0, F);
  sys = sys.contact([0; 0; 1], 0, 'Friction', mu, 'Tangent', [1 0; 0 1; 0 0]);
end

function [stop, x, y] = thrown_on_incline(slope, mu, g, v0)
% Time and place of the stop. With phi the angle of sliding from downhill, u its speed and
% k = mu/tan(slope): phi' = -g sin(slope) sin(phi)/u, and u = u0
% (tan(phi/2)/tan(phi0/2))^k sin(phi0)/sin(phi). Integrals over phi, by w = phi^(k-1), which has no
% singularity at the stop.
  [phi0, u0, k] = deal(atan2(v0(2), v0(1)), norm(v0), mu/tan(slope));
  u = @(p) u0*(tan(p/2)/tan(phi0/2)).^k.*sin(phi0)./sin(p);
  r = k - 1;
  rate = @(p) u(p)./(g*sin(slope)*sin(p));
  total = @(f) quadgk(@(w) f(w.^(1/r)).*w.^(1/r - 1)/r, 0, phi0^r, 'AbsTol', 1e-13, ...
                      'RelTol', 1e-12);
  stop = total(rate);
  x = total(@(p) rate(p).*u(p).*cos(p));
  y = total(@(p) rate(p).*u(p).*sin(p));
end

function [sys, feet] = disc(N, mu)
% a disc on N feet: x, y, z, its turn, two small tilts
  [R, J, g] = deal(0.5, 0.125, 9.81);
  turn = (0:N-1)*2*pi/N;
  gap = @(q) q(3) + R*(sin(q(4) + turn')*q(5) - cos(q(4) + turn')*q(6));
  [one, none] = deal(ones(1, N), zeros(1, N));
  tangents = @(q) reshape([one; none; none; -R*sin(q(4) + turn); none; none; ...
                           none; one; none; R*cos(q(4) + turn); none; none], 6, 2*N);
  sys = NsdSystem.lagrangian(diag([1 1 1 J J/2 J/2]), @(t, q, v) [0; 0; -g; 0; 0; 0]);
  sys = sys.contact(gap, 'Friction', mu, 'Tangent', tangents);
  feet = @(q) [cos(q(3) + turn); sin(q(3) + turn)]*R;
end

function test_a_block_thrown_on_an_incline_stops_where_it_must()
  warning('off', 'Octave:quadgk:warning-termination', 'local');
  [slope, mu, g] = deal(20*pi/180, 0.5, 9.81);
  v0 = [-1; 2];
  [stop, x, y] = thrown_on_incline(slope, mu, g, v0);
  sys = block(eye(3), g*[sin(slope); 0; -cos(slope)], mu);
  sol = nsd_simulate(sys, [0 2], [0; 0; 0], [v0; 0], 'Method', 'event', 'RelTol', 1e-10, ...
                     'AbsTol', 1e-12);
  assertEqual(sol.events.kind, {'stick'});
  assertElementsAlmostEqual(sol.events.t, stop, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.q(end, :), [x, y, 0], 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0], 'absolute', 1e-15);
  given = NsdSystem.linear(eye(2), 0, 0, g*[sin(slope); 0]).friction(eye(2), mu*g*cos(slope));
  sol = nsd_simulate(given, [0 2], [0; 0], v0, 'Method', 'event', 'RelTol', 1e-10, ...
                     'AbsTol', 1e-12);
  assertElementsAlmostEqual(sol.q(end, :), [x, y], 'absolute', 1e-9);
end

function test_a_stop_with_friction_just_above_the_slope_is_located()
  % A contact that hardly moved took the direction in which its sliding had begun, which pushed it
  % on: it crept at 3e-9 m/s until the run 'stalled', and stops were 1e-7 s late at usual
  % tolerances.
  [mu, slope, g, V, angle] = deal(0.4, 0.35, 9.81, 3, 160*pi/180);
  sys = NsdSystem.linear(eye(3), 0, 0, g*[sin(slope); 0; -cos(slope)]) ...
        .contact([0; 0; 1], 0, 'Friction', mu, 'Tangent', [1 0; 0 1; 0 0]);
  k = mu/tan(slope);                                % from the equation of the turning direction
  stop = V*(k + cos(angle))/(g*sin(slope)*(k^2 - 1));
  for tolerance = [1e-8 1e-9 1e-11]
    sol = nsd_simulate(sys, [0 2], zeros(3, 1), V*[cos(angle); sin(angle); 0], 'Method', ...
                       'event', 'RelTol', tolerance, 'AbsTol', tolerance/100);
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind, {'stick'});
    assertElementsAlmostEqual(sol.events.t, stop, 'absolute', tolerance);
  end
end

function test_a_block_on_a_steep_incline_turns_downhill()
% mu < tan(slope): it never stops; the speed down grows by g (sin - mu cos), the other one is lost
  [slope, mu, g] = deal(30*pi/180, 0.3, 9.81);
  sys = block(eye(3), g*[sin(slope); 0; -cos(slope)], mu);
  sol = nsd_simulate(sys, [0 3], [0; 0; 0], [-1; 2; 0], 'Method', 'event');
  assertTrue(isempty(sol.events.t));
  [phi0, u0, k] = deal(atan2(2, -1), sqrt(5), mu/tan(slope));      % u(phi) as in the closed form
  u = hypot(sol.v(:, 1), sol.v(:, 2));
  phi = atan2(sol.v(:, 2), sol.v(:, 1));
  exact = u0*(tan(phi/2)/tan(phi0/2)).^k*sin(phi0)./sin(phi);
  assertElementsAlmostEqual(u, exact, 'relative', 1e-6);
end

function test_sliding_that_hardly_stops_in_a_bowl_comes_to_rest()
% tangents of unequal lengths make friction differ by direction. Below the errors of a step the
% velocity was never found to be zero: runs crept on, for mu = 0.63 without end
  bowl = @(mu) NsdSystem.lagrangian(eye(3), @(t, q, v) [0; 0; -9.81]) ...
               .contact(@(q) q(3) - 0.3*(q(1)^2 + q(2)^2), 'Friction', mu, ...
                        'Tangent', @(q) [1 0; 0 1; 0.6*q(1), 0.6*q(2)]);
  for mu = [0.62 0.66 0.68]
    [q0, v0] = deal([1; 0.3; 0.427], [0.5; 1; 0]);
    sol = simulate_quietly(bowl(mu), [0 2], q0, v0, 'Method', 'event');
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind{end}, 'stick');
    assertElementsAlmostEqual(sol.v(end, :), zeros(1, 3), 'absolute', 1e-12);
    assertTrue(norm(sol.tangentialReaction(end, :)) < mu*sol.reaction(end));
    other = simulate_quietly(bowl(mu), [0 2], q0, v0, 'Method', 'moreau', 'RelTol', 1e-6);
    assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 1e-4);
  end
end

function test_a_push_starts_along_the_solved_direction()
% M = diag(1, 2): F - mu N s = M a with a along s. s = (cos p, sin p): F1 - mu N s1 = alpha s1,
% F2 - mu N s2 = 2 alpha s2; here s is the unit vector that solves both
  sys = block(diag([1 2 1]), [4; 3; -10], 0.3);
  sol = nsd_simulate(sys, [0 1], [0; 0; 0], [0; 0; 0], 'Method', 'event');
  s = sol.v(end, 1:2)/norm(sol.v(end, 1:2));
  alpha = ([4 3] - 3*s)./([1 2].*s);
  assertElementsAlmostEqual(alpha(1), alpha(2), 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.q(end, 1:2), alpha(1)*s/2, 'absolute', 1e-9);
end

function test_a_force_that_grows_and_turns_is_held_up_to_the_cone()
  F = @(t) [3*t*cos(t); 3*t*sin(t); -10];
  sys = block(diag([1 2 1]), F, 0.3);
  sol = nsd_simulate(sys, [0 2], [0; 0; 0], [0; 0; 0], 'Method', 'event', 'RelTol', 1e-7);
  assertEqual(sol.events.kind{1}, 'slip');
  assertElementsAlmostEqual(sol.events.t(1), 1, 'absolute', 1e-8);
  other = nsd_simulate(sys, [0 2], [0; 0; 0], [0; 0; 0], 'Method', 'moreau', 'RelTol', 1e-6);
  assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 1e-4);
end

function test_a_disc_that_slides_and_spins_comes_to_rest_with_both_motions_at_once()
% twelve feet bear the same: up to 0.6 s against Runge-Kutta steps for the plane motion
  N = 12;
  [sys, feet] = disc(N, 0.3);
  v0 = [1; 0.3; 6];
  sol = nsd_simulate(sys, [0 2], zeros(6, 1), [v0(1:2); 0; v0(3); 0; 0], 'Method', 'event', ...
                     'RelTol', 1e-8);
  assertEqual(sol.status, 'ok');
  assertEqual(sol.events.kind, repmat({'stick'}, N, 1));
  assertTrue(max(sol.events.t) - min(sol.events.t) < 1e-6);
  assertElementsAlmostEqual(sol.v(end, :), zeros(1, 6), 'absolute', 1e-12);
  before = sol.t < min(sol.events.t) - 1e-3;              % neither motion ends before the other
  assertTrue(all(hypot(sol.v(before, 1), sol.v(before, 2)) > 1e-5) && all(sol.v(before, 4) > 1e-5));
  y = [0; 0; 0; v0];
  h = 1e-3;
  for k = 1:600, y = plane_step(@(y) plane_rate(y, feet, 0.3*9.81/N, 0.125), y, h); end
  [q, v] = sol.at(0.6);
  assertElementsAlmostEqual([q([1 2 4]), v([1 2 4])], y', 'absolute', 1e-6);
end

function f = plane_rate(y, feet, limit, J)
  r = feet(y(1:3));
  u = [y(4) - y(6)*r(2, :); y(5) + y(6)*r(1, :)];
  force = -limit*u./[1; 1]./sqrt(sum(u.^2, 1));
  f = [y(4:6); sum(force, 2); (r(1, :)*force(2, :)' - r(2, :)*force(1, :)')/J];
end

function y = plane_step(f, y, h)
  k1 = f(y);
  k2 = f(y + h/2*k1);
  k3 = f(y + h/2*k2);
  y = y + h/6*(k1 + 2*k2 + 2*k3 + f(y + h*k3));
end

function test_a_tripod_stops_foot_by_foot()
% one foot sticks first, the disc turns about it, then all is at rest; as 'moreau' has it
  sys = disc(3, 0.3);
  v0 = [1; 0.3; 0; 6; 0; 0];
  sol = nsd_simulate(sys, [0 1], zeros(6, 1), v0, 'Method', 'event');
  assertEqual(sol.events.contact, [1; 2; 3]);
  assertElementsAlmostEqual(sol.events.t(2), sol.events.t(3), 'absolute', 1e-6);
  other = nsd_simulate(sys, [0 1], zeros(6, 1), v0, 'Method', 'moreau', 'RelTol', 1e-6);
  assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 1e-5);
end

function test_bounces_with_friction_in_space_lose_the_sliding()
% mu (1 + e) times the speeds of all impacts is more than the sliding velocity: it ends at rest
  sys = NsdSystem.linear(eye(3), 0, 0, [0; 0; -9.81]).contact([0; 0; 1], 0, 'Friction', 0.2, ...
            'Restitution', 0.6, 'Tangent', [1 0; 0 1; 0 0]);
  sol = nsd_simulate(sys, [0 4], [0; 0; 1], [1; 0.5; 0], 'Method', 'event');
  assertElementsAlmostEqual(sol.v(end, :), [0 0 0], 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.q(end, 2)/sol.q(end, 1), 0.5, 'absolute', 1e-8);   % along a line
  E = sol.energy;
  assertElementsAlmostEqual(E.friction(end), -0.625, 'absolute', 1e-8);
end

function test_forces_stay_on_and_in_the_disk()
  [slope, mu, g] = deal(20*pi/180, 0.5, 9.81);
  sys = block(eye(3), g*[sin(slope); 0; -cos(slope)], mu);
  sol = nsd_simulate(sys, [0 1], [0; 0; 0], [-1; 2; 0], 'Method', 'event');
  T = hypot(sol.tangentialReaction(:, 1), sol.tangentialReaction(:, 2));
  slides = sol.t < sol.events.t(1);
  assertElementsAlmostEqual(T(slides), mu*sol.reaction(slides), 'absolute', 1e-12);
  assertTrue(all(T(~slides) <= mu*sol.reaction(~slides)*(1 + 1e-12)));
end

function test_sliding_begins_along_a_force_that_grows_and_turns()
% The force is chosen so that from t0 = 0.5 on the velocity is c (t - t0)^2/2 along a direction that
% turns by 2 rad/s. Just after t0 friction turns this direction at a rate without limit: its way was
% kept up to a speed, a 1e-10 of the tolerance took 40000 steps and stalled.        (EF.15)
  [mu, g, c, t0, T] = deal(0.4, 9.81, 5, 0.5, 1.3);
  after = @(t) max(t - t0, 0);
  held = @(t) mu*g*min(1, t + 0.5);
  for m2 = [1 10]                                % equal and different inertia along x and y
    force = @(t, q, v) [(held(t) + c*after(t))*cos(2*after(t)) - c*after(t)^2*sin(2*after(t)); ...
                        (held(t) + m2*c*after(t))*sin(2*after(t)) ...
                        + m2*c*after(t)^2*cos(2*after(t)); -g];
    sys = NsdSystem.lagrangian(diag([1 m2 1]), force);
    sys = sys.contact(@(q) q(3), 'Friction', mu, 'Tangent', @(q) [1 0; 0 1; 0 0]);
    for tolerance = [1e-7 1e-10]
      sol = nsd_simulate(sys, [0 T], [0; 0; 0], [0; 0; 0], 'Method', 'event', ...
                         'RelTol', tolerance, 'AbsTol', tolerance/100);
      assertEqual(sol.events.kind, {'slip'});
      v = c*(T - t0)^2/2*[cos(2*(T - t0)), sin(2*(T - t0)), 0];
      assertElementsAlmostEqual(sol.v(end, :), v, 'absolute', tolerance);
      assertTrue(sol.stats.steps < 5000);
    end
  end
end
