function test_suite = test_newmark()
%TEST_NEWMARK  Nonsmooth Newmark family: check values, order, spectra, identities, GGL, steps.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_newmark_has_the_check_values_of_moreau_jean()
  % Gamma = 1/2, Beta = 1/4: the same scheme on these two but for the activation
  ball = simulate_quietly(nsd_ball(), [0 2], 'Step', 0.005, 'Method', 'newmark');
  assertElementsAlmostEqual([ball.q(end), ball.v(end), sum(ball.impulse)], ...
                            [0.0010599625, -3.585555, 16.034445], 'absolute', 1e-9);
  sol = simulate_quietly(nsd_oscillator(), [0 6], 'Step', 0.01, 'Method', 'newmark');
  assertElementsAlmostEqual([sol.q(end), sol.v(end), sum(sol.impulse)], ...
                            [0.505586256402, -0.459988003015, 8.489331115413], 'absolute', 1e-9);
end

function test_hht_has_the_check_values()
  sol = simulate_quietly(nsd_oscillator(), [0 6], 'Step', 0.01, 'Method', 'hht', 'Alpha', 0.1);
  assertElementsAlmostEqual([sol.q(end), sol.v(end), sum(sol.impulse)], ...
                            [0.505560023644, -0.459951174287, 8.489245550231], 'absolute', 1e-9);
end

function test_parameters_for_rho_of_eight_tenths_are_those_of_chung_and_hulbert()
  % alpha_m = 1/3, alpha_f = 4/9, gamma = 11/18, beta = 0.308641975309: one step written out
  [M, K, h] = deal(2, 50, 0.1);
  [am, af, ga, be] = deal(1/3, 4/9, 11/18, 0.308641975308642);
  sol = nsd_simulate(NsdSystem.linear(M, 0, K), [0 h], 1, 3, 'Step', h, 'Method', 'genalpha');
  a = -K/M;
  vd = (-K/M)*(1 + h*3 + h^2*(0.5 - be)*a + h^2*be*(af*a - am*a)/(1 - am)) ...
       /(1 + h^2*be*(1 - af)/(1 - am)*K/M);
  next = ((1 - af)*vd + af*a - am*a)/(1 - am);
  assertElementsAlmostEqual(sol.q(2), 1 + h*3 + h^2*((0.5 - be)*a + be*next), 'absolute', 1e-12);
  assertElementsAlmostEqual(sol.v(2), 3 + h*((1 - ga)*a + ga*next), 'absolute', 1e-11);
end

function test_smooth_motion_is_of_second_order()
  restore = seeded(61); %#ok<NASGU>
  [sys, q0, v0] = smooth_system(4);
  exact = simulate_quietly(sys, [0 1], q0, v0, 'Step', 1/40000);
  for method = {{'newmark'}, {'hht', 'Alpha', 0.2}, {'genalpha', 'SpectralRadius', 0.3}}
    error_of = zeros(1, 3);
    for k = 1:3
      sol = simulate_quietly(sys, [0 1], q0, v0, 'Step', 0.01/2^k, 'Method', method{1}{:});
      error_of(k) = norm([sol.q(end, :) - exact.q(end, :), sol.v(end, :) - exact.v(end, :)]);
    end
    order = log2(error_of(1:2)./error_of(2:3));
    assertTrue(all(abs(order - 2) < 0.1), sprintf('%s: orders %g %g', method{1}{1}, order));
  end
end

function test_joints_keep_second_order_and_agree_with_the_reduced_system()
  % two masses on springs joined rigidly are one: q1 = q2
  K = [30 -10; -10 40];
  sys = NsdSystem.linear(diag([1 2]), 0.1*K, K, nsd_harmonic([1; 2], 3)).joint([1; -1]);
  one = NsdSystem.linear(3, 0.1*sum(K(:)), sum(K(:)), nsd_harmonic(3, 3));
  for ggl = {'off', 'on'}
    for method = {'newmark', 'hht', 'genalpha'}
      error_of = zeros(1, 3);
      for k = 1:3
        o = nsd_options('Step', 0.02/2^k, 'Method', method{1}, 'GGL', ggl{1});
        a = simulate_quietly(sys, [0 1], [1; 1], [0; 0], o);
        b = simulate_quietly(one, [0 1], 1, 0, 'Step', 1e-4);
        error_of(k) = abs(a.q(end, 1) - b.q(end)) + abs(a.v(end, 1) - b.v(end));
      end
      order = log2(error_of(1:2)./error_of(2:3));
      assertTrue(all(order > 1.8), sprintf('%s, GGL %s: orders %g %g', method{1}, ggl{1}, order));
    end
  end
end

function test_spectral_radius_at_infinity_is_the_one_asked_for()
  % omega h = 1e7; triple eigenvalues leave the cube root of round-off
  for rho = [0 0.2 0.5 0.8 0.95 1]
    radius = spectral_radius(1e7, 'genalpha', 'SpectralRadius', rho);
    assertElementsAlmostEqual(radius, rho, 'absolute', 1e-3);
  end
  for alpha = [0.05 0.2 1/3]     % Hilber, Hughes, Taylor: (1 - alpha)/(1 + alpha)
    radius = spectral_radius(1e7, 'hht', 'Alpha', alpha);
    assertElementsAlmostEqual(radius, (1 - alpha)/(1 + alpha), 'absolute', 1e-3);
  end
  assertElementsAlmostEqual(spectral_radius(1e7, 'newmark'), 1, 'absolute', 1e-3);
end

function test_ledgers_close_on_random_systems()
  % (101), HHT's, any alpha_m, alpha_f, with the GGL term; each line from its own formula
  restore = seeded(62); %#ok<NASGU>
  worst = 0;
  closed = 0;
  for trial = 1:36
    [sys, q0, v0] = trial_system(trial);
    for o = each_scheme()
      sol = simulate_quietly(sys, [0 0.3], q0, v0, o{1});
      assertEqual(sol.status, 'ok');
      worst = max(worst, defect(sol));
      closed = closed + sum(sol.impulse(:) > 0);
    end
  end
  assertTrue(worst < 1e-13, sprintf('ledgers close to %.1e only', worst));
  assertTrue(closed > 1500);
end

function test_works_and_algorithmic_energies_are_those_of_the_formulas()
  % (103') and (114') written out for the rows of a run, GGL off: accelerations follow from rows
  restore = seeded(63); %#ok<NASGU>
  for trial = 1:30
    [sys, q0, v0] = trial_system(trial);
    for o = {nsd_options('Method', 'newmark', 'Gamma', 0.7, 'Step', 0.01), ...
             nsd_options('Method', 'hht', 'Alpha', 0.2, 'Step', 0.01)}
      sol = simulate_quietly(sys, [0 0.2], q0, v0, o{1});
      [al, ga] = deal(0, 0.7);
      if strcmp(o{1}.Method, 'hht'), [al, ga] = deal(0.2, 0.7); end
      [rest, H, W] = identity(sys, sol, al, ga);
      E = sol.energy;
      scale = max(abs(E.algorithmic)) + sum(abs(diff(E.external))) + sum(abs(diff(E.damping)));
      assertElementsAlmostEqual(E.algorithmic, H, 'absolute', 1e-12*scale);
      assertElementsAlmostEqual([E.external, E.damping], W, 'absolute', 1e-12*scale);
      joint = 0;
      if sys.Joints > 0, joint = diff(E.joint); end
      assertElementsAlmostEqual(diff(H), diff(sum(W, 2)) + rest + joint, 'absolute', 1e-12*scale);
    end
  end
end

function test_identities_close_on_an_elastic_chain_with_thousands_of_impulses()
  n = 60;
  one = ones(n, 1);
  K = 1e4*spdiags([-one 2*one -one], -1:1, n, n);
  sys = NsdSystem.linear(speye(n), 0.1*speye(n), K, -9.81*one);
  sys = sys.contact(sparse(5:5:n, 1:n/5, 1, n, n/5), 1e-3, 'Restitution', 0.5);
  for o = each_scheme()
    sol = simulate_quietly(sys, [0 0.4], 0*one, 0*one, o{1}, 'Step', 2e-4);
    assertEqual(sol.status, 'ok');
    assertTrue(defect(sol) < 1e-12);
    if ~strcmp(o{1}.Method, 'naive')
      assertTrue(sum(sol.impulse(:) > 0) > 3000);
    end
    if strcmp(o{1}.GGL, 'on'), assertTrue(min(sol.gap(:)) > -1e-12); end
  end
end

function test_algorithmic_energy_never_rises_without_force()
  % K and H between impacts and at impacts with U <= 0 before; e = 1 moves no energy
  restore = seeded(64); %#ok<NASGU>
  for trial = 1:10
    [sys, q0, v0] = smooth_system(0);
    free = NsdSystem.linear(sys.Mass, sys.Damping, sys.Stiffness);
    for o = {nsd_options('Method', 'newmark', 'Gamma', 0.8), ...
             nsd_options('Method', 'hht', 'Alpha', 0.3)}
      E = simulate_quietly(free, [0 2], q0, v0, o{1}, 'Step', 0.02).energy;
      rise = diff(E.algorithmic - E.damping);
      assertTrue(max(rise) <= 1e-13*max(E.algorithmic));
    end
    free = NsdSystem.linear(sys.Mass, 0, sys.Stiffness);
    E = simulate_quietly(free, [0 2], q0, v0, 'Method', 'hht', 'Step', 0.02).energy;
    assertTrue(max(diff(E.total)) > 0);                  % E itself goes up and down
    sol = nsd_simulate(free, [0 2], q0, v0, 'Step', 0.02, 'Method', 'genalpha');
    assertEqual(sol.stats.energyGain, 0);                % judged by (NMK.13)
  end
end

function test_ggl_leaves_no_penetration_and_no_drift()
  restore = seeded(65); %#ok<NASGU>
  for trial = 1:40
    [sys, q0, v0] = trial_system(trial + 20);
    for method = {'newmark', 'hht', 'genalpha'}
      sol = simulate_quietly(sys, [0 0.5], q0, v0, 'Step', 0.01, 'Method', method{1}, 'GGL', 'on');
      assertEqual(sol.status, 'ok');
      if sys.Contacts > 0, assertTrue(min(sol.gap(:)) > -1e-12); end
      if sys.Joints > 0
        size_v = max(1, max(abs(sol.v(:))));
        assertTrue(max(max(abs(sol.q*sys.JointNormals))) < 1e-10);
        assertTrue(max(max(abs(sol.v*sys.JointNormals))) < 1e-10*size_v);
      end
    end
  end
end

function test_every_system_of_the_collection_runs_with_and_without_ggl()
  for problem = system_collection()
    for method = {'newmark', 'hht', 'genalpha'}
      for ggl = {'off', 'on'}
        sol = simulate_quietly(problem.sys, problem.span, 'Step', problem.step, ...
                               'Method', method{1}, 'GGL', ggl{1});
        assertEqual(sol.status, 'ok');
        assertTrue(defect(sol) < 1e-12, [problem.name ' ' method{1} ' ' ggl{1}]);
        assertTrue(min([0; sol.impulse(:)]) >= 0);
        if strcmp(ggl{1}, 'on'), assertTrue(min(sol.gap(:)) > -1e-12, problem.name); end
      end
    end
  end
end

function test_first_order_of_positions_in_time_of_impacts()
  % oscillator of (b): the error of q summed over time falls like h, with and without GGL
  exact = simulate_quietly(nsd_oscillator(), [0 6], 'Step', 6/600000, 'OutputEvery', 500);
  for ggl = {'off', 'on'}
    steps = round(logspace(log10(1200), log10(19200), 10)/1200)*1200;
    err = zeros(size(steps));
    for k = 1:numel(steps)
      sol = simulate_quietly(nsd_oscillator(), [0 6], 'Step', 6/steps(k), 'Method', 'hht', ...
                             'GGL', ggl{1}, 'OutputEvery', steps(k)/1200);
      err(k) = mean(abs(sol.q - exact.q));
    end
    fit = polyfit(log(6./steps), log(err), 1);
    assertTrue(abs(fit(1) - 1) < 0.3, sprintf('GGL %s: order %g', ggl{1}, fit(1)));
  end
end

function test_storages_give_the_same_motion()
  % one chain of 100: banded, shuffled (sparse rows), dense
  restore = seeded(66); %#ok<NASGU>
  n = 100;
  one = ones(n, 1);
  order = randperm(n)';
  K = 1e3*spdiags([-one 2*one -one], -1:1, n, n);
  H = sparse([10 50 90], 1:3, 1, n, 3);
  M = spdiags(1 + mod((1:n)', 2), 0, n, n);
  C = 0.01*K;
  a = NsdSystem.linear(M, C, K, -9.81*one).contact(H, 5e-3, 'Restitution', 0.5);
  b = NsdSystem.linear(M(order, order), C(order, order), K(order, order), -9.81*one);
  b = b.contact(H(order, :), 5e-3, 'Restitution', 0.5);
  c = NsdSystem.linear(full(M), full(C), full(K) + 1e-30, -9.81*one);
  c = c.contact(H, 5e-3, 'Restitution', 0.5);
  for o = each_scheme()
    if strcmp(o{1}.Method, 'naive'), continue; end   % it amplifies round-off
    A = simulate_quietly(a, [0 0.3], 0*one, -0.2*one, o{1}, 'Step', 1e-3);
    B = simulate_quietly(b, [0 0.3], 0*one, -0.2*one, o{1}, 'Step', 1e-3);
    C3 = simulate_quietly(c, [0 0.3], 0*one, -0.2*one, o{1}, 'Step', 1e-3);
    assertElementsAlmostEqual(B.q, A.q(:, order), 'absolute', 1e-10);
    assertElementsAlmostEqual(C3.q, A.q, 'absolute', 1e-10);
    assertElementsAlmostEqual(B.energy.numerical, A.energy.numerical, 'absolute', 1e-8);
    assertTrue(sum(A.impulse(:) > 0) > 10);
  end
end

function test_skew_stiffness_is_work_of_an_outside_force()
  for n = [2 6 20]
    turn = kron(speye(n/2), sparse([0 1; -1 0]));
    sys = NsdSystem.linear(speye(n), 0.1*speye(n), 4*speye(n) + turn).contact(speye(n, 1), 0.5);
    for o = each_scheme()
      sol = simulate_quietly(sys, [0 2], cos(1:n)', sin(1:n)', o{1}, 'Step', 0.01);
      assertTrue(defect(sol) < 1e-13);
    end
  end
end

function test_loop_of_steps_is_the_run()
  restore = seeded(67); %#ok<NASGU>
  [sys, q0, v0] = random_system(5, 3, 0);
  for o = each_scheme()
    if strcmp(o{1}.Method, 'naive'), continue; end
    sol = simulate_quietly(sys, [0 0.2], q0, v0, o{1}, 'Step', 0.01);
    state = struct('q', q0, 'v', v0);
    for k = 1:20
      state = nsd_step(sys, o{1}.Method, (k-1)*0.01, state, 0.01, o{1});
      assertElementsAlmostEqual(state.v, sol.v(k+1, :)', 'absolute', 1e-10);
      assertElementsAlmostEqual(state.impulse, sol.impulse(k+1, :)', 'absolute', 1e-10);
    end
    assertEqual(size(state.acceleration), [5 1]);
    assertElementsAlmostEqual(state.q, sol.q(end, :)', 'absolute', 1e-10);
  end
end

function options = each_scheme()
  options = {nsd_options('Method', 'newmark', 'Step', 0.01), ...
             nsd_options('Method', 'newmark', 'Gamma', 0.8, 'Step', 0.01), ...
             nsd_options('Method', 'hht', 'Alpha', 0.2, 'Step', 0.01), ...
             nsd_options('Method', 'genalpha', 'SpectralRadius', 0.4, 'Step', 0.01), ...
             nsd_options('Method', 'newmark', 'GGL', 'on', 'Step', 0.01), ...
             nsd_options('Method', 'hht', 'GGL', 'on', 'Step', 0.01), ...
             nsd_options('Method', 'genalpha', 'GGL', 'on', 'Step', 0.01), ...
             nsd_options('Method', 'naive', 'Gamma', 1, 'Step', 0.01)};
end

function [sys, q0, v0] = trial_system(trial)
  n = 1 + mod(trial, 12);
  p = mod(trial, 4)*(n > 4);
  m = min(mod(trial, 9), n - p);
  [sys, q0, v0] = random_system(n, m, p);
end

function [sys, q0, v0] = smooth_system(push)
  n = 4;
  G = randn(n);
  K = G*G' + eye(n);
  sys = NsdSystem.linear(eye(n) + 0.1*(G + G')*(G + G')'/n, 0.05*K, K, ...
                         nsd_harmonic(push*ones(n, 1), 2));
  q0 = randn(n, 1);
  v0 = randn(n, 1);
end

function radius = spectral_radius(omega, method, varargin)
% the matrix of one step of length 1 for (vd, v, a), column by column; q = -vd/omega^2
  sys = NsdSystem.linear(1, 0, omega^2);
  A = zeros(3);
  for k = 1:3
    x = zeros(3, 1);
    x(k) = 1;
    memory = [x(3); x(1); zeros(6, 1)];             % a, vd; the rest is for the ledger
    state = struct('q', -x(1)/omega^2, 'v', x(2), 'memory', memory);
    state = nsd_step(sys, method, 0, state, 1, varargin{:});
    A(:, k) = [state.memory(2); state.v; state.acceleration];
  end
  radius = max(abs(eig(A)));
end

function [rest, H, W] = identity(sys, sol, al, ga)
% right-hand side of (103') and (114') without works, the algorithmic energy, cumulative works
  [n, N, h] = deal(sys.Coordinates, numel(sol.t), sol.stats.step);
  be = (ga + 0.5)^2/4;
  c = 2*be - ga;
  [M, K, C] = deal(full(sys.Mass), zeros(n), zeros(n));
  if ~isempty(sys.Stiffness), K = full(sys.Stiffness); end
  if ~isempty(sys.Damping), C = full(sys.Damping); end
  none = zeros(n, 1);
  [q, v] = deal(sol.q', sol.v');
  F = zeros(n, N);
  for k = 1:N, F(:, k) = sys.force(sol.t(k), none, none); end
  vd = M\(F - K*q - C*v);
  a = vd;
  a(:, 2:end) = (1 - al)*vd(:, 2:end) + al*vd(:, 1:end-1);
  w = [none, diff(q, 1, 2)/2];
  form = @(x, A) sum(x.*(A*x), 1)';
  H = (form(v, M) + form(q, K))/2 + h^2/4*c*form(a, M) + 2*al*(1 - ga)*form(w, K);
  U = v'*sys.ContactNormals;
  contact = sum((U(1:end-1, :) + U(2:end, :))/2.*sol.impulse(2:end, :), 2);
  dq = diff(q, 1, 2);
  rest = full(contact) - h^2/2*(ga - 0.5)*c*form(diff(a, 1, 2), M) ...
         - (ga - 0.5 - al)*form(dq, K) - 2*al*(1 - ga)*form(diff(w, 1, 2), K);
  mean_of = @(x) (1 - al)*(ga*x(:, 2:end) + (1 - ga)*x(:, 1:end-1)) ...
                 + al*(ga*x(:, 1:end-1) + (1 - ga)*x(:, [1, 1:end-2]));
  W = [0 0; cumsum([sum(dq.*mean_of(F), 1)', -sum(dq.*(C*mean_of(v)), 1)'])];
end

function worst = defect(sol)
  E = sol.energy;
  works = works_of(E);
  % a ball at rest moves no energy: relative to 1e-2 J then
  through = max(E.total) + sum(sum(abs(diff(works))));
  worst = max(abs(E.total - E.total(1) - sum(works, 2)))/max(through, 1e-2);
end
