function test_suite = test_bodies_events()
%TEST_BODIES_EVENTS  Worlds of few bodies by Method 'event': closed forms, ode45, what is refused.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sol = exact_run(world, tspan, varargin)
  sol = nsd_simulate(world, tspan, varargin{:}, 'Method', 'event', 'RelTol', 1e-10, ...
                     'AbsTol', 1e-12);
  assertEqual(sol.status, 'ok');
  E = sol.energy;
  assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-10);
  assertTrue(max(abs(E.numerical)) < 1e-8*max(1, max(abs(E.total))));
end

function test_a_ball_thrown_without_spin_rolls_with_five_sevenths_of_its_speed()
  [R, mu, g, v0] = deal(0.1, 0.3, 9.81, 2);
  world = NsdBodies('Friction', mu).plane([0 0 1], 0) ...
          .sphere('Radius', R, 'Position', [0; 0; R], 'Velocity', [v0; 0; 0]);
  sol = exact_run(world, [0 1]);
  rolls = 2/7*v0/(mu*g);
  assertEqual(sol.events.kind, {'stick'});
  assertEqual(sol.events.bodies, [1 -1]);
  assertElementsAlmostEqual(sol.events.t, rolls, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.v(end, :), [5/7*v0, 0, 0, 0, 5/7*v0/R, 0], 'absolute', 1e-10);
  w = 5/7*v0/R;
  angle = w*rolls/2 + w*(1 - rolls);
  assertElementsAlmostEqual(sol.q(end, 4:7), [cos(angle/2), 0, sin(angle/2), 0], 'absolute', 1e-10);
  lost = 1/7*v0^2;                                % (1 - 5/7) m v0^2/2
  assertElementsAlmostEqual(sol.energy.friction(end), -lost, 'absolute', 1e-10);
end

function test_a_ball_thrown_with_spin_turns_its_direction()
% the velocity of sliding s0 keeps its direction; the ball ends with v0 - 2/7 s0. Its quaternion is
% integrated by ode45 until it rolls, sol.at gives it between rows and at times that are asked for
  [R, mu, g] = deal(0.1, 0.2, 9.81);
  [v0, w0] = deal([2; 0; 0], [30; 10; 5]);
  world = NsdBodies('Friction', mu).plane([0 0 1], 0) ...
          .sphere('Radius', R, 'Position', [0; 0; R], 'Velocity', v0, 'Spin', w0);
  sol = exact_run(world, [0 0.6]);
  s0 = v0 + cross(w0, [0; 0; -R]);
  rolls = 2/7*norm(s0)/(mu*g);
  assertElementsAlmostEqual(sol.events.t, rolls, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.v(end, 1:3), (v0 - 2/7*s0)', 'absolute', 1e-10);
  pull = -mu*g*s0/norm(s0);
  turn = cross([0; 0; -R], pull)/(0.4*R^2);
  rate = @(t, p) spin_of(p, w0 + turn*t);
  times = linspace(0, rolls, 9);
  [~, P] = ode45(rate, times, [1; 0; 0; 0], odeset('RelTol', 1e-11, 'AbsTol', 1e-13));
  q = sol.at(times);
  assertElementsAlmostEqual(q(:, 4:7), P, 'absolute', 1e-9);
  assertElementsAlmostEqual(q(:, 1:2), (v0(1:2)*times + pull(1:2)*times.^2/2)', 'absolute', 1e-10);
  given = exact_run(world, times);
  assertElementsAlmostEqual(given.q, q, 'absolute', 1e-9);
end

function rate = spin_of(p, w)
  rate = [-w'*p(2:4); p(1)*w + cross(w, p(2:4))]/2;
end

function test_balls_that_collide_off_centre_obey_the_laws_of_impact()
% normal impulse (1 + e) m/2 U, friction the smaller of mu P and what ends sliding: m/7 of it
  for mu = [0.05 3]
    [e, m, R] = deal(0.8, 1, 0.5);
    world = NsdBodies('Gravity', [0 0 0], 'Friction', mu, 'Restitution', e);
    world = world.sphere('Radius', R, 'Position', [0 2; 0 0.4; 0 0.1], 'Mass', m, ...
                         'Velocity', [1 0; 0 0; 0 0], 'Spin', [1 2; -2 0; 4 1]);
    sol = exact_run(world, [0 3]);
    x = [-sqrt(1 - 0.17); -0.4; -0.1];            % from b to a at the impact
    n = x/norm(x);
    assertElementsAlmostEqual(sol.events.t(1), 2 + x(1), 'absolute', 1e-12);
    slide = [1; 0; 0] + cross([1; -2; 4], -R*n) - cross([2; 0; 1], R*n);
    P = -(1 + e)*m/2*n(1);
    s = slide - n*(n'*slide);
    tangential = -s/norm(s)*min(mu*P, m/7*norm(s));
    assertElementsAlmostEqual(sol.v(end, 1:3)', [1; 0; 0] + (n*P + tangential)/m, ...
                              'absolute', 1e-11);
    assertElementsAlmostEqual(sol.v(end, 4:6)', ...
                              [1; -2; 4] + cross(-R*n, tangential)/(0.4*m*R^2), 'absolute', 1e-11);
    hit = find(sol.contacts.impulse(:, 1), 1);
    assertElementsAlmostEqual(sol.contacts.impulse(hit, :)', n*P + tangential, 'absolute', 1e-11);
    assertElementsAlmostEqual(sum(sol.impulse), [P P], 'absolute', 1e-11);
    assertElementsAlmostEqual(sol.energy.impact(end) + sol.energy.friction(end), ...
                              sol.energy.total(end) - sol.energy.total(1), 'absolute', 1e-11);
  end
end

function test_a_ball_rolls_down_a_fixed_ball_slips_and_leaves_it()
% Rolling: (1 + k) s w^2/2 = g (cos(a0) - cos(a)) with k = 2/5 (disc: 1/2) and s the sum of radii;
% it slips where k/(1 + k) sin(a) = mu (cos(a) - s w^2/g). From there on w^2 is sliding(a).
  [g, s, mu, a0] = deal(9.81, 1.5, 0.4, 0.15);
  for d = [2 3]
    world = NsdBodies('Friction', mu, 'Gravity', [zeros(1, d-1), -g]);
    if d == 2
      k = 1/2;
      world = world.disc('Radius', 1, 'Position', [0; 0], 'Fixed', true) ...
              .disc('Radius', 0.5, 'Position', s*[sin(a0); cos(a0)]);
    else
      k = 2/5;
      world = world.sphere('Radius', 1, 'Position', [0; 0; 0], 'Fixed', true) ...
              .sphere('Radius', 0.5, 'Position', s*[sin(a0)*[cos(0.7); sin(0.7)]; cos(a0)]);
    end
    u = @(a) 2*g/s*(cos(a0) - cos(a))/(1 + k);    % w^2
    slips = fzero(@(a) k/(1 + k)*sin(a) - mu*(cos(a) - s*u(a)/g), [a0, 1.2]);
    A = (4*mu^2 - 2)*g/s/(1 + 4*mu^2);            % u' = 2 mu u + 2 g/s (sin(a) - mu cos(a))
    part = @(a) A*cos(a) + (2*mu*A - 2*mu*g/s)*sin(a);
    sliding = @(a) part(a) + (u(slips) - part(slips))*exp(2*mu*(a - slips));
    leaves = fzero(@(a) cos(a) - s*sliding(a)/g, [slips, 1.3]);
    takes = quadgk(@(a) 1./sqrt(sliding(a)), slips, leaves, 'AbsTol', 1e-12);
    sol = nsd_simulate(world, [0 2], 'Method', 'event');           % RelTol of 1e-8
    assertEqual(sol.status, 'ok');
    assertEqual(sol.events.kind, {'slip'; 'detach'});
    assertElementsAlmostEqual(diff(sol.events.t), takes, 'absolute', 1e-6);
    q = sol.at(sol.events.t);
    height = q(:, (4*d - 5) + d);                 % of the body that moves
    assertElementsAlmostEqual(acos(height/s), [slips; leaves], 'absolute', 1e-7);
  end
end

function test_a_rolling_ball_begins_to_slip_at_any_tolerance()
% below RelTol of 1e-8 the start of slipping took steps without end: 'stalled'          (EF.15)
  [s, a0] = deal(1.5, 0.15);
  world = NsdBodies('Friction', 0.4, 'Gravity', [0 0 -9.81]) ...
          .sphere('Radius', 1, 'Position', [0; 0; 0], 'Fixed', true) ...
          .sphere('Radius', 0.5, 'Position', s*[sin(a0); 0; cos(a0)]);
  for tolerance = [1e-9 1e-11]
    sol = nsd_simulate(world, [0 1.3], 'Method', 'event', 'RelTol', tolerance);
    assertEqual(sol.status, 'ok');
    assertTrue(sol.stats.steps < 10000);
    assertElementsAlmostEqual(sol.events.t, [1.029105745; 1.166770241], 'absolute', 2e-9);
  end
end

function test_discs_roll_down_and_spheres_faster()
  [g, slope] = deal(9.81, 0.3);
  world = NsdBodies('Gravity', g*[sin(slope) -cos(slope)], 'Friction', 0.5).plane([0 1], 0);
  sol = exact_run(world.disc('Radius', 0.3, 'Position', [0; 0.3]), [0 2]);
  assertElementsAlmostEqual(sol.q(end, 1), 2/3*g*sin(slope)*2, 'absolute', 1e-11);
  assertElementsAlmostEqual(sol.q(end, 3), -sol.q(end, 1)/0.3, 'absolute', 1e-11);
  world = NsdBodies('Gravity', g*[sin(slope) 0 -cos(slope)], 'Friction', 0.5).plane([0 0 1], 0);
  sol = exact_run(world.sphere('Radius', 0.3, 'Position', [0; 0; 0.3]), [0 2]);
  assertElementsAlmostEqual(sol.q(end, 1), 5/7*g*sin(slope)*2, 'absolute', 1e-11);
end

function test_a_box_slides_down_and_a_tall_one_tips()
  [g, slope] = deal(9.81, 0.5);
  world = NsdBodies('Gravity', g*[sin(slope) -cos(slope)]).plane([0 1], 0);
  box = world.parameter('friction', 0.3).box('Size', [1; 0.4], 'Position', [0; 0.2]);
  sol = exact_run(box, [0 1]);
  assertElementsAlmostEqual(sol.q(end, :), [g*(sin(slope) - 0.3*cos(slope))/2, 0.2, 0], ...
                            'absolute', 1e-10);
  weight = sum(sol.contacts.force(sol.contacts.row == numel(sol.t), :), 1);
  assertElementsAlmostEqual(weight, g*cos(slope)*[-0.3 1], 'absolute', 1e-9);
  % the tall one turns about its lower corner: (4/3) m r^2 w^2/2 = what its centre has come down
  [b, h] = deal(0.2, 1);
  r = hypot(b, h)/2;
  tall = world.parameter('friction', 0.9).box('Size', [b; h], 'Position', [0; h/2]);
  sol = exact_run(tall, [0 0.25]);
  assertEqual(numel(sol.events.t), 0);
  [x, y, angle] = deal(sol.q(:, 1), sol.q(:, 2), sol.q(:, 3));
  corner = [x + cos(angle)*b/2 + sin(angle)*h/2, y + sin(angle)*b/2 - cos(angle)*h/2];
  assertElementsAlmostEqual(corner, repmat([b/2 0], numel(x), 1), 'absolute', 1e-10);
  down = g*(sin(slope)*x - cos(slope)*(y - h/2));
  assertElementsAlmostEqual(2/3*r^2*sol.v(:, 3).^2, down, 'absolute', 1e-9);
  assertTrue(angle(end) < -0.1);
end

function test_a_box_that_slides_on_a_corner_agrees_with_ode45()
% one corner slides, the box turns: N from the condition that the corner stays on the plane
  [g, mu, m, a, b] = deal(9.81, 0.2, 1.3, 0.4, 0.25);
  J = m*(a^2 + b^2)/3;
  angle = 0.9;
  arm = @(c) [-cos(c)*a + sin(c)*b; -sin(c)*a - cos(c)*b];           % to the corner -a, -b
  r = arm(angle);
  world = NsdBodies('Gravity', [0 -g], 'Friction', mu).plane([0 1], 0) ...
          .box('Size', 2*[a; b], 'Position', -[0; r(2)], 'Angle', angle, 'Mass', m, ...
               'Velocity', [3; -0.5*r(1)], 'Spin', 0.5);
  sol = exact_run(world, [0 0.15]);
  assertEqual(numel(sol.events.t), 0);
  [~, Y] = ode45(@(t, y) slide(y, arm, g, mu, m, J), [0 0.075 0.15], ...
                 [0; -r(2); angle; 3; -0.5*r(1); 0.5], odeset('RelTol', 1e-11, 'AbsTol', 1e-13));
  [q, v] = sol.at([0.075; 0.15]);
  assertElementsAlmostEqual([q, v], Y(2:3, :), 'absolute', 1e-8);
end

function rate = slide(y, arm, g, mu, m, J)
  r = arm(y(3));
  lever = r(1) + mu*r(2);                         % moment of (-mu N, N) is lever N
  N = (g + r(2)*y(6)^2)/(1/m + r(1)*lever/J);
  rate = [y(4:6); -mu*N/m; N/m - g; lever*N/J];
end

function test_a_ball_bounces_and_comes_to_rest()
  [R, e, g] = deal(0.1, 0.5, 9.81);
  world = NsdBodies('Restitution', e).plane([0 0 1], 0) ...
          .sphere('Radius', R, 'Position', [0; 0; 1 + R]);
  sol = exact_run(world, [0 2]);
  first = sqrt(2/g);
  hits = sol.events.t(strcmp(sol.events.kind, 'impact'));
  assertElementsAlmostEqual(hits(1:4), first*[1; 2; 2.5; 2.75], 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.events.t(strcmp(sol.events.kind, 'accumulation')), 3*first, ...
                            'absolute', 1e-7);
  assertElementsAlmostEqual(sol.energy.impact(end), -g, 'absolute', 1e-9);
  assertElementsAlmostEqual(sol.reaction(end), g, 'absolute', 1e-9);
end

function test_a_billiard_keeps_energy_and_gives_the_break_of_moreau()
  table = NsdBodies('Gravity', [0 0], 'Restitution', 1).container([0 4 0 2]);
  table = table.disc('Radius', 0.1, 'Position', [0.5 2 2.2 2.2; 1.03 1 1.12 0.88], ...
                     'Velocity', [3 0 0 0; 0 0 0 0]);
  sol = exact_run(table, [0 1.2]);
  assertElementsAlmostEqual(sol.energy.total, 4.5*ones(size(sol.t)), ...
                            'absolute', 1e-10);
  other = nsd_simulate(table, [0 1.2], 'Step', 1e-5, 'Progress', 'off');
  assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 2e-3);
  first = table.start(sol.q(1, :)', sol.v(1, :)');
  again = nsd_simulate(first, [0 1.2], 'Method', 'event', 'RelTol', 1e-10, 'AbsTol', 1e-12);
  assertTrue(isequal(sol.q, again.q));
end

function test_rows_events_and_files_are_those_of_worlds()
  world = NsdBodies('Gravity', [0 -9.81], 'Restitution', 0.5, 'Friction', 0.4) ...
          .plane([0 1], 0, 'Friction', 0).plane([1 0], -1);
  world = world.disc('Radius', 0.2, 'Position', [0 0.05; 0.2 0.7], 'Velocity', [-1 0; 0 0]) ...
          .named('two', {'left', 'right'});
  sol = exact_run(world, [0 2]);
  assertEqual(size(sol.impulse), [numel(sol.t), 2]);
  assertEqual(sol.body('right').position, sol.q(:, 4:5));
  assertEqual(size(sol.gap), size(sol.t));
  assertTrue(all(ismember(sol.events.bodies, [1 -2; 1 -1; 1 2; 2 -1; 2 -2], 'rows')));
  assertElementsAlmostEqual(sol.energy.total, row_energies(world, sol), 'absolute', 1e-10);
  other = nsd_simulate(world, [0 2], 'Step', 1e-4, 'Progress', 'off');
  assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 2e-2);
  kept = NsdSolution.fromStruct(sol.toStruct());
  [q, v] = sol.at(0.77);
  [p, u] = kept.at(0.77);
  assertEqual([p, u], [q, v]);
  [t, y, te, ye] = nsd_simulate(world, [0 2], 'Method', 'event');
  assertEqual([size(y), size(ye)], [numel(t), 12, numel(te), 12]);
  assertTrue(~isempty(strfind(evalc('disp(sol)'), 'two: event, ')));
end

function E = row_energies(world, sol)
  E = zeros(size(sol.t));
  for k = 1:numel(E), E(k) = world.energy(sol.q(k, :)', sol.v(k, :)'); end
end

function test_worlds_take_moreau_unless_event_is_asked_for()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 1, 'Position', [0; 0; 2]);
  assertEqual(nsd_simulate(world, [0 0.1]).method, 'moreau');
  assertEqual(nsd_simulate(world, [0 0.1], 'Method', 'event').method, 'event');
  assertEqual(nsd_simulate(world, [0 0.1], nsd_options('Method', 'event')).method, 'event');
end

function test_what_event_cannot_carry_is_refused_by_name()
  ball = NsdBodies('Friction', 0.3).plane([0 0 1], 0).sphere('Radius', 1, 'Position', [0; 0; 1]);
  flat = NsdBodies('Gravity', [0 -9.81]).disc('Radius', 1, 'Position', [0; 1]);
  box = {'Size', [1; 1], 'Position', [0; 5]};
  many = NsdBodies('Gravity', [0 0]).disc('Radius', 0.1, 'Position', [1:15; ones(1, 15)]);
  cases = { ...
    ball.box('Size', [1; 1; 1], 'Position', [3; 0; 1]), 'body 2 is a box'; ...
    ball.joint('ball', [0 1], 'Point', [0; 0; 2]), 'a joint (ball)'; ...
    ball.force(1, [1; 0; 0]), 'a force, a torque or a spring'; ...
    ball.spring([0 1], 'Points', [0 0; 0 0; 5 1], 'Stiffness', 1), 'or a spring'; ...
    ball.plane([1 0 0], -5, 'Velocity', [1; 0; 0]), 'body 2 is fixed, and moves'; ...
    ball.plane([1 0 0], -5, 'Rolling', 0.1), 'Rolling or Spinning'; ...
    ball.sphere('Radius', 1, 'Position', [3; 0; 1], 'Inertia', [1; 1; 2]), 'Inertia of body 2'; ...
    flat.box(box{:}), 'bodies 1 and 2 may touch'; ...
    flat.terrain(zeros(1, 5), [-5 5]), 'body 2 is a terrain'; ...
    flat.parameter('mass', 1).start([0; 1; 0]).box(box{:}).box(box{:}), 'may touch'; ...
    many, '105 pairs'; ...
    NsdBodies().sphere('Radius', 1, 'Position', [0; 0; 0], 'Fixed', true), 'no body'};
  for k = 1:size(cases, 1)
    told = message_of(@() nsd_simulate(cases{k, 1}, [0 1], 'Method', 'event'));
    assertTrue(~isempty(strfind(told, cases{k, 2})), told);
    assertTrue(~isempty(strfind(told, 'take Method ''moreau''')), told);
  end
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], 'Method', 'event', 'Events', ...
                                         @(t, q, v) q(1)), 'nsd:bodies:event');
  told = message_of(@() nsd_sweep(ball, struct('friction', [0 0.1]), [0 1], 'Method', 'event'));
  assertTrue(~isempty(strfind(told, 'nsd_simulate alone runs worlds of few bodies')), told);
end

function test_tolerances_of_a_world_lead_to_event()
% RelTol alone was refused with the names of other kinds of systems, and no way on
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 1, 'Position', [0; 0; 2]);
  told = message_of(@() nsd_simulate(world, [0 0.1], 'RelTol', 1e-6));
  assertTrue(~isempty(strfind(told, 'add ''Method'', ''event'', which runs worlds')), told);
  sol = nsd_simulate(world, [0 0.1], 'RelTol', 1e-6, 'Method', 'event');
  assertElementsAlmostEqual(sol.q(end, 3), 2 - 9.81*0.005, 'absolute', 1e-12);
end

function test_bodies_of_several_discs_and_superballs_agree_with_moreau()
  flat = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3, 'Restitution', 0.3).plane([0 1], 0);
  bell = flat.compound({{'disc', 'Radius', 0.2, 'Centre', [-0.3; 0]}, ...
                        {'disc', 'Radius', 0.1, 'Centre', [0.4; 0]}}, 'Position', [0; 0.6], ...
                       'Angle', 0.4).disc('Radius', 0.2, 'Position', [0.9; 0.2], ...
                                          'Velocity', [-1; 0]);
  ball = NsdBodies('Friction', 0.5, 'Restitution', 0.7, 'TangentialRestitution', 0.5) ...
         .plane([0 0 1], 0).sphere('Radius', 0.1, 'Position', [0; 0; 0.5], ...
                                   'Velocity', [1; 0.3; 0], 'Spin', [0; 30; 4]);
  groove = NsdBodies('Friction', 0.3).plane([0.5 0 1], 0).plane([-0.5 0 1], 0) ...
           .sphere('Radius', 0.3, 'Position', [0; 0; 0.3*sqrt(1.25)], 'Spin', [10; 0; 0]);
  for world = {bell, ball, groove}
    sol = exact_run(world{1}, [0 0.5]);
    other = nsd_simulate(world{1}, [0 0.5], 'Step', 5e-5, 'Progress', 'off');
    assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 2e-3);
    assertElementsAlmostEqual(sol.energy.total(end), other.energy.total(end), 'absolute', 5e-3);
  end
end

function test_a_ball_on_a_conveyor_rolls_with_two_sevenths_of_its_speed()
% friction pulls along the velocity of the belt seen from the ball, until 5/7 v0 + 2/7 belt; the
% plane is a body of its own and may come before or behind the ball
  [R, mu, g, v0, belt] = deal(0.1, 0.3, 9.81, [0; 1; 0], [1; 0.5; 0]);
  ball = {'Radius', R, 'Position', [0; 0; R], 'Velocity', v0};
  empty = NsdBodies('Friction', mu);
  for behind = [false true]
    if behind
      world = empty.sphere(ball{:}).plane([0 0 1], 0, 'Velocity', belt);
    else
      world = empty.plane([0 0 1], 0, 'Velocity', belt).sphere(ball{:});
    end
    sol = exact_run(world, [0 1]);
    assertElementsAlmostEqual(sol.events.t, 2/7*norm(v0 - belt)/(mu*g), 'absolute', 1e-10);
    moved = sol.body(2 - behind);
    assertElementsAlmostEqual(moved.velocity(end, :), (5*v0 + 2*belt)'/7, 'absolute', 1e-10);
    other = sol.body(1 + behind);
    assertElementsAlmostEqual(other.position(end, 1:2), belt(1:2)', 'absolute', 1e-12);
  end
  % a box that falls onto a belt on a slope
  world = NsdBodies('Gravity', [0 -g], 'Friction', mu).plane([0.1 1], 0, 'Velocity', [1; -0.1]) ...
          .box('Size', [1; 0.4], 'Position', [0; 0.25]);
  sol = nsd_simulate(world, [0 1], 'Method', 'event');
  other = nsd_simulate(world, [0 1], 'Step', 1e-4, 'Progress', 'off');
  assertElementsAlmostEqual(sol.q(end, :), other.q(end, :), 'absolute', 1e-3);
  assertElementsAlmostEqual(sol.energy.friction(end), other.energy.friction(end), ...
                            'absolute', 1e-3);
end
