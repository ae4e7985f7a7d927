function test_suite = test_kern()
%TEST_KERN  Kern's explicit variant: his two figures, bit for bit and through the LCP.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_landing_has_the_check_values()
  % figure 1: given with 6 and 9 digits
  sol = landing();
  assertElementsAlmostEqual([sol.q(201), sol.v(201)], [0.147364, 1.06478], 'absolute', 5e-6);
  assertElementsAlmostEqual(sol.q(end), -0.000190059158, 'absolute', 1e-9);
  assertElementsAlmostEqual(sum(sol.impulse), 100, 'absolute', 1e-9);
end

function test_an_impulse_beyond_the_largest_number_is_no_ok()
  % M v overflowed: the row had an impulse of Inf, and the run was 'ok'
  sys = NsdSystem.linear(realmax, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.5);
  sol = simulate_quietly(sys, [0 0.01], 1e-3, -1, 'Step', 1e-3, 'Method', 'kern');
  assertEqual(sol.status, 'diverged');
  assertTrue(all(isfinite(sol.impulse(:))));
end

function test_landing_follows_the_listing_bit_for_bit()
  [y, v, R] = listing(0.5, 0, @(t) -10);
  sol = landing();
  assertTrue(isequal(sol.q, y));
  assertTrue(isequal(sol.v, v));
  assertTrue(isequal(sol.impulse, [0; R]));
end

function test_take_off_follows_the_listing_bit_for_bit()
  f = @(t) (-1.2*sin(t*2*pi/10) - 1)*10;
  [y, v, R] = listing(0, 0, f);
  sol = simulate_quietly(one_ball(f), [0 10], 0, 0, 'Method', 'kern', 'Step', 0.01);
  assertTrue(isequal(sol.q, y));
  assertTrue(isequal(sol.v, v));
  assertTrue(isequal(sol.impulse, [0; R]));
end

function test_other_masses_and_restitutions_follow_the_listing_bit_for_bit()
  for m = [0.3 7]
    for rc = [0 0.55 1]
      f = @(t) -m*9.81*(1 + 0.5*sin(3*t));
      [y, v, R] = listing(0.5, 0.1, f, m, rc);
      sys = NsdSystem.linear(m, 0, 0, f).contact(1, 0, 'Restitution', rc);
      sol = simulate_quietly(sys, [0 10], 0.5, 0.1, 'Method', 'kern', 'Step', 0.01);
      assertTrue(isequal(sol.q, y));
      assertTrue(isequal(sol.v, v));
      assertTrue(isequal(sol.impulse, [0; R]));
    end
  end
end

function test_an_inactive_second_contact_takes_the_lcp_and_changes_nothing()
  % the general solver divides where the listing multiplies: round-off over 1000 steps
  f = @(t) (-1.2*sin(t*2*pi/10) - 1)*10;
  for start = [0.5 0]
    one = one_ball(f);
    two = one.contact(-1, 1e6);
    a = simulate_quietly(one, [0 10], start, 0, 'Method', 'kern', 'Step', 0.01);
    b = simulate_quietly(two, [0 10], start, 0, 'Method', 'kern', 'Step', 0.01);
    assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-12);
    assertElementsAlmostEqual(b.v, a.v, 'absolute', 1e-12);
    assertElementsAlmostEqual(b.impulse(:, 1), a.impulse, 'absolute', 1e-12);
    assertEqual(max(abs(b.impulse(:, 2))), 0);
  end
end

function test_two_balls_side_by_side_are_two_listings()
  % both touch in the same steps at rest, so the LCP has two contacts
  [y, v, R] = listing(0.5, 0, @(t) -10);
  sys = NsdSystem.linear(eye(2), 0, 0, [-10; -10]).contact(eye(2), 0, 'Restitution', 0.9);
  sol = simulate_quietly(sys, [0 10], [0.5; 0.5], [0; 0], 'Method', 'kern', 'Step', 0.01);
  assertTrue(sol.stats.lcpProblems > 100);
  for k = 1:2
    assertElementsAlmostEqual(sol.q(:, k), y, 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.v(:, k), v, 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.impulse(:, k), [0; R], 'absolute', 1e-12);
  end
end

function test_mirrored_and_scaled_contacts_give_the_same_motion()
  % gap 2 - 3 z with z = (2 - y)/3 is y, and the impulse is a third; the listing path has H < 0
  [y, v, R] = listing(0.5, 0, @(t) -10);
  sys = NsdSystem.linear(9, 0, 0, 30).contact(-3, 2, 'Restitution', 0.9);
  sol = simulate_quietly(sys, [0 10], (2 - 0.5)/3, 0, 'Method', 'kern', 'Step', 0.01);
  assertElementsAlmostEqual(sol.gap, y, 'absolute', 1e-11);
  assertElementsAlmostEqual(-3*sol.v, v, 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.impulse, [0; R], 'absolute', 1e-11);
end

function test_take_off_time_approaches_the_exact_one()
  % the force turns upward at (pi + asin(1/1.2)) T/(2 pi)
  f = @(t) (-1.2*sin(t*2*pi/10) - 1)*10;
  exact = (pi + asin(1/1.2))*10/(2*pi);
  assertElementsAlmostEqual(exact, 6.5678525066, 'absolute', 1e-10);
  for N = [1000 10000]
    sol = simulate_quietly(one_ball(f), [0 10], 0, 0, 'Method', 'kern', 'Step', 10/N);
    detach = sol.events.t(strcmp(sol.events.kind, 'detach'));
    assertEqual(numel(detach), 1);
    assertElementsAlmostEqual(detach, exact, 'absolute', 2*10/N);
  end
end

function test_take_off_converges_with_order_one()
  f = @(t) (-1.2*sin(t*2*pi/10) - 1)*10;
  N = round(logspace(3, log10(20000), 10));
  err = zeros(numel(N), 2);
  for k = 1:numel(N)
    sol = simulate_quietly(one_ball(f), [0 10], 0, 0, 'Method', 'kern', 'Step', 10/N(k));
    err(k, :) = abs([sol.q(end) - 2.6657911889, sol.v(end) + 4.6657371675]);
  end
  line = polyfit(log(10./N'), log(err(:, 2)), 1);
  assertTrue(abs(line(1) - 1) <= 0.3, sprintf('order %.2f', line(1)));
  % the first-order part of the position cancels at t = 10: explicit q and implicit v leapfrog
  line = polyfit(log(10./N'), log(err(:, 1)), 1);
  assertTrue(line(1) >= 0.7, sprintf('order %.2f', line(1)));
  assertTrue(max(err(end, :)) < 1e-2);
end

function test_kern_agrees_with_plain_code_on_random_systems()
  restore = seeded(12); %#ok<NASGU>
  closed = 0;
  for trial = 1:30
    n = 1 + mod(trial, 6);
    m = 1 + mod(trial, 4);
    p = (trial > 20)*min(2, max(n - 2, 0));
    [sys, q0, v0, options] = random_system(n, min(m, n - p), p);
    options.Method = 'kern';
    sol = simulate_quietly(sys, [0 0.2], q0, v0, options);
    assertEqual(sol.status, 'ok');
    q = q0;
    v = v0;
    none = zeros(n, 1);
    for k = 1:20
      F = [sys.force((k-1)*0.01, none, none), sys.force(k*0.01, none, none)];
      [q, v, P] = plain_step(sys, 'kern', F, q, v, options);
      scale = max(1, max(abs(v)));
      assertElementsAlmostEqual(sol.v(k+1, :)', v, 'absolute', 1e-9*scale);
      assertElementsAlmostEqual(sol.impulse(k+1, :)', P, 'absolute', 1e-8*scale);
      closed = closed + sum(P > 0);
    end
    assertElementsAlmostEqual(sol.q(end, :)', q, 'absolute', 1e-9*max(1, max(abs(q))));
  end
  assertTrue(closed > 30);
end

function sys = one_ball(f)
  sys = NsdSystem.linear(1, 0, 0, f).contact(1, 0, 'Restitution', 0.9);
end

function sol = landing()
  sol = simulate_quietly(one_ball(-10), [0 10], 0.5, 0, 'Method', 'kern', 'Step', 0.01);
end

function [y, v, R] = listing(q0, v0, f, m, rc)
% the published listing, operation by operation
  if nargin < 4
    m = 1;
    rc = 0.9;
  end
  N = 1000;
  h = 0.01;
  T = N*h;
  t = 0:h:T;
  y = zeros(N+1, 1);
  v = zeros(N+1, 1);
  R = zeros(N, 1);
  F = zeros(N, 1);
  y(1) = q0;
  v(1) = v0;
  for n = 1:N
    y(n+1) = y(n) + v(n)*h;
    F(n) = h*f(t(n+1));
    v(n+1) = v(n) + F(n)/m;
    if y(n+1) <= 0
      dv = -(1 + rc)*v(n);
      if m*dv > F(n)
        v(n+1) = v(n) + dv;
        R(n) = m*dv - F(n);
      end
    end
  end
end
