function test_suite = test_strings()
%TEST_STRINGS  "moreau" of MATLAB in place of 'moreau': every function that takes words takes both.
%   MATLAB's completion writes double quotes. Octave runs these tests with a class called string
%   that is no char, as MATLAB's is none (tests/fixtures/quotes).
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [s, clean] = quoted()
% s('text') is a string; the class leaves the path with CLEAN
  clean = [];
  if exist('OCTAVE_VERSION', 'builtin')
    folder = fullfile(fileparts(fileparts(mfilename('fullpath'))), 'fixtures', 'quotes');
    addpath(folder);
    clean = onCleanup(@() rmpath(folder));
  end
  s = @(text) feval('string', text);
end

function test_the_stand_in_is_refused_by_functions_for_chars()
  % if this fails, the tests below prove nothing
  [s, clean] = quoted(); %#ok<ASGLU>
  assertFalse(ischar(s('moreau')));
  assertEqual(class(s('moreau')), 'string');
end

function test_nsd_chars_goes_into_cells_and_structs()
  [s, clean] = quoted(); %#ok<ASGLU>
  assertEqual(nsd_chars(s('a')), 'a');
  assertEqual(nsd_chars({1, s('a'); {s('b')}, 'c'}), {1, 'a'; {'b'}, 'c'});
  assertEqual(nsd_chars(struct('x', s('a'), 'y', 2)), struct('x', 'a', 'y', 2));
  assertEqual(reshape(nsd_chars(s({'a', 'b'})), 1, []), {'a', 'b'});
end

function test_options_and_runs()
  [s, clean] = quoted(); %#ok<ASGLU>
  sol = nsd_simulate(nsd_ball(), [0 1], s('Method'), s('event'));
  assertEqual(sol.stats.method, 'event');
  sol = nsd_simulate(nsd_ball(), [0 1], 1, 0, s('Method'), s('kern'), s('Step'), 1e-2);
  assertEqual(sol.stats.method, 'kern');
  options = nsd_options(s('Method'), s('paoli'));
  assertEqual(options.Method, 'paoli');
  assertEqual(nsd_options(struct('Method', s('paoli'))).Method, 'paoli');
  state = nsd_step(nsd_ball(), s('moreau'), 0, struct('q', 1, 'v', 0), 1e-2);
  assertTrue(isfield(state, 'q'));
end

function test_an_unknown_word_is_named_in_the_message()
  [s, clean] = quoted(); %#ok<ASGLU>
  assertExceptionThrown(@() nsd_options(s('Metod'), 'kern'), 'nsd:options:unknownOption');
  assertExceptionThrown(@() nsd_simulate(nsd_ball(), [0 1], s('Method'), s('kernn')), ...
                        'nsd:options:badValue');
end

function test_systems()
  [s, clean] = quoted(); %#ok<ASGLU>
  sys = NsdSystem.linear(1, [], [], -10).contact(1, 0, s('Restitution'), 0.5);
  assertEqual(sys.Restitution, 0.5);
  sys = sys.named(s('drop'), {s('height')}).parameter(s('restitution'), 0.25);
  assertEqual({sys.Name, sys.Labels, sys.Restitution}, {'drop', {'height'}, 0.25});
  sys = NsdSystem.lagrangian(1, @(t, q, v, p) -p.k*q, s('ForceJacobian'), @(t, q, v, p) [-p.k 0]);
  assertEqual(sys.parameter(s('k'), 3).force(0, 2, 0), -6);
  relay = NsdSystem.firstOrder(-1, 1, 1, 0, s('Law'), s('relay'), s('Lower'), -1, s('Upper'), 1);
  assertEqual(relay.Kind, 'firstOrder');
  assertEqual(NsdSystem.compiled(s('pendulum')).Coordinates, nsd_pendulum().Coordinates);
  ball = nsd_ball(s('Restitution'), 0.1);
  assertEqual(ball.Restitution, 0.1);
end

function test_bodies()
  [s, clean] = quoted(); %#ok<ASGLU>
  world = NsdBodies(s('Gravity'), [0 -10], s('Friction'), 0.3);
  world = world.plane([0 1], s('Restitution'), 0.5).disc(s('Radius'), 1, s('Position'), [0; 2]);
  world = world.named(s('one disc'), {s('a')}).parameter(s('friction'), 0.1);
  assertEqual({world.Bodies, world.Name, world.Labels}, {1, 'one disc', {'a'}});
end

function test_solvers()
  [s, clean] = quoted(); %#ok<ASGLU>
  z = nsd_lcp([2 1; 1 2], [-5; 6], s('Solver'), s('lemke'));
  assertElementsAlmostEqual(z, [2.5; 0], 'absolute', 1e-12);
  r = nsd_friction(eye(2), [-1; 0], 0.5, s('Solver'), s('nsgs'));
  assertElementsAlmostEqual(r, [1; 0], 'absolute', 1e-6);
end

function test_studies()
  [s, clean] = quoted(); %#ok<ASGLU>
  r = nsd_compare(nsd_ball(), [0 1], {s('moreau'), {s('kern'), s('Step'), 1e-2}}, ...
                  s('Plot'), s('off'));
  assertEqual(numel(r.method), 2);
  out = nsd_sweep(nsd_ball(), struct('restitution', [0 0.5]), [0 1], s('Reduce'), ...
                  {s('last'), s('extrema')}, s('Step'), 1e-2);
  assertEqual(numel(out.status), 2);
  exact = nsd_exact(s('ball'));
  order = nsd_order(exact.system, [0.1 0.05], s('L1'), exact, s('Span'), [0 0.3], ...
                    s('Quantity'), s('q'));
  assertEqual(numel(order.error), 2);
  a = nsd_simulate(nsd_ball(), [0 1], 'Step', 1e-2);
  assertEqual(nsd_hausdorff(a, a, s('q')), 0);
  d = nsd_bifurcation(NsdSystem.linear(1, 0.1, 1, nsd_harmonic(1, 2)).start(0, 0), s('omega'), ...
                      [2 2.1], @(p) [0 60*pi/p.omega], s('Period'), @(p) 2*pi/p.omega, ...
                      s('Step'), @(p) 2*pi/p.omega/100);
  assertEqual(numel(d.periods), 2);
end

function test_results()
  [s, clean] = quoted(); %#ok<ASGLU>
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 1e-2);
  [~, left] = sol.at(0.5, s('left'));
  [~, same] = sol.at(0.5, 'left');
  assertEqual(left, same);
  [folder, gone] = new_folder(); %#ok<ASGLU>
  sol.export(s(fullfile(folder, 'ball.csv')));
  assertEqual(exist(fullfile(folder, 'ball.csv'), 'file'), 2);
  figure('visible', 'off');
  shut = onCleanup(@() close(gcf())); %#ok<NASGU>
  plot(sol, s('velocity'), s('Parent'), gca());
  [ok, text] = nsd_check(s('ball'), 8.579); %#ok<ASGLU>
  assertTrue(islogical(ok));
end
