function test_suite = test_bifurcation()
%TEST_BIFURCATION  Sections, diagrams and basins: known orbits of the impact oscillator.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_the_period_is_that_of_the_force()
  % it was asked for, in words of nsd_sweep, although the system holds it
  osc = NsdSystem.linear(1, 0.05, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
  osc = osc.start(-1, 0);
  given = {osc, 'omega', [2.6 2.7], [0 60]};
  one = nsd_bifurcation(given{:});
  two = nsd_bifurcation(given{:}, 'Period', @(p) 2*pi/p.omega);
  assertEqual(one.points, two.points);
  given = {osc, [0 60]};
  assertEqual(nsd_poincare(given{:}), nsd_poincare(given{:}, 'Period', 2*pi/2.6));
  other = NsdSystem.linear(1, 0, 1, @(t) sin(t)).start(1, 0);
  told(@() nsd_poincare(other, [0 9]), 'nsd:sweep:badValue', '''Period'', 2*pi/2.6');
end

function sys = oscillator(w)
% x'' + x = cos(w t), x <= 0, r = 0.8
  sys = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, w)).contact(-1, 0, 'Restitution', 0.8);
  sys = sys.start(-1, 0);
end

function test_one_value_of_the_parameter_is_a_diagram_too()
  % the samples of one run are a row, and were stacked as if they were a column
  osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
  d = nsd_bifurcation(osc.start(-1, 0), 'omega', 2.6, [0 20], 'Period', 2, 'Step', 0.02);
  assertEqual(numel(d.periods), 1);
end

function test_points_at_impacts_are_those_of_the_one_impact_orbit()
  % w = 2.5: impact at 1.2022601495 modulo the period, speed before it 0.6453521784
  p = nsd_poincare(oscillator(2.5), [0 500], 'Section', 'impact', 'Method', 'event');
  assertEqual(p.status, 'ok');
  assertTrue(numel(p.t) > 100);
  late = p.t > 400;
  assertElementsAlmostEqual(mod(p.t(late), 2*pi/2.5), 1.2022601495*ones(sum(late), 1), ...
                            'absolute', 1e-6);      % what is left of the transient
  assertElementsAlmostEqual(p.v(late), -0.8*0.6453521784*ones(sum(late), 1), 'absolute', 1e-6);
end

function test_sections_of_ones_own_lie_on_their_surface()
  % where the velocity is a tenth of the position; the same plane as an entry and as a function
  own = nsd_poincare(oscillator(2.5), [0 300], 'Section', @(t, q, v) v - q/10, 'RelTol', 1e-10);
  assertTrue(numel(own.t) > 100 && min(own.t) >= 30);
  assertElementsAlmostEqual(own.v, own.q/10, 'absolute', 1e-9);
  entry = nsd_poincare(oscillator(2.5), [0 300], 'Section', [1 -0.5 1], 'Method', 'event', ...
                       'Samples', 20);
  assertElementsAlmostEqual(entry.q, -0.5*ones(20, 1), 'absolute', 1e-9);
  assertTrue(all(entry.v > 0));
  plane = nsd_poincare(oscillator(2.5), [0 300], 'Section', @(t, y) rising(y), 'Samples', 20);
  assertElementsAlmostEqual(plane.t, entry.t, 'absolute', 1e-9);
end

function [value, terminal, direction] = rising(y)
  value = y(1) + 0.5;
  terminal = 0;
  direction = 1;
end

function test_every_picture_is_drawn()
  before = get(0, 'DefaultFigureVisible');
  restore = onCleanup(@() set(0, 'DefaultFigureVisible', before)); %#ok<NASGU>
  set(0, 'DefaultFigureVisible', 'off');
  close('all');
  w = 2.5;
  T = 2*pi/w;
  nsd_poincare(oscillator(w), [0 50], 'Section', 'impact', 'Step', 0.01);
  assertTrue(~isempty(strfind(get(get(gca(), 'XLabel'), 'String'), 'phase')));
  nsd_poincare(oscillator(w), [0 20*T], 'Period', T, 'Step', T/200);
  assertEqual(get(get(gca(), 'XLabel'), 'String'), 'q1');
  nsd_bifurcation(oscillator(w), 'omega', [2.5 2.55], [0 50], 'Section', 'impact', 'Step', 0.01);
  assertEqual(get(gca(), 'XLim'), [2.5 2.55]);
  nsd_basin(oscillator(w), [-1 -0.5], [0 1], [0 20*T], 'Period', T, 'Step', T/100);
  nsd_lyapunov_quietly(oscillator(w), T);
  close('all');
end

function nsd_lyapunov_quietly(sys, T)
  evalc('nsd_lyapunov(sys, T, 3);');
end

function test_period_doubles_where_it_should()
  d = nsd_bifurcation(oscillator(2.6), 'omega', [2.63 2.645 2.66 2.68], ...
                      @(p) [0 2*pi/p.omega*200], 'Period', @(p) 2*pi/p.omega, ...
                      'Method', 'event', 'Samples', 16);
  assertEqual(d.periods, [1; 1; 2; 2]);             % the first doubling is at 2.65335
  assertEqual(size(d.points), [4 16]);
end

function test_two_wells_have_two_basins()
  % a damped particle in the wells of x^4/4 - x^2/2; the walls are never reached
  sys = NsdSystem.lagrangian(1, @(t, q, v) q - q.^3 - 0.5*v).contact(@(q) q + 9).start(0, 0);
  b = nsd_basin(sys, [-1.2 -0.4 0.4 1.2], [-0.1 0.1], [0 60], 'Period', 2, ...
                'Step', 0.02, 'Progress', 'off');
  assertEqual(b.attractor(:, 1), b.attractor(:, 2));
  assertEqual(b.attractor(:, 3), b.attractor(:, 4));
  assertTrue(b.attractor(1, 1) ~= b.attractor(1, 4));
  assertEqual(sort(round(b.state(:, 1)))', [-1 1]);
  assertEqual(b.count', [4 4]);
  assertEqual(b.period', [1 1]);
end

function test_bad_requests_are_refused()
  assertExceptionThrown(@() nsd_poincare(oscillator(2)), 'nsd:poincare:missing');
  assertExceptionThrown(@() nsd_bifurcation(oscillator(2), 'omega'), 'nsd:bifurcation:missing');
  assertExceptionThrown(@() nsd_basin(oscillator(2), 1, 1), 'nsd:basin:missing');
  assertExceptionThrown(@() nsd_basin(NsdSystem.linear(1), 1, 1, [0 1], 'Period', 1), ...
                        'nsd:basin:noStart');
  assertExceptionThrown(@() nsd_basin(oscillator(2), 1, 1, [0 1], 'Entries', [1 1]), ...
                        'nsd:basin:badEntries');
  run = {oscillator(2.5), [0 10]};
  refused = @(f, id) assertExceptionThrown(f, ['nsd:' id]);
  refused(@() nsd_poincare(run{:}, 'Sectoin', 'impact'), 'poincare:unknownOption');
  refused(@() nsd_poincare(run{:}, 'Section', [9 0 0], 'Method', 'event'), 'poincare:badValue');
  refused(@() nsd_poincare(run{:}, 'Section', 'impact', 'Columns', [1 7]), 'poincare:badValue');
  refused(@() nsd_poincare(run{1}, 5, 'Section', 'impact'), 'poincare:badSpan');
  refused(@() nsd_poincare(NsdSystem.linear(1), [0 1], 'Period', 1), 'poincare:noStart');
  refused(@() nsd_bifurcation(run{1}, 'omega', 2, [0 9], 'Priod', 1), 'bifurcation:unknownOption');
  refused(@() nsd_bifurcation(run{1}, 'omega', 2, [0 9], 'Period', 1, 'Columns', 5), ...
          'bifurcation:badValue');
  refused(@() nsd_basin(run{1}, 1, 1, [0 9], 'Tolerance', -1), 'basin:badValue');
  refused(@() nsd_basin(run{1}, 1, 1, [0 9], 'Entrys', [1 2]), 'basin:unknownOption');
  refused(@() nsd_lyapunov(run{1}, 1, 3, 'Method', 'moreau'), 'lyapunov:badMethod');
  refused(@() nsd_lyapunov(run{1}, 1, 3, 'Setle', 2), 'lyapunov:unknownOption');
  refused(@() nsd_lyapunov(run{1}, -1, 3), 'lyapunov:badValue');
  refused(@() nsd_lyapunov(run{1}, 1, 2.5), 'lyapunov:badValue');
end
