function test_suite = test_sweep_friction()
%TEST_SWEEP_FRICTION  Sweeps over coefficients and limits of friction: the bits of single runs.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_friction_of_a_linear_system_gives_the_bits_of_single_runs()
  % 'friction' was no name of linear systems: each run took a system of its own, made by @(p)
  p.friction = [0 0.05 0.2 0.4];
  for method = {'moreau', 'moreau-dissipative', 'newmark', 'hht', 'genalpha', 'rattle', 'event'}
    same_as_single_runs(block(), p, [5; 0], method{1});
  end
end

function test_names_that_contacts_give_change_their_contacts_only()
  p = struct('mu', [0 0.1 0.4], 'e', [0 0.5 0.9]);
  sys = block().contact([0; -1], 0.2, 'Restitution', 'e', 'Friction', 'mu', 'Tangent', [1; 0]);
  out = same_as_single_runs(sys, p, [5; 0.1], 'moreau', [0; 3]);     % it hits the ceiling first
  assertTrue(numel(unique(out.q(:, 1))) == 3);
  first = sys.parameter('mu', 0.1, 'e', 0.5);
  assertEqual(first.restitution, [0; 0.5]);
  assertEqual(cellfun(@(r) r.surface.mu, first.Gaps), [0.3 0.1]);
end

function test_friction_beside_laws_is_swept_too()
  % laws hold the constant coefficients of the other contacts in a table of their own
  glue = block().contact([0; 1], 0.001, 'Friction', 'mu', 'Tangent', [1; 0], ...
                         'Cohesion', nsd_cohesive(2, 0.01));
  mixed = block().contact([0; 1], 0, 'Friction', nsd_stribeck(0.3, 0.1, 0.1), 'Tangent', [1; 0]);
  same_as_single_runs(glue, struct('mu', [0 0.1 0.3]), [5; 0], 'moreau');
  out = same_as_single_runs(mixed, struct('friction', [0 0.1 0.3]), [5; 0], 'moreau');
  assertTrue(numel(unique(out.q(:, 1))) == 3);
  recorded = NsdSystem.lagrangian(eye(2), @(t,q,v) [-q(1); -10]);
  recorded = recorded.contact(@(q) q(2), 'Friction', 'mu', 'Tangent', [1; 0], ...
                              'Cohesion', nsd_cohesive(2, 0.01)).parameter('mu', 0.1);
  out = same_as_single_runs(recorded, struct('mu', [0 0.1 0.3]), [5; 0], 'moreau');
  assertTrue(numel(unique(out.q(:, 1))) == 3);
end

function test_friction_of_recorded_functions_gives_the_bits_of_single_runs()
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v,p) [-p.k*sin(q(1)); -10]);
  sys = sys.contact(@(q) q(2), 'Friction', 'mu', 'Tangent', [1; 0]).parameter('k', 1, 'mu', 0.1);
  p = struct('mu', [0 0.05 0.2 0.4], 'k', [1 2 1 2]);
  for method = {'moreau', 'newmark', 'hht', 'genalpha', 'rattle', 'event'}
    same_as_single_runs(sys, p, [2; 0], method{1});
  end
end

function test_an_oscillator_with_friction_loses_four_mu_g_over_k_in_a_cycle()
  % k = m = 1, pressed by 10 N: the turning points shrink by 2*10*mu each half period pi
  p.friction = linspace(0.01, 0.05, 9);
  out = nsd_sweep(block(), p, [0 2*pi], 'q0', [5; 0], 'v0', [0; 0], 'Method', 'event', ...
                  'Progress', 'off');
  assertElementsAlmostEqual(out.q(:, 1), 5 - 40*p.friction', 'absolute', 1e-7);   % RelTol 1e-8
end

function test_misspelt_names_and_bad_values_are_errors()
  run = @(sys, p) nsd_sweep(sys, p, [0 1], 'q0', [5; 0], 'v0', [0; 0], 'Progress', 'off');
  assertExceptionThrown(@() run(block(), struct('fricton', [0 1])), 'nsd:system:unknownParameter');
  assertExceptionThrown(@() run(block(), struct('friction', [0 -1])), 'nsd:sweep:badParameter');
  assertExceptionThrown(@() run(nsd_ball(), struct('friction', [0 1])), ...
                        'nsd:system:unknownParameter');
  sys = NsdSystem.lagrangian(eye(2), @(t,q,v) [-q(1); -10]);
  sys = sys.contact(@(q) q(2), 'Friction', 'mu', 'Tangent', [1; 0]).parameter('mu', 0.1);
  assertExceptionThrown(@() run(sys, struct('mw', [0 1])), 'nsd:sweep:unknownParameter');
  assertExceptionThrown(@() run(sys, struct('mu', [0 -1])), 'nsd:sweep:badParameter');
end

function test_given_limits_of_linear_systems_give_the_bits_of_single_runs()
  % systems with .friction(T, limit) ran one after the other in the interpreter; a limit of 0 is
  % replaced by a part of the forces at the start, which differ from run to run
  rub = NsdSystem.linear(1, 0.1, 2, nsd_harmonic(1, 2)).friction(1, 'F0').friction(1, 0.3);
  p = struct('F0', [0 1 3.3], 'damping', [0 0.1 0.2], 'omega', [1 2 3], 'constant', [0 1 2]);
  for method = {'moreau', 'moreau-dissipative', 'newmark', 'hht', 'genalpha', 'rattle', 'event'}
    same_as_single_runs(rub, p, 5, method{1});
  end
  one = NsdSystem.linear(1, 0, 2).friction(1, 1);
  for name = {'mass', 'stiffness', 'limit'}
    same_as_single_runs(one, struct(name{1}, [0.5 1 3.3]), 5, 'event');
  end
  columns = NsdSystem.linear(eye(2), 0, diag([1 2])).friction(eye(2), [0; 1]);   % no limit, a limit
  same_as_single_runs(columns, struct('limit', [0 1 2]), [5; 4], 'moreau');
end

function test_given_limits_of_recorded_functions_give_the_bits_of_single_runs()
  named = NsdSystem.lagrangian(1, @(t,q,v,p) -p.k*q).friction(1, 'F0');
  named = named.contact(@(q,t,p) q + p.wall, 'Restitution', 'e');
  named = named.parameter('F0', 0.1, 'k', 1, 'wall', 3, 'e', 0.5);
  p = struct('F0', [0 0.1 2], 'k', [1 2 3], 'wall', [2 3 4], 'e', [0 0.5 0.9]);
  limits = {@(t,q,v,p) 10*p.mu, @(v,p) p.mu*(1 + v^2), @(t,p) p.mu*(2 + cos(t))};
  for method = {'moreau', 'newmark', 'hht', 'genalpha', 'rattle', 'event'}
    out = same_as_single_runs(named, p, 5, method{1});
    assertTrue(all(out.impacts.count(1, :) >= 1));
  end
  for k = 1:numel(limits)
    sys = NsdSystem.lagrangian(1, @(t,q,v) -q).friction(1, limits{k}).parameter('mu', 0.1);
    same_as_single_runs(sys, struct('mu', [0 0.1 0.3]), 5, 'event');
  end
end

function test_sweeps_with_given_limits_keep_what_others_keep()
  % starts, rows, extrema and whole solutions are those of the coordinates of the user; the stops
  % that press with the limits have no impacts
  sys = NsdSystem.linear(1, 0, 1).friction(1, 0.2).contact(1, 2, 'Restitution', 0.8);
  given = {'Step', 0.01, 'Method', 'moreau', 'Progress', 'off'};
  q0 = [5 4 0];
  all_of = @(what) nsd_sweep(sys, [], [0 4], 'q0', q0, 'v0', 0, given{:}, 'Reduce', what);
  [rows, most, whole] = deal(all_of('rows'), all_of('extrema'), all_of(@(sol) sum(sol.tangential)));
  hits = nsd_sweep(sys, [], [0 4], 'q0', q0, 'v0', 0, given{:}, 'Reduce', 'poincare', ...
                   'Section', 'impact', 'Samples', 4);
  for r = 1:3
    sol = simulate_quietly(sys, [0 4], q0(r), 0, given{1:4});
    assertEqual(squeeze(rows.samples.q(r, :))', sol.q);
    assertEqual([most.qMin(r), most.vMax(r)], [min(sol.q), max(sol.v)]);
    assertEqual(whole.value(r, :), sum(sol.tangential));
    assertEqual(hits.samples.count(r), sum(strcmp(sol.events.kind, 'impact')));
    assertEqual(size(hits.impacts.count), [3 1]);
  end
end

function test_limits_that_are_functions_of_time_are_swept()
  sys = NsdSystem.linear(1, 0, 1).friction(1, @(t) 1 + 0*t).friction(1, 0.2);
  for method = {'moreau', 'event'}              % the latter one after the other
    same_as_single_runs(sys, struct('stiffness', [1 2]), 5, method{1});
  end
  same_as_single_runs(sys, struct('limit', [0.2 0.5]), 5, 'moreau');
end

function test_names_of_limits_are_checked()
  sys = NsdSystem.linear(1, 0, 1).friction(1, 'F0').start(5, 0);
  assertExceptionThrown(@() nsd_simulate(sys, [0 1]), 'nsd:simulate:parameter');
  assertExceptionThrown(@() sys.parameter('F1', 2), 'nsd:system:unknownParameter');
  assertExceptionThrown(@() sys.parameter('F0', -2), 'nsd:system:limit');
  assertExceptionThrown(@() sys.friction(1, 'no name'), 'nsd:system:badName');
  assertExceptionThrown(@() sys.friction(1, 'stiffness'), 'nsd:system:badName');
  recorded = NsdSystem.lagrangian(1, @(t,q,v) -q).friction(1, 'F0').start(5, 0);
  assertExceptionThrown(@() nsd_simulate(recorded, [0 1]), 'nsd:simulate:parameter');
  % each half period takes 2 limit/k of the amplitude: from 5 to -3
  sol = nsd_simulate(sys.parameter('F0', 1), [0 pi]);
  assertElementsAlmostEqual(sol.q(end), -3, 'absolute', 1e-7);            % RelTol 1e-8
end

function test_restitution_of_large_systems_is_swept()
  % "only dense matrices have changes" was raised for matrices that are stored by diagonals
  n = 60;
  K = spdiags(ones(n, 1)*[-1 2 -1], -1:1, n, n);
  sys = NsdSystem.linear(speye(n), 0, K).contact(speye(n, 1), 0);
  same_as_single_runs(sys, struct('restitution', [0 0.3 0.9]), 0.1*ones(n, 1), 'moreau', ...
                      -ones(n, 1));
end

function out = same_as_single_runs(sys, p, q0, method, v0)
% state at the end, steps and impacts; two threads
  if nargin < 5, v0 = zeros(size(q0)); end
  given = {'Method', method, 'Progress', 'off'};
  if ~strcmp(method, 'event'), given = [given, {'Step', 0.01}]; end
  out = nsd_sweep(sys, p, [0 3], 'q0', q0, 'v0', v0, given{:}, 'Threads', 2);
  names = fieldnames(p)';
  for r = 1:numel(p.(names{1}))
    for name = names, sys = sys.parameter(name{1}, p.(name{1})(r)); end
    sol = simulate_quietly(sys, [0 3], q0, v0, given{:});
    assertEqual({out.q(r, :), out.v(r, :)}, {sol.q(end, :), sol.v(end, :)}, method);
    assertEqual(out.steps(r), sol.stats.steps);
    hits = strcmp(sol.events.kind, 'impact') & sol.events.contact <= size(out.impacts.count, 2);
    assertEqual(sum(out.impacts.count(r, :)), sum(hits));
    assertEqual(out.status{r}, 'ok');
  end
end

function sys = block()
% on a floor, pressed by 10 N, with a spring
  sys = NsdSystem.linear(eye(2), 0, diag([1 0]), [0; -10]);
  sys = sys.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
end
