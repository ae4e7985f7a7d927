function test_suite = test_impact_friction()
%TEST_IMPACT_FRICTION  Laws of impacts beside friction, and in time stepping.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [sys, q0, M, G] = rod(phi, varargin)
% a rod whose lower end touches the floor, without gravity
  [M, l] = deal(diag([1 1 1/12]), 0.5);
  sys = NsdSystem.lagrangian(M, @(t, q, v) [0; 0; 0]);
  sys = sys.contact(@(q) q(2) - l*sin(q(3)), 'Tangent', @(q) [1; 0; l*sin(q(3))], varargin{:});
  q0 = [0; l*sin(phi); phi];
  G = [0 1; 1 0; -l*cos(phi) l*sin(phi)];
end

function [sys, q0, v0, M] = kane(law, e)
% a double pendulum of two rods whose tip touches a rough floor (after Kane 1984)
  inertia = @(q) [4/3, cos(q(1) - q(2))/2; cos(q(1) - q(2))/2, 1/3];
  q0 = [20; 30]*pi/180;
  sys = NsdSystem.lagrangian(inertia, @(t, q, v) [0; 0]);
  sys = sys.contact(@(q) cos(q0(1)) + cos(q0(2)) - cos(q(1)) - cos(q(2)), 'Friction', 0.5, ...
                    'Tangent', @(q) cos(q(:)), 'Restitution', e, 'Impact', law);
  v0 = [-0.1; -0.2];
  M = inertia(q0);
end

function v = after(sys, q0, v0, varargin)
  sol = nsd_simulate(sys, [0 1e-9], q0, v0, 'Method', 'event', varargin{:});
  assertEqual(sol.status, 'ok');
  v = sol.v(end, :)';
end

function P = stronge(W, U, mu, e)
% impulses of one contact in the plane: straight pieces between the events of Darboux and Keller
  [P, taken, given, compressed, s] = deal([0; 0], 0, 0, false, sign(U(2)));
  while true
    r = [1; -mu*s];
    if s == 0
      hold = -W(2, 1)/W(2, 2);
      if abs(hold) > mu, s = -sign(hold); r = [1; -mu*s]; else, r = [1; hold]; end
    end
    k = W*r;
    if compressed
      rest = e^2*taken - given;
      lengths = [2*rest/(U(1) + sqrt(U(1)^2 + 2*k(1)*rest)), Inf];
    else
      lengths = [-U(1)/k(1), Inf];
      if k(1) <= 0, lengths(1) = Inf; end
    end
    if s*k(2) < 0 && s*U(2) > 0, lengths(2) = -U(2)/k(2); end
    [dP, what] = min(lengths);
    work = U(1)*dP + k(1)*dP^2/2;
    if compressed, given = given + work; else, taken = taken - work; end
    U = U + k*dP;
    P = P + r*dP;
    if what == 2
      [U(2), s] = deal(0);
    elseif compressed
      return
    else
      [U(1), compressed] = deal(0, true);
    end
  end
end

function test_energetic_law_of_one_contact_is_stronges()
% sliding throughout, stopping in compression or expansion, sliding back
  seen = false(1, 3);
  for phi = 0.3:0.3:1.5
    for slide = [-2 -0.3 0.2 1]
      for mu = [0.1 0.4]
        [sys, q0, M, G] = rod(phi, 'Friction', mu, 'Restitution', 0.6, 'Impact', 'energetic');
        v0 = [slide; -1; 0.3];
        U = G'*v0;
        if U(1) > -0.1, continue; end
        P = stronge(G'*(M\G), U, mu, 0.6);
        v = after(sys, q0, v0);
        assertElementsAlmostEqual(v, v0 + M\(G*P), 'absolute', 1e-8);
        end_slide = G(:, 2)'*v;
        turned = 1 + (abs(end_slide) < 1e-8) + 2*(end_slide*U(2) < -1e-8);
        seen(min(turned, 3)) = true;
      end
    end
  end
  assertTrue(all(seen));
end

function test_a_gain_of_energy_names_its_cause_and_its_remedy()
  % the warning spoke of Step, Theta and penetration, of which 'event' has none
  [sys, q0, v0] = kane('newton', 0.5);
  [id, text] = warning_of(@() nsd_simulate(sys, [0 0.1], q0, v0, 'Method', 'event'));
  assertEqual(id, 'nsd:energy:gain');
  assertTrue(~isempty(strfind(text, 'energetic')));
  assertTrue(isempty([strfind(text, 'Step'), strfind(text, 'penetrated')]));
  tiny = NsdSystem.lagrangian(1, @(t,q,v) -1e6*q).contact(@(q) q + 0.5e-9, 'Restitution', 0.9);
  [id, text] = warning_of(@() nsd_simulate(tiny, [0 0.1], 1e-9, 0));
  assertEqual(id, 'nsd:energy:gain');
  assertTrue(~isempty(strfind(text, 'AbsTol, now 1e-10')));
  assertEqual(warning_of(@() nsd_simulate(tiny, [0 0.1], 1e-9, 0, 'AbsTol', 1e-17)), '');
end

function test_newtons_law_gains_energy_at_kanes_pendulum_and_the_others_do_not()
  energy = @(M, v) v'*M*v/2;
  [sys, q0, v0, M] = kane('newton', 0.5);
  [id, ~, v] = warning_of(@() after(sys, q0, v0));
  assertEqual(id, 'nsd:energy:gain');
  assertTrue(energy(M, v) > 1.5*energy(M, v0));
  for law = {'poisson', 'energetic', 'fremond'}
    for e = [0 0.5 0.75 1]
      [sys, q0, v0, M] = kane(law{1}, e);
      assertTrue(energy(M, after(sys, q0, v0)) <= energy(M, v0), law{1});
    end
  end
end

function test_poisson_gives_back_its_part_of_the_compression()
% sliding throughout: P_N = (1 + e) U/(W_NN - mu s W_NT), P_T = -mu s P_N
  [mu, e, v0] = deal(0.2, 0.5, [3; -1; 0]);
  [sys, q0, M, G] = rod(1.2, 'Friction', mu, 'Restitution', e, 'Impact', 'poisson');
  W = G'*(M\G);
  U = G'*v0;
  N = -(1 + e)*U(1)/(W(1, 1) - mu*W(1, 2));
  assertElementsAlmostEqual(after(sys, q0, v0), v0 + M\(G*[N; -mu*N]), 'absolute', 1e-8);
end

function test_all_laws_are_newtons_for_one_contact_without_friction()
  for law = {'newton', 'poisson', 'energetic', 'fremond'}
    [sys, q0] = rod(1, 'Friction', 0, 'Restitution', 0.6, 'Impact', law{1});
    [same, ~] = rod(1, 'Restitution', 0.6);
    assertElementsAlmostEqual(after(sys, q0, [1; -1; 0]), after(same, q0, [1; -1; 0]), ...
                              'absolute', 1e-8);
  end
end

function test_energetic_law_is_the_limit_of_stiff_compliant_contacts_with_friction()
% e = 1, Hertz; the rod turns a little while the contact is pressed
  v0 = [0.4; -1; 0.3];
  [sys, q0] = rod(1, 'Friction', 0.3, 'Restitution', 1, 'Impact', 'energetic');
  [soft, ~] = rod(1, 'Friction', 0.3, 'Stiffness', 1e9, 'Compliance', 'hertz');
  sol = nsd_simulate(soft, [0 2e-3], q0, v0, 'Method', 'moreau', 'Step', 2e-7, ...
                     'OutputEvery', 1e4);
  assertElementsAlmostEqual(after(sys, q0, v0), sol.v(end, :)', 'absolute', 2e-3);
end

function [sys, q0] = table_with_two_feet(varargin)
  sys = NsdSystem.lagrangian(diag([1 1 0.1]), @(t, q, v) [0; 0; 0]);
  feet = @(q) [q(2) - 0.5*cos(q(3)) - 0.4*sin(q(3)); q(2) - 0.5*cos(q(3)) + 0.4*sin(q(3))];
  along = @(q) [1 1; 0 0; 0.5*cos(q(3)) + 0.4*sin(q(3)), 0.5*cos(q(3)) - 0.4*sin(q(3))];
  sys = sys.contact(feet, 'Tangent', along, varargin{:});
  q0 = [0; 0.5; 0];
end

function test_energy_never_grows_with_friction_at_two_contacts()
  M = diag([1 1 0.1]);
  for k = 1:8
    v0 = [2*sin(3*k); -1; 2*cos(5*k)];
    for law = {{'energetic', 'simultaneous'}, {'fremond', 'simultaneous'}, ...
               {'energetic', 'sequential'}, {'newton', 'lzb'}}
      [sys, q0] = table_with_two_feet('Friction', 0.4, 'Restitution', [0.3; 0.9], 'Impact', ...
                                      law{1}{1}, 'MultipleImpact', law{1}{2});
      v = after(sys, q0, v0);
      assertTrue(v'*M*v <= v0'*M*v0*(1 + 1e-9), sprintf('%s %s', law{1}{:}));
      U = [v(2) - 0.4*v(3), v(2) + 0.4*v(3)];
      assertTrue(all(U >= -1e-8));
    end
  end
end

function test_energetic_law_in_space_is_that_of_the_plane_for_motions_in_a_plane()
  ball = diag([1 1 1 0.4*[1 1 1]]);
  H = [0; 0; 1; 0; 0; 0];
  T = [1 0; 0 1; 0 0; 0 1; -1 0; 0 0];
  sys = NsdSystem.linear(ball, 0, 0, zeros(6, 1)).contact(H, 0, 'Tangent', T, 'Friction', 0.2, ...
                                     'Restitution', 0.7, 'Impact', 'energetic');
  v0 = [1; 2; -1; 0.3; 0; 0];
  v = after(sys, zeros(6, 1), v0);
  U = T'*v0;
  W = [1, 0; 0, 3.5];                             % normal, and along the sliding direction
  P = stronge(W, [-1; norm(U)], 0.2, 0.7);
  impulse = H*P(1) + T*U/norm(U)*P(2);
  assertElementsAlmostEqual(v, v0 + ball\impulse, 'absolute', 1e-8);
end

function test_sliding_in_space_that_lingers_near_a_stop_ends_within_the_impact()
% where W differs by direction the last of the sliding velocity was less than the error of a step:
% one of 25 random impacts ended as maxIter. A stiff spring, which shares no code with the law
  M = [1.8 -1.1 -0.2 -0.4; -1.1 2.3 -2.2 0; -0.2 -2.2 6.5 0.2; -0.4 0 0.2 0.4];
  H = [0.3; -1.2; 1.2; -0.2];
  T = [-1.2 -0.7; -0.4 1; 0.7 0.7; 1.7 -0.1];
  [q0, v0] = deal(zeros(4, 1), [0.7; 0.8; 0.2; 0.8]);
  rough = {'Friction', 0.8, 'Tangent', T};
  law = NsdSystem.linear(M).contact(H, 0.05, 'Restitution', 1, 'Impact', 'energetic', rough{:});
  spring = NsdSystem.linear(M).contact(H, 0.05, 'Stiffness', 1e10, rough{:});
  a = nsd_simulate(law, [0 0.5], q0, v0, 'Method', 'event');
  b = nsd_simulate(spring, [0 0.5], q0, v0, 'Method', 'event', 'RelTol', 1e-9, 'AbsTol', 1e-12);
  assertEqual(a.status, 'ok');
  assertElementsAlmostEqual(a.v(end, :), b.v(end, :), 'absolute', 1e-7);
end

function test_rattle_has_the_impact_laws_of_event()
  H = [-1 0; 1 -1; 0 1];
  for law = {{'poisson', 'simultaneous'}, {'energetic', 'sequential'}, {'newton', 'lzb'}}
    sys = NsdSystem.linear(eye(3)).contact(H, -ones(2, 1), 'Restitution', 0.7, 'Impact', ...
                                           law{1}{1}, 'MultipleImpact', law{1}{2});
    a = nsd_simulate(sys, [0 1], [-0.5; 1; 2], [1; 0; 0], 'Method', 'event');
    b = nsd_simulate(sys, [0 1], [-0.5; 1; 2], [1; 0; 0], 'Method', 'rattle', 'Step', 0.01);
    assertElementsAlmostEqual(b.v(end, :), a.v(end, :), 'absolute', 1e-9);
  end
  [sys, q0] = rod(0.9, 'Friction', 0.3, 'Restitution', 0.6, 'Impact', 'energetic');
  start = q0 + [0; 0.01; 0];
  ref = nsd_simulate(sys, [0 0.02], start, [0.4; -1; 0], 'Method', 'event');
  sol = nsd_simulate(sys, [0 0.02], start, [0.4; -1; 0], 'Method', 'rattle', 'Step', 1e-5);
  assertElementsAlmostEqual(sol.v(end, :), ref.v(end, :), 'absolute', 1e-4);
end

function test_an_elastic_ball_by_the_energetic_law_keeps_its_energy_in_rattle()
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 1, 'Impact', 'energetic');
  sol = nsd_simulate(ball, [0 20], 1, 0, 'Method', 'rattle', 'Step', 1e-2);
  E = sol.v.^2/2 + 9.81*sol.q;
  assertElementsAlmostEqual(E, 9.81*ones(size(E)), 'absolute', 1e-7);
end

function test_three_balls_by_lzb_are_those_of_linear_springs()
% closed form: modes of three masses and two equal springs until the first one opens, then of two
  sys = NsdSystem.linear(eye(3)).contact([-1 0; 1 -1; 0 1], -ones(2, 1), 'Restitution', 1, ...
                                         'MultipleImpact', 'lzb', 'ImpactExponent', 1);
  sol = nsd_simulate(sys, [0 1], [-0.5; 1; 2], [1; 0; 0], 'Method', 'event');
  sum_of = @(t) sin(t) + sin(sqrt(3)*t)/sqrt(3);  % twice the depth of the first contact
  opens = fzero(sum_of, [1.8 3]);
  depths = @(t) [sin(t) + sin(sqrt(3)*t)/sqrt(3); sin(t) - sin(sqrt(3)*t)/sqrt(3)]/2;
  rates = [cos(opens) + cos(sqrt(3)*opens); cos(opens) - cos(sqrt(3)*opens)]/2;
  x = depths(opens);
  v1 = 1/3 + (2*rates(1) + rates(2))/3;           % momentum 1, depths d1 = x1 - x2, d2 = x2 - x3
  rest = (1 - v1)/2;
  speed = sqrt(rates(2)^2 + 2*x(2)^2);            % elastic: depth of the second goes to zero
  assertElementsAlmostEqual(sol.v(end, :), [v1, rest - speed/2, rest + speed/2], 'absolute', 1e-8);
end

function test_what_has_no_other_impact_laws_says_so()
  ball = NsdSystem.linear(eye(2)).contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0], ...
                                          'Impact', 'energetic');
  assertExceptionThrown(@() nsd_simulate(ball, [0 1], [0; 1], [0; -1], 'Method', 'moreau'), ...
                        'nsd:simulate:impact');
  disc = NsdSystem.linear(eye(3)).contact([0; 1; 0], 0, 'Friction', 0.3, 'Tangent', [1; 0; 1], ...
             'Rolling', 0.1, 'RollingTangent', [0; 0; 1], 'Impact', 'energetic');
  assertExceptionThrown(@() nsd_simulate(disc, [0 1], [0; 1; 0], [0; -1; 0], 'Method', ...
                                         'rattle'), 'nsd:simulate:impact');
end
