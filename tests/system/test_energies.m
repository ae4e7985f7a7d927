function test_suite = test_energies()
%TEST_ENERGIES  NsdSystem.energies: Lagrange's equations from recorded energies.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_equations_of_ten_systems_are_those_written_by_hand()
  % mass matrix and force at three states; 1e-12 of the largest entry: rounding of other orders
  for s = lagrange_collection()
    [energies, hand] = deal(s{1}.energies, s{1}.hand);
    for k = 1:3
      [q, v] = deal(s{1}.q + 0.3*sin((1:numel(s{1}.q))'*k), s{1}.v + 0.5*cos((1:numel(s{1}.v))'*k));
      t = 0.4*k;
      close_to(energies.mass(q), hand.mass(q), s{1}.name);
      close_to(energies.force(t, q, v), hand.force(t, q, v), s{1}.name);
    end
  end
end

function test_motions_of_ten_systems_are_those_written_by_hand()
  % both are recorded and run in C; 1e-9: the tolerances of the run, not its length
  for s = lagrange_collection()
    run = @(sys) nsd_simulate(sys, [0 0.5], s{1}.q, s{1}.v, 'Method', 'event', 'Compile', 'on', ...
                              'RelTol', 1e-11, 'AbsTol', 1e-13);
    [a, b] = deal(run(s{1}.energies), run(s{1}.hand));
    assertEqual(a.status, 'ok', s{1}.name);
    assertElementsAlmostEqual(a.q(end, :), b.q(end, :), 'absolute', 1e-9, s{1}.name);
    assertElementsAlmostEqual(a.v(end, :), b.v(end, :), 'absolute', 1e-9, s{1}.name);
  end
end

function test_the_bar_of_the_study_follows_from_its_energies()
  % (BAR.1)-(BAR.5) as energies against the compiled model, n = 3 segments, 8 coordinates
  compiled = nsd_bar('Segments', 3, 'Angle', 50);
  [T, V] = bar_energies(3);
  sys = NsdSystem.energies(T, V);
  q = compiled.InitialPosition + 1e-3*sin(1:8)';
  v = compiled.InitialVelocity + cos(1:8)';
  close_to(sys.mass(q), compiled.mass(q), 'bar');
  close_to(sys.force(0, q, v), compiled.force(0, q, v), 'bar');
  [~, kinetic, stored] = compiled.energy(q, v);
  [~, T1, V1] = sys.energy(q, v);
  assertElementsAlmostEqual([T1 V1], [kinetic stored], 'absolute', ...
                            1e-12*max(kinetic, stored));
end

function test_dissipation_and_applied_forces()
  C = [2 -1; -1 3];
  sys = NsdSystem.energies(@(q, v) v.'*v/2, [], 'Dissipation', @(q, v) v.'*C*v/2, ...
                           'Force', @(t, q, v) [sin(t); q(1)]);
  v = [1; -2];
  assertElementsAlmostEqual(sys.force(0.3, [4; 5], v), [sin(0.3); 4] - C*v, 'absolute', 1e-14);
  constant = NsdSystem.energies(@(q, v) v^2, 'Force', -3);
  assertEqual(constant.force(0, 1, 1), -3);
end

function test_disp_says_where_the_work_of_dissipation_is()
  % it stood under 'external' without a word, which a reader took for a force of his own
  T = @(q, v) v^2/2;
  damped = NsdSystem.energies(T, @(q) 5*q^2, 'Dissipation', @(q, v) 0.1*v^2);
  text = evalc('disp(nsd_simulate(damped, [0 1], 1, 0))');
  assertTrue(~isempty(strfind(text, 'Dissipation')), text);
  text = evalc('disp(nsd_simulate(NsdSystem.energies(T, @(q) 5*q^2), [0 1], 1, 0))');
  assertTrue(isempty(strfind(text, 'Dissipation')), text);
end

function test_quadratic_terms_from_a_mass_matrix_alone()
  % polar coordinates: Q = (-r phi'^2, 2 r r' phi')
  M = @(q) [1 0; 0 q(1)^2];
  want = [2*3^2; -2*2*0.5*3];
  for sys = {NsdSystem.energies(M), NsdSystem.energies(@(q, p) M(q))}
    assertElementsAlmostEqual(sys{1}.force(0, [2; 1], [0.5; 3]), want, 'absolute', 1e-14);
  end
  flat = NsdSystem.energies([2 1; 1 3]);
  assertEqual(flat.force(0, [1; 2], [3; 4]), [0; 0]);
  assertEqual(flat.mass([1; 2]), [2 1; 1 3]);
end

function test_parameters_reach_the_energies()
  sys = NsdSystem.energies(@(q, v, p) p.m*v^2/2, @(q, p) p.k*q^2/2).parameter('m', 2, 'k', 8);
  assertEqual(sys.force(0, 3, 0), -24);
  assertEqual(sys.parameter('k', 2).force(0, 3, 0), -6);
  sol = nsd_simulate(sys, [0 1], 1, 0, 'Method', 'event');
  assertElementsAlmostEqual(sol.q(end), cos(2), 'absolute', 1e-7);
  slow = nsd_sweep(sys, struct('k', [2 8]), [0 1], 'q0', 1, 'v0', 0, 'Method', 'event');
  assertElementsAlmostEqual(slow.q(:), cos([1; 2]), 'absolute', 1e-7);
end

function test_order_of_named_arguments_does_not_matter()
  a = NsdSystem.energies(@(v, q) v^2/2 + q^2*v^2, @(t, q) q*t);
  assertEqual(a.mass(2), 9);
  assertElementsAlmostEqual(a.force(3, 2, 1), -2*2*1 - 3, 'absolute', 1e-14);
  assertTrue(isempty(a.Potential));                % it depends on time
end

function test_norms_of_velocities_are_smooth_where_they_vanish()
  % norm(v)^2 has a root on the way, whose second derivative at v = 0 is not finite
  sys = NsdSystem.energies(@(q, v) 3*norm(v)^2/2);
  assertEqual(sys.mass([0; 0]), 3*eye(2));
end

function test_energy_is_kept_and_the_potential_goes_into_the_ledger()
  s = pick('hoop');                                % T has a term without v: V - T(q,0) counts
  sol = nsd_simulate(s.energies, [0 5], s.q, s.v, 'Method', 'event', 'RelTol', 1e-10, ...
                     'AbsTol', 1e-12);
  assertElementsAlmostEqual(sol.energy.total, sol.energy.total(1)*ones(size(sol.t)), ...
                            'absolute', 1e-7);
end

function test_contacts_friction_and_joints_go_with_energies()
  % a block that slides from 1 m/s: friction and a given limit stop it after v/a
  body = NsdSystem.energies(@(q, v) v.'*v/2, @(q) 9.81*q(2));
  block = body.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', [1; 0]);
  pressed = body.friction([1; 0], 0.3*9.81);
  stop = 1/(2*0.3*9.81);
  sol = nsd_simulate(block, [0 1], [0; 0], [1; 0], 'Method', 'event');
  assertElementsAlmostEqual(sol.q(end, 1), stop, 'absolute', 1e-8);
  sol = nsd_simulate(pressed, [0 1], [0; 0], [1; 0], 'Method', 'event');
  assertElementsAlmostEqual(sol.q(end, 1), stop, 'absolute', 1e-8);
  rod = body.joint(@(q) q.'*q - 1);
  sol = simulate_quietly(rod, [0 0.2], [1; 0], [0; 0], 'Method', 'event');
  assertElementsAlmostEqual(sol.energy.total(end), sol.energy.total(1), 'absolute', 1e-6);
end

function test_every_method_runs_energies_as_the_same_functions()
  [sys, hand, q, v] = deal_first();
  sys = sys.contact(@(q) sin(q(1)) + sin(q(2)) + 0.4, 'Restitution', 0.7);
  hand = hand.contact(@(q) sin(q(1)) + sin(q(2)) + 0.4, 'Restitution', 0.7);
  for method = {'moreau', 'paoli', 'newmark', 'hht', 'genalpha', 'event'}
    run = @(s) nsd_simulate(s, [0 0.2], q, v, 'Method', method{1});
    a = run(sys);
    b = run(hand);
    assertElementsAlmostEqual(a.q(end, :), b.q(end, :), 'absolute', 1e-10, method{1});
  end
end

function test_compile_off_gives_the_same_motion()
  [sys, ~, q, v] = deal_first();
  a = nsd_simulate(sys, [0 0.1], q, v, 'Method', 'moreau', 'Step', 0.01, 'Compile', 'off');
  b = nsd_simulate(sys, [0 0.1], q, v, 'Method', 'moreau', 'Step', 0.01, 'Compile', 'on');
  assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-9);
end

function test_saved_systems_come_back_with_their_energies()
  file = [tempname() '.mat'];
  mess = onCleanup(@() delete(file)); %#ok<NASGU>
  g = 9.81;
  sys = NsdSystem.energies(@(q, v) v^2/2, @(q) -g*cos(q));
  sys.save(file);
  assertElementsAlmostEqual(NsdSystem.load(file).force(0, 1, 0), -g*sin(1), 'absolute', 1e-14);
end

function test_changed_functions_are_recorded_anew()
  % two systems with the same text and other captured numbers; the kept record must not mix them
  made = cell(1, 2);
  for k = 1:2, made{k} = NsdSystem.energies(@(q, v) k*v^2/2); end
  assertEqual([made{1}.mass(0), made{2}.mass(0)], [1 2]);
end

function test_what_the_functions_depend_on_is_seen()
  % so that a second run takes what the first has prepared
  assertTrue(nsd_code_of(pick('double pendulum').energies).known);
end

function test_check_shows_the_equations()
  report = nsd_check_system(pick('spherical pendulum').energies, [0.8; 0], [0.1; 0.2]);
  assertTrue(report.ok);
  assertEqual(report.equations.text, ...
              {'a1 = cos(q1)*sin(q1)*v2^2 - 9.81*sin(q1)'; ...
               'sin(q1)^2*a2 = -2*cos(q1)*sin(q1)*v1*v2'});
  assertTrue(~isempty(strfind(report.equations.latex, '\ddot q_{2}')));
  rod = NsdSystem.energies(@(q, v, p) p.m*p.l^2*v^2/2, @(q, p) -p.m*p.g*p.l*cos(q));
  rod = rod.parameter('m', 1, 'l', 2, 'g', 9.81);
  assertEqual(nsd_check_system(rod, 0.3).equations.text, {'m*l^2*a = -m*l*g*sin(q)'});
  assertEqual(nsd_check_system(nsd_ball()).equations.text, {});
end

function test_what_cannot_be_an_energy_is_refused()
  refused = @(f, id) assertExceptionThrown(f, id);
  refused(@() NsdSystem.energies(), 'nsd:system:missing');
  refused(@() NsdSystem.energies('T'), 'nsd:system:badSize');
  refused(@() NsdSystem.energies([1 0; 0 -1]), 'nsd:system:notDefinite');
  refused(@() NsdSystem.energies(@(q, v) v^2, 3), 'nsd:system:badEnergy');
  refused(@() NsdSystem.energies(@(q, v) v^2, @(a, b, c, d) 0), 'nsd:system:badEnergy');
  refused(@() NsdSystem.energies(@(q, v) v^2, [], 'Dissipaton', @(q, v) v^2), ...
          'nsd:system:unknownOption');
  refused(@() NsdSystem.energies(@(q, v) v^2, [], 'Force'), 'nsd:system:badOption');
  at = @(sys, n) sys.force(0, ones(n, 1), ones(n, 1));
  refused(@() at(NsdSystem.energies(@(q, v) v.^2), 2), 'nsd:system:badEnergy');
  refused(@() at(NsdSystem.energies(@(q, v) v.'*v, @(q) q), 2), 'nsd:system:badEnergy');
  refused(@() at(NsdSystem.energies(@(q, v) v.'*v, [], 'Force', [1 2 3]), 2), ...
          'nsd:system:badEnergy');
  refused(@() at(NsdSystem.energies(@(q) [1 0]), 2), 'nsd:system:badEnergy');
  refused(@() at(NsdSystem.energies(@(q, v) v^4), 1), 'nsd:system:badEnergy');
  refused(@() at(NsdSystem.energies(@(q, v, t) t*v^2), 1), 'nsd:system:badEnergy');
end

function test_a_branch_is_named_since_there_is_no_way_round_the_record()
  sys = NsdSystem.energies(@(q, v) v^2/2, @branching);
  assertExceptionThrown(@() sys.force(0, 1, 0), 'nsd:system:energyNotRecorded');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 0), 'nsd:system:energyNotRecorded');
end

function V = branching(q)
  V = 0;
  if q > 0, V = q^2; end
end

function close_to(a, b, name)
  assertElementsAlmostEqual(a, b, 'absolute', 1e-12*max(abs(b(:))), name);
end

function s = pick(name)
  all = lagrange_collection();
  s = all{cellfun(@(s) strcmp(s.name, name), all)};
end

function [sys, hand, q, v] = deal_first()
  s = pick('double pendulum');
  [sys, hand, q, v] = deal(s.energies, s.hand, s.q, s.v);
end

function [T, V] = bar_energies(n)
% model 1 of the impacting bar, with the numbers of nsd_bar
  [l, R, rho, E, g] = deal(0.2, 0.00635, 7876.74, 2.1e11, 9.81);
  L = (l - R)/(2*n);
  k = E*pi*R^2*(n - 1)*(3*n - 1)/(3*n^2*L);
  bend = E*pi*R^4*(n - 1)*(7*n - 5)/(56*n^2*L);
  [m, mu] = deal(2*L*pi*R^2*rho, 2*pi*R^3*rho/3);
  [I, J, d] = deal(m*(L^2/3 + R^2/4), 2*mu*R^2/5, 3*R/8);
  before = tril(ones(n), -1)*2 + eye(n);          % r_i = r_0 + sum 2 xi_j e_j + xi_i e_i
  [a, x] = deal(3:n + 2, n + 3:2*n + 2);
  ex = @(q, v) v(1) + before*(v(x).*cos(q(a)) - q(x).*sin(q(a)).*v(a));
  ey = @(q, v) v(2) + before*(v(x).*sin(q(a)) + q(x).*cos(q(a)).*v(a));
  T = @(q, v) mu/2*((v(1) + d*sin(q(3))*v(3))^2 + (v(2) - d*cos(q(3))*v(3))^2) + J/2*v(3)^2 ...
      + sum(m/2*(ex(q, v).^2 + ey(q, v).^2) + I/2*v(a).^2);
  stretch = k*[ones(1, n - 1), 0.5];
  V = @(q) mu*g*(q(2) - d*sin(q(3))) + m*g*sum(q(2) + before*(q(x).*sin(q(a)))) ...
      + stretch*(q(x) - L).^2 + bend/2*sum(diff(q(a)).^2);
end
