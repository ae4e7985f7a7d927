function test_suite = test_friction_schemes()
%TEST_FRICTION_SCHEMES  Friction in the Newmark family; what is refused, by identifier.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_newmark_family_has_the_same_friction()
  for method = {'newmark', 'hht', 'genalpha'}
    sol = nsd_simulate(friction_block('linear', 0.3), [0 1], [0; 0], [2; 0], 'Step', 0.01, ...
                       'Method', method{1});
    assertElementsAlmostEqual(sol.q(end, 1), 0.6795846, 'absolute', 1e-9);
    assertEqual(sum(strcmp(sol.events.kind, 'stick')), 1);
    A = reshape(mod((1:36)*0.37, 1) - 0.5, 6, 6);
    sys = NsdSystem.linear(A*A' + eye(6), 0.1*(A'*A), 4*(A'*A), -ones(6, 1));
    sys = sys.contact(A(:, 1:2), 0.1, 'Restitution', 0.4, 'Friction', [0.3; 0.8], ...
                      'TangentialRestitution', 0.2, 'Tangent', A(:, 3:6), 'SurfaceVelocity', 0.3);
    sys = sys.joint([1; 0; 0; 0; 0; -1], 0);
    sol = quiet_run(@() nsd_simulate(sys, [0 2], zeros(6, 1), [1; 2; 3; 4; 5; 1]/3, ...
                             'Step', 0.005, ...
                                 'Method', method{1}));
    assertEqual(any(sol.impulse(:) > 0) && any(sol.tangential(:) ~= 0), true);
    assertElementsAlmostEqual(ledger_miss(sol), 0, 'absolute', 1e-12);
    assertElementsAlmostEqual(sol.v(:, 1), sol.v(:, 6), 'absolute', 1e-13);
  end
end

function test_newmark_oscillator_is_that_of_moreau()
  sys = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -10]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.1, 'Tangent', [1; 0]);
  sol = quiet_run(@() nsd_simulate(sys, [0 30], [12; 0], [6; 0], 'Step', 0.01, ...
                                   'Method', 'newmark'));
  assertElementsAlmostEqual(sol.q(end, 1), 0.6820441352, 'absolute', 1e-9);
end

function test_block_that_slides_never_leaves_the_ground()
% A guess of the step before that passes the tolerance was taken as it was, and its rest of velocity
% carried the nonlinear block off the ground in 3.5 s: it fell, hit, and lost 1e-6 J
  block = NsdSystem.lagrangian(eye(2), @(t,q,v) [-q(1); -1]);
  block = block.contact(@(q) q(2), 'Friction', 1, 'Tangent', [1; 0]);
  same = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -1]);
  same = same.contact([0; 1], 0, 'Friction', 1, 'Tangent', [1; 0]);
  sol = nsd_simulate(block, [0 26], [12; 0], [6; 0], 'Step', 1e-3, 'Progress', 'off');
  linear = nsd_simulate(same, [0 26], [12; 0], [6; 0], 'Step', 1e-3, 'Progress', 'off');
  assertFalse(any(strcmp(sol.events.kind, 'detach')));
  assertElementsAlmostEqual(max(abs(sol.q(:, 2))), 0, 'absolute', 1e-14);
  assertElementsAlmostEqual(sol.energy.impact(end), 0, 'absolute', 1e-12);
  assertEqual(sol.events.kind, linear.events.kind);
  assertElementsAlmostEqual(sol.q(end, 1), linear.q(end, 1), 'absolute', 1e-11);
end

function test_a_column_of_rough_beads_stays_where_it_is()
% Gaps of +1e-17 let go of their contacts where the gap is predicted without a reach: 30 beads sank
% by 1.5 mm in 0.1 s with 'newmark', and with 'moreau' and Activation 0. All are pushed sideways
  n = 30;
  D = sparse([1:n, 1:n-1], [1:n, 2:n], [ones(1, n), -ones(1, n-1)], n, n);
  [normal, tangent] = deal([0*D; D], [D; 0*D]);
  b = [-0.05; -0.1*ones(n-1, 1)];
  touching = [zeros(n, 1); 0.05 + 0.1*(0:n-1)'];
  F = [0.1*ones(n, 1); -9.81*ones(n, 1)];
  rough = {'Friction', 0.5, 'Tangent', tangent};
  runs = {{'moreau'}, {'moreau', 'Activation', 0}, {'newmark'}, {'hht'}, {'genalpha'}, ...
          {'newmark', 'GGL', 'on'}};
  for k = 1:numel(runs)
    for start = {touching, 0*touching}
      sys = NsdSystem.linear(speye(2*n), 0, 0, F).contact(normal, b*any(start{1}), rough{:});
      sol = simulate_quietly(sys, [0 0.1], start{1}, 0*F, 'Step', 1e-3, 'Method', runs{k}{:});
      assertElementsAlmostEqual(sol.q(end, :)', start{1}, 'absolute', 1e-12);
      weight = n*9.81e-3*ones(100, 1);
      assertElementsAlmostEqual(sol.impulse(2:end, 1), weight, 'absolute', 1e-9);
      assertElementsAlmostEqual(sol.tangential(2:end, 1), -weight/98.1, 'absolute', 1e-9);
    end
  end
end

function test_bad_friction_is_refused_by_name()
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  raises = @(id, varargin) assertExceptionThrown(@() sys.contact([0; 1], 0, varargin{:}), id);
  raises('nsd:system:missingTangent', 'Friction', 0.3);
  raises('nsd:system:friction', 'Friction', -0.3, 'Tangent', [1; 0]);
  raises('nsd:system:badSize', 'Friction', NaN, 'Tangent', [1; 0]);
  raises('nsd:system:badSize', 'Friction', [0.1 0.2], 'Tangent', [1; 0]);
  raises('nsd:system:badTangent', 'Friction', 0.3, 'Tangent', [1 0 1; 0 1 0]);
  raises('nsd:system:badTangent', 'Friction', 0.3, 'Tangent', 'x');
  raises('nsd:system:badTangent', 'Friction', 0.3, 'Tangent', [1; NaN]);
  raises('nsd:system:linearOnly', 'Friction', 0.3, 'Tangent', @(q) [1; 0]);
  raises('nsd:system:tangentialRestitution', 'Friction', 0.3, 'Tangent', [1; 0], ...
         'TangentialRestitution', 1.5);
  raises('nsd:system:missingTangent', 'Rolling', 0.3);
  raises('nsd:system:unknownOption', 'Frictoin', 0.3);
  assertExceptionThrown(@() sys.joint([1; 0], 0, 'Friction', 1), 'nsd:system:unknownOption');
  plane = sys.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  assertExceptionThrown(@() plane.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1 1; 0 1]), ...
                        'nsd:system:mixedTangents');
end

function test_tangent_along_the_normal_is_refused_at_the_start()
  % a function that returned the normal, or zero, ran on without friction and without a word; one
  % that vanishes in one position only is right
  rough = @(T) NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -10]).contact(@(q) q(2), ...
               'Friction', 0.3, 'Tangent', T);
  for T = {@(q) [0; 1], @(q) [0; 0], [0; -2], @(q, t) [0; 1 + t]}
    for method = {'moreau', 'event', 'newmark'}
      assertExceptionThrown(@() nsd_simulate(rough(T{1}), [0 1], [0; 0], [1; 0], 'Method', ...
                                             method{1}), 'nsd:system:badTangent');
    end
  end
  sol = nsd_simulate(rough(@(q) [q(1); 0]), [0 0.1], [0; 0], [1; 0]);
  assertEqual(sol.status, 'ok');
end

function test_methods_without_friction_refuse_it()
  sys = friction_block('linear', 0.3);
  for method = {'kern', 'paoli', 'naive', 'event-newmark'}
    assertExceptionThrown(@() nsd_simulate(sys, [0 1], [0; 0], [1; 0], 'Method', method{1}), ...
                          'nsd:simulate:frictionMethod');
  end
  sys = friction_block('lagrangian', 0.3);
  for method = {'paoli', 'event-newmark'}
    assertExceptionThrown(@() nsd_simulate(sys, [0 1], [0; 0], [1; 0], 'Method', method{1}), ...
                          'nsd:simulate:frictionMethod');
  end
end

function test_messages_name_the_option_and_what_to_do()
  sys = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  other = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  rough = @(T) other.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', T);
  run = @(s, varargin) @() nsd_simulate(s, [0 1], [0; 0], [1; 0], varargin{:});
  cases = {@() sys.contact([0; 1], 0, 'Friction', 0.3), 'nsd:system:missingTangent', ...
               'Friction needs ''Tangent'''; ...
           @() other.contact(@(q) q(2), 'Friction', 0.3), 'nsd:system:missingTangent', ...
               'Friction needs ''Tangent'''; ...
           @() sys.contact([0; 1], 0, 'Friction', -0.3, 'Tangent', [1; 0]), ...
               'nsd:system:friction', 'Friction must not be negative: -0.3'; ...
           run(other.contact(@(q) q(2), 'Friction', [1 1], 'Tangent', @(q) [1; 0])), ...
               'nsd:system:badSize', 'Friction of contact call 1 has 2 elements for 1'; ...
           run(rough(@(q) [1 0])), 'nsd:system:badTangent', 'Tangent of contact call 1 must be'; ...
           run(rough(@(q) [NaN; 0])), 'nsd:system:badTangent', ...
               'Tangent of contact call 1 is NaN'; ...
           run(rough(@(q) error('boom'))), 'nsd:simulate:userError', 'boom [Tangent at t = 0]'; ...
           run(rough(@(q) [1; 0]), 'Method', 'paoli'), 'nsd:simulate:frictionMethod', ...
               'take ''moreau'', or ''newmark'' with ''GGL'', ''on'''; ...
           run(friction_block('linear', 1), 'Method', 'kern'), 'nsd:simulate:frictionMethod', ...
               'contacts with Friction take moreau'; ...
           @() nsd_friction(eye(2), [-1; 0], -0.1), 'nsd:friction:negativeMu', 'mu(1) = -0.1'; ...
           @() nsd_friction(eye(2), [-1; 0], NaN), 'nsd:friction:notFinite', 'mu(1) is NaN'; ...
           @() nsd_friction(eye(2), [NaN; 0], 1), 'nsd:friction:notFinite', 'q(1) is NaN'; ...
           @() nsd_friction([1 0; NaN 1], [-1; 0], 1), 'nsd:friction:notFinite', 'W(2,1) is NaN'};
  for k = 1:size(cases, 1)
    told = struct('identifier', 'none', 'message', '');
    try
      cases{k, 1}();
    catch told                                     %#ok<CTCH>
    end
    assertEqual(told.identifier, cases{k, 2});
    assertEqual(isempty(strfind(told.message, cases{k, 3})), false);
  end
end

function test_tangents_that_fail_are_reported_with_the_time()
  sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  bad = sys.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', @(q) [1 0 1; 0 0 1]);
  assertExceptionThrown(@() nsd_simulate(bad, [0 1], [0; 0], [1; 0]), 'nsd:system:badTangent');
  late = sys.contact(@(q) q(2), 'Friction', 0.3, 'Tangent', @(q) [1; 0]/(q(1) < 0.1));
  state = warning('off', 'nsd:simulate:notFinite');
  sol = nsd_simulate(late, [0 1], [0; 0], [1; 0], 'Step', 0.01);
  warning(state);
  assertEqual(sol.status, 'notFinite');
  assertEqual(sol.t(end) > 0.1 && sol.t(end) < 0.2, true);
end

function test_tumbling_boxes_come_to_rest()
  % at rest velocities are rounding: Newton must not ask more of them; energy only falls
  box = tumbling_box();
  for k = 1:8
    project = {'off', 'on'};
    v0 = [k - 4; 0; 3*sin(k)];
    sol = quiet_run(@() nsd_simulate(box, [0 2.5], [0; 1; 0.8*k], v0, 'Step', 1e-3, ...
                                 'Project', project{1 + mod(k, 2)}, 'Progress', 'off'));
    assertEqual(sol.status, 'ok');
    assertEqual(max(diff(sol.energy.total)) < 1e-5*max(sol.energy.total), true);
  end
end

function test_tangential_impulses_are_drawn_exported_and_kept()
  sol = nsd_simulate(friction_block('linear', 0.3), [0 0.1], [0; 0], [2; 0], 'Step', 0.01);
  file = [tempname() '.csv'];
  remove = onCleanup(@() delete(file));
  sol.export(file);
  text = fileread(file);
  forces = 'impulse1,reaction1,tangential1,tangentialReaction1,kinetic';
  assertFalse(isempty(strfind(text(1:200), forces)));
  kept = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(kept.tangential, sol.tangential);
  assertEqual(kept.tangentialReaction, sol.tangentialReaction);
  view = figure('visible', 'off');
  plot(sol, 'tangential');
  close(view);
end

function test_storage_makes_no_difference()
  n = 120;
  K = 1e3*spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n);
  F = -9.81*ones(n, 1);
  F(1:2:end) = 1;
  H = sparse([20 60 100], 1:3, 1, n, 3);
  T = full(sparse([21 61 101], 1:3, 1, n, 3));
  P = speye(n);
  P = P(:, mod((0:n-1)*7, n) + 1);               % by diagonals, and by rows
  for method = {'moreau', 'newmark'}
    band = NsdSystem.linear(speye(n), 0, K, F).contact(H, 1e-3, 'Friction', 0.3, 'Tangent', T);
    rows_ = NsdSystem.linear(speye(n), 0, P'*K*P, P'*F);
    rows_ = rows_.contact(P'*H, 1e-3, 'Friction', 0.3, 'Tangent', full(P'*T));
    run = @(s) nsd_simulate(s, [0 0.3], zeros(n, 1), zeros(n, 1), 'Step', 1e-3, ...
                            'Method', method{1});
    [one, two] = deal(run(band), run(rows_));
    assertEqual(any(one.tangential(:) ~= 0), true);
    assertElementsAlmostEqual(one.q, two.q*P', 'absolute', 1e-12);
    assertElementsAlmostEqual(ledger_miss(one), 0, 'absolute', 1e-12);
  end
end

function test_woodpecker_has_its_period()
  [mM, JM, mS, JS, c, g] = deal(3e-4, 5e-9, 4.5e-3, 7e-7, 0.0056, 9.81);
  [lM, lG, lS, rM, r0, hM, hS] = deal(0.010, 0.015, 0.0201, 3.1e-3, 2.5e-3, 5.8e-3, 0.02);
  M = [mS + mM, mS*lM, mS*lG; mS*lM, JM + mS*lM^2, mS*lM*lG; mS*lG, mS*lM*lG, JS + mS*lG^2];
  bird = NsdSystem.linear(M, 0, c*[0 0 0; 0 1 -1; 0 -1 1], -g*[mS + mM; mS*lM; mS*lG]);
  bird = bird.contact([0 0 0; 0 hM -hM; -hS 0 0], [lM + lG - lS - r0; rM - r0; rM - r0], ...
      'Restitution', [0.5; 0; 0], 'Friction', 0.3, 'Tangent', [1 1 1; lM rM rM; lG - lS, 0, 0]);
  sol = quiet_run(@() nsd_simulate(bird, [0 3], [0; -0.1036; -0.2788], [-0.3411; 0; -7.4583], ...
                               'Step', 1e-5, 'OutputEvery', 1000, 'Progress', 'off'));
  pecks = sol.events.t(strcmp(sol.events.kind, 'impact') & sol.events.contact == 1);
  pecks = pecks([true; diff(pecks) > 0.05]);                % the first of each group
  pecks = pecks(pecks > 0.5);
  period = (pecks(end) - pecks(1))/(numel(pecks) - 1);
  assertElementsAlmostEqual(period, 0.1460, 'absolute', 2e-4);
end
