function test_suite = test_invariance()
%TEST_INVARIANCE  Units, numbering and bystanders do not matter; the same call, the same bits.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_same_call_gives_the_same_bits()
  problems = system_collection();
  for k = 1:numel(problems)
    p = problems(k);
    for method = all_methods()
      a = simulate_quietly(p.sys, p.span, 'Step', p.step, 'Method', method{1});
      b = simulate_quietly(p.sys, p.span, 'Step', p.step, 'Method', method{1});
      assertTrue(isequal(a.q, b.q) && isequal(a.v, b.v) && isequal(a.impulse, b.impulse), p.name);
      assertTrue(isequal(a.energy, b.energy), p.name);
      assertTrue(isequal(a.events, b.events), p.name);
    end
  end
end

function test_number_of_threads_does_not_change_a_bit()
  % a dense system large enough for BLAS to share it out, in two fresh processes
  if ~exist('OCTAVE_VERSION', 'builtin') || system('command -v octave-cli >/dev/null') ~= 0
    moxunit_throw_test_skipped_exception('needs octave-cli on the PATH');
  end
  code = ['n = 200; i = (1:n)''; G = cos(i*i''); M = G*G''/n + eye(n); K = 50*(G*G'')/n;' ...
          's = NsdSystem.linear(M, 0.01*K, K, -9.81*ones(n, 1)).contact(speye(n, 40), 0.02);' ...
          's = nsd_simulate(s, [0 0.5], 0*i, 0*i, ''Step'', 0.005);' ...
          'fprintf(''%s %d '', s.status, sum(s.impulse(:) > 0) > 100);' ...
          'fprintf(''%s '', num2hex([s.q(end, :), s.v(end, :), s.impulse(end, :)])'');'];
  one = fresh_process(code, 1);
  assertEqual(one(1:4), 'ok 1');         % many contacts closed on the way
  assertEqual(fresh_process(code, 2), one);
end

function test_inputs_are_left_alone()
  % kernels work on copies: q0, v0 and the matrices keep their bits
  M = diag([1 2]);
  K = [2 -1; -1 2];
  q0 = [0.1; 0.2];
  v0 = [-1; -2];
  sys = NsdSystem.linear(M, 0.1*K, K, [-9; -9]).contact(eye(2), 0, 'Restitution', 0.5);
  for method = all_methods()
    simulate_quietly(sys, [0 1], q0, v0, 'Method', method{1});
    assertEqual(q0, [0.1; 0.2]);
    assertEqual(v0, [-1; -2]);
    assertEqual(sys.Mass, diag([1 2]));
    assertEqual(sys.Stiffness, [2 -1; -1 2]);
  end
end

function test_mass_scaling_by_a_power_of_two_is_exact()
  % M, C, K, F times 2^k: the same q and v, impulses and energies times 2^k, to the last bit
  % where no tolerance of a solver intervenes (one contact)
  for factor = [2^-20 2^10]
    for method = all_methods()
      a = scaled_oscillator(factor, 1, 1, method{1});
      b = scaled_oscillator(1, 1, 1, method{1});
      assertEqual(a.q, b.q);
      assertEqual(a.impulse, factor*b.impulse);
      assertEqual(a.energy.total, factor*b.energy.total);
    end
  end
end

function test_length_scaling_is_exact_for_powers_of_two()
  for factor = [2^-30 2^20]
    for method = all_methods()
      a = scaled_oscillator(1, factor, 1, method{1});
      b = scaled_oscillator(1, 1, 1, method{1});
      assertEqual(a.q, factor*b.q);
      assertEqual(a.impulse, factor*b.impulse);
    end
  end
end

function test_time_scaling_is_exact_for_powers_of_two()
  for factor = [2^-10 2^10]
    for method = all_methods()
      a = scaled_oscillator(1, 1, factor, method{1});
      b = scaled_oscillator(1, 1, 1, method{1});
      assertEqual(a.q, b.q);
      assertEqual(factor*a.v, b.v);
      assertEqual(a.t, factor*b.t);
    end
  end
end

function test_the_end_of_bounces_does_not_depend_on_the_unit_of_time()
% AbsTol, a length, was compared with what the map of bounces neglects of a time: where the unit of
% time is a million times longer, 9 events and an accumulation 1.7e-3 late instead of 22 events
  for factor = 2.^[-20 20]
    sol = cell(1, 2);
    unit = [1 factor];
    for k = 1:2
      sys = NsdSystem.linear(1, 0.3/unit(k), 40/unit(k)^2, -10/unit(k)^2);
      sys = sys.contact(1, 0, 'Restitution', 0.7);
      sol{k} = nsd_simulate(sys, [0 3*unit(k)], 1, 0, 'Method', 'event', 'ChatterHeight', 1e-2);
    end
    assertEqual(sol{2}.events.kind, sol{1}.events.kind);
    assertElementsAlmostEqual(sol{2}.events.t, factor*sol{1}.events.t, 'relative', 1e-12);
  end
end

function test_scaling_in_other_units_keeps_systems_with_many_contacts()
  % grams, millimetres, milliseconds and very heavy, very long, very slow: LCP tolerances are
  % relative, so the motion stays the same to a few digits of the solver's 1e-10
  problems = system_collection();
  for k = [7 9 11]
    p = problems(k);
    base = simulate_quietly(p.sys, p.span, 'Step', p.step);
    for units = [1e-3 1e-3 1e3; 1e6 1 1; 1 1e6 1; 1e-9 1e-6 1; 1 1e-7 1e-4]'
      sol = simulate_quietly(in_units(p.sys, units), units(3)*p.span, 'Step', units(3)*p.step);
      assertEqual(sol.status, 'ok');
      reach = max(abs(base.q(:)));
      speed = max(abs(base.v(:)));
      assertElementsAlmostEqual(sol.q/units(2), base.q, 'absolute', 1e-6*reach, ...
                                sprintf('%s in units %g %g %g', p.name, units));
      assertElementsAlmostEqual(sol.v*units(3)/units(2), base.v, 'absolute', 1e-6*speed);
    end
  end
end

function test_contact_numbers_do_not_matter()
  restore = seeded(61); %#ok<NASGU>
  problems = system_collection();
  for k = [7 8 9 10 12]
    p = problems(k);
    order = randperm(p.sys.Contacts);
    H = p.sys.ContactNormals(:, order);
    b = p.sys.ContactOffset(order);
    other = bare(p.sys).contact(H, b, 'Restitution', p.sys.Restitution(order));
    for method = all_methods()
      sol = simulate_quietly(p.sys, p.span, 'Step', p.step, 'Method', method{1});
      new = simulate_quietly(other, p.span, 'Step', p.step, 'Method', method{1});
      tol = tolerance(method{1}, p.step);
      assertElementsAlmostEqual(new.q, sol.q, 'absolute', tol, [p.name ', ' method{1}]);
      if ~is_redundant(p)
        assertElementsAlmostEqual(new.impulse, sol.impulse(:, order), 'absolute', tol, p.name);
      end
    end
  end
end

function test_coordinate_numbers_do_not_matter()
  restore = seeded(62); %#ok<NASGU>
  for trial = 1:12
    n = 2 + trial;
    [sys, q0, v0, options] = random_system(n, min(5, n), 0);
    order = randperm(n);
    K = sys.Stiffness;
    C = sys.Damping;
    if ~isempty(K), K = K(order, order); end
    if ~isempty(C), C = C(order, order); end
    F = @(t) part(sys.force(t, zeros(n, 1), zeros(n, 1)), order);
    other = NsdSystem.linear(sys.Mass(order, order), C, K, F);
    other = other.contact(sys.ContactNormals(order, :), sys.ContactOffset, ...
                          'Restitution', sys.Restitution);
    a = simulate_quietly(sys, [0 0.5], q0, v0, options);
    b = simulate_quietly(other, [0 0.5], q0(order), v0(order), options);
    assertElementsAlmostEqual(b.q, a.q(:, order), 'absolute', 1e-8);
  end
end

function test_an_inactive_contact_changes_nothing()
  problems = system_collection();
  for k = 1:numel(problems)
    p = problems(k);
    n = p.sys.Coordinates;
    other = p.sys.contact([1; zeros(n-1, 1)], 1e6, 'Restitution', 0.5);
    for method = all_methods()
      a = simulate_quietly(p.sys, p.span, 'Step', p.step, 'Method', method{1});
      b = simulate_quietly(other, p.span, 'Step', p.step, 'Method', method{1});
      tol = tolerance(method{1}, p.step);
      assertElementsAlmostEqual(b.q, a.q, 'absolute', tol, [p.name ', ' method{1}]);
      if ~is_redundant(p)
        assertElementsAlmostEqual(b.impulse(:, 1:end-1), a.impulse, 'absolute', tol, p.name);
      end
      assertEqual(max(b.impulse(:, end)), 0);
    end
  end
end

function test_a_bystander_changes_nothing()
  % a second, separate ball that never lands
  one = nsd_ball();
  two = NsdSystem.linear(eye(2), 0, 0, [-9.81; 0]).contact([1; 0], 0, 'Restitution', 0.9);
  for method = all_methods()
    a = simulate_quietly(one, [0 2], 1, 0, 'Step', 0.005, 'Method', method{1});
    b = simulate_quietly(two, [0 2], [1; 5], [0; 0], 'Step', 0.005, 'Method', method{1});
    assertElementsAlmostEqual(b.q(:, 1), a.q, 'absolute', 1e-12);
  end
end

function test_start_time_does_not_matter_without_explicit_time()
  a = simulate_quietly(nsd_oscillator(), [0 5], 'Step', 0.01);
  b = simulate_quietly(nsd_oscillator(), [100 105], 'Step', 0.01);
  assertEqual(a.q, b.q);
  assertElementsAlmostEqual(b.t, a.t + 100, 'absolute', 1e-12);
end

function test_scaling_a_gap_scales_its_impulse_only()
  % y and 8 y describe the same obstacle; P acts through H, so it is an eighth
  for method = {'moreau', 'moreau-dissipative', 'kern'}
    sys = NsdSystem.linear(1, 0, 4).contact(8, 2, 'Restitution', 0.8);
    a = simulate_quietly(nsd_oscillator(), [0 6], 'Step', 0.01, 'Method', method{1});
    b = simulate_quietly(sys, [0 6], 1, 0, 'Step', 0.01, 'Method', method{1});
    assertElementsAlmostEqual(b.q, a.q, 'absolute', 1e-12);
    assertElementsAlmostEqual(8*b.impulse, a.impulse, 'absolute', 1e-12);
  end
end

function out = fresh_process(code, threads)
  toolbox = toolbox_folder();
  file = [tempname() '.m'];
  remove = onCleanup(@() delete(file)); %#ok<NASGU>
  id = fopen(file, 'w');
  fprintf(id, 'addpath(''%s''); nsd_setup(); warning(''off'', ''all'');\n%s\n', toolbox, code);
  fclose(id);
  set = sprintf('OPENBLAS_NUM_THREADS=%d OMP_NUM_THREADS=%d', threads, threads);
  options = '--no-init-file --no-history';
  [~, out] = system(sprintf('%s octave-cli %s "%s" 2>/dev/null', set, options, file));
end

function list = all_methods()
  list = {'moreau', 'moreau-dissipative', 'kern', 'paoli'};
end

function tol = tolerance(method, h)
% contact problems are solved to 1e-10 in velocities, those of paoli in positions, a velocity
% times h; a hundred impacts add up
  tol = 1e-8;
  if strcmp(method, 'paoli'), tol = 1e-8/h; end
end

function yes = is_redundant(p)
% several contacts say the same, by themselves or through a joint: their shares are not unique
  yes = any(strcmp(p.name, {'contacts that say the same', 'corner with a joint'}));
end

function sol = scaled_oscillator(mass, length, time, method)
  sys = NsdSystem.linear(mass, 0.1*mass/time, 4*mass/time^2, 0.5*mass*length/time^2);
  sys = sys.contact(1, 0.25*length, 'Restitution', 0.8);
  sol = simulate_quietly(sys, [0 8*time], length, 0, 'Step', time/64, 'Method', method);
end

function other = in_units(sys, units)
% the same system with masses, lengths and times in other units
  [mass, length, time] = deal(units(1), units(2), units(3));
  F = applied(sys, mass*length/time^2, time);
  other = NsdSystem.linear(mass*sys.Mass, mass/time*sys.Damping, mass/time^2*sys.Stiffness, F);
  other = other.contact(sys.ContactNormals, length*sys.ContactOffset, ...
                        'Restitution', sys.Restitution);
  other = other.start(length*sys.InitialPosition, length/time*sys.InitialVelocity);
end

function other = bare(sys)
  other = NsdSystem.linear(sys.Mass, sys.Damping, sys.Stiffness, applied(sys, 1, 1));
  if sys.Joints > 0, other = other.joint(sys.JointNormals, sys.JointOffset); end
  other = other.start(sys.InitialPosition, sys.InitialVelocity);
end

function F = applied(sys, scale, time)
% the force of a system, scaled, with its time in other units
  none = zeros(sys.Coordinates, 1);
  if any(strcmp(sys.Force.kind, {'none', 'constant'}))
    F = scale*sys.Force.constant;
  else
    F = @(t) scale*sys.force(t/time, none, none);
  end
end

function x = part(x, order)
  x = x(order);
end
