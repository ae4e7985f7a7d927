function test_suite = test_bar_model()
%TEST_BAR_MODEL  The compiled bar as a system: check values, refusals; tests/c/model has the rest.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- check values of an independent prototype -----------------------------------------------

function test_three_segments_in_motion()
  sys = nsd_bar('Model', 1, 'Segments', 3);
  L = (0.2 - 0.00635)/6;
  q = [0; 0.01; 0.5; 0.6; 0.8; L + 1e-3; L - 5e-4; L + 2e-3];
  v = [0.1; -1; 2; -3; 4; 0.05; -0.02; 0.03];
  M = sys.mass(q);
  [~, T] = sys.energy(q, v);
  x = M \ [0; 1; 0; 0; 0; 0; 0; 0];
  found = [T, M(2,3), M(3,3), x(2)];
  known = [0.0848620550613, 9.395248947e-3, 6.649335356e-4, 87.95309659];
  assertElementsAlmostEqual(found./known, ones(1, 4), 'absolute', 1e-7);
end

function test_jump_of_velocity_at_the_first_impact()
  sys = nsd_bar('Angle', 60);
  x = sys.mass(sys.InitialPosition) \ [0; 1; zeros(18, 1)];
  found = x([1 3 4 12 13])/x(2);
  known = [0.344850343; -10.905216570; 1.877348325; -1.038450575; 1.038450575];
  assertElementsAlmostEqual(found, known, 'absolute', 1e-7);
end

function test_energy_of_the_start()
  % W_exp of the event-driven tables: 1 m/s, 0.01 m above the floor
  known = [0.209811675, 0.247802491, 0.276953869, 0.301529617];
  angles = [30 45 60 90];
  for k = 1:4
    sys = nsd_bar('Angle', angles(k));
    assertElementsAlmostEqual(sys.energy(sys.InitialPosition, sys.InitialVelocity), known(k), ...
                              'absolute', 2e-9);
  end
end

% ---- consistency ----------------------------------------------------------------------------

function test_gap_is_that_of_the_hemisphere()
  sys = nsd_bar('Angle', 45);
  assertEqual(sys.gap(sys.InitialPosition), 0.01 - 0.00635);
end

function test_a_perturbed_start_carries_the_energy_asked_for()
  rest = nsd_bar('Angle', 60);
  sys = nsd_bar('Angle', 60, 'Fraction', 5e-3, 'Phase', 90);
  assertElementsAlmostEqual(sys.InitialPosition, rest.InitialPosition, 'absolute', 1e-15);
  [~, T] = sys.energy(sys.InitialPosition, sys.InitialVelocity);
  [~, T0] = rest.energy(rest.InitialPosition, rest.InitialVelocity);
  assertElementsAlmostEqual((T - T0)/T0, 5e-3, 'absolute', 1e-12);
end

% ---- refusals -------------------------------------------------------------------------------

function test_bad_parameters_are_named()
  bad = {'Model', 3; 'Segments', 1; 'Segments', 2.5; 'Length', 0.001; 'Radius', -1; 'Young', NaN};
  for k = 1:size(bad, 1)
    assertExceptionThrown(@() nsd_bar(bad{k,:}), 'nsd:bar:badValue');
  end
  assertExceptionThrown(@() nsd_bar('Segment', 5), 'nsd:bar:unknownOption');
end

function test_bad_calls_are_refused()
  p = nsd_bar('Segments', 9).Builtin.parameters;
  call = @(varargin) nsd_kernel('bar', p, varargin{:});
  assertExceptionThrown(@() call('weight'), 'nsd:mex:badCall');
  assertExceptionThrown(@() call('mass'), 'nsd:mex:badCall');
  assertExceptionThrown(@() call('mass', zeros(19, 1)), 'nsd:mex:badInput');
  q = zeros(20, 1);
  assertExceptionThrown(@() nsd_kernel('bar', rmfield(p, 'Young'), 'mass', q), ...
                        'nsd:mex:badInput');
  p.Segments = NaN;
  assertExceptionThrown(@() nsd_kernel('bar', p, 'mass', q), 'nsd:bar:badArgument');
end
