function test_suite = test_bar_model()
%TEST_BAR_MODEL  The compiled bar through its gateway: check values and refusals.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

% ---- check values of an independent prototype -----------------------------------------------

function test_derived_parameters_of_the_steel_bar()
  [call, restore] = bar(); %#ok<ASGLU>
  one = call('derived');
  two = bar_of(2, 9, 'derived');
  found = [one.k, two.k, one.Gamma, two.a, one.m, one.mu];
  known = [2116550734.6, 529137683.66, 10199.15066, 6.2088713e-3, 0.02146934651, 0.00422402325];
  assertElementsAlmostEqual(found./known, ones(1, 6), 'absolute', 1e-8);
  assertElementsAlmostEqual(2*9*one.L, 0.2 - 0.00635, 'absolute', 1e-16);
end

function test_three_segments_in_motion()
  [~, restore] = bar(); %#ok<ASGLU>
  L = (0.2 - 0.00635)/6;
  q = [0; 0.01; 0.5; 0.6; 0.8; L + 1e-3; L - 5e-4; L + 2e-3];
  v = [0.1; -1; 2; -3; 4; 0.05; -0.02; 0.03];
  M = bar_of(1, 3, 'mass', 0, q);
  TU = bar_of(1, 3, 'energy', 0, q, v);
  x = bar_of(1, 3, 'solve', 0, q, [0; 1; 0; 0; 0; 0; 0; 0]);
  found = [TU(1), M(2,3), M(3,3), x(2)];
  known = [0.0848620550613, 9.395248947e-3, 6.649335356e-4, 87.95309659];
  assertElementsAlmostEqual(found./known, ones(1, 4), 'absolute', 1e-7);
  assertElementsAlmostEqual(M*x, [0; 1; 0; 0; 0; 0; 0; 0], 'absolute', 1e-13);
end

function test_jump_of_velocity_at_the_first_impact()
  [call, restore] = bar(); %#ok<ASGLU>
  start = call('start', fall(60));
  x = call('solve', 0, start.q, [0; 1; zeros(18, 1)]);
  found = x([1 3 4 12 13])/x(2);
  known = [0.344850343; -10.905216570; 1.877348325; -1.038450575; 1.038450575];
  assertElementsAlmostEqual(found, known, 'absolute', 1e-7);
end

function test_energy_of_the_start()
  % W_exp of the event-driven tables: 1 m/s, 0.01 m above the floor
  [call, restore] = bar(); %#ok<ASGLU>
  known = [0.209811675, 0.247802491, 0.276953869, 0.301529617];
  angles = [30 45 60 90];
  for k = 1:4
    start = call('start', fall(angles(k)));
    assertElementsAlmostEqual(sum(call('energy', 0, start.q, start.v)), known(k), ...
                              'absolute', 2e-9);
  end
end

function test_first_bending_frequency_and_step_limit()
  [~, restore] = bar(); %#ok<ASGLU>
  limits = [3.63e-7 4.56e-6];
  for model = 1:2
    mode = bar_of(model, 9, 'mode', 0.3);
    assertElementsAlmostEqual(mode.bending, 8413.76, 'absolute', 0.05);
    assertElementsAlmostEqual(2/mode.highest, limits(model), 'relative', 2e-3);
    start = bar_of(model, 9, 'start', fall(0.3*180/pi));
    M = bar_of(model, 9, 'mass', 0, start.q);
    J = bar_of(model, 9, 'jacobians', 0, start.q, 0*start.q);
    assertElementsAlmostEqual(mode.shape'*M*mode.shape, 1, 'absolute', 1e-12);
    % the rotation has no stiffness; gravity adds 1e-7 of the bending stiffness
    assertElementsAlmostEqual(-mode.shape'*J.Fq*mode.shape/mode.bending^2, 1, 'absolute', 1e-5);
  end
end

% ---- consistency ----------------------------------------------------------------------------

function test_fast_solve_agrees_with_backslash()
  [~, restore] = bar(); %#ok<ASGLU>
  for model = 1:2
    for n = [2 9 40]
      start = bar_of(model, n, 'start', fall(50));
      q = start.q + [0; 0; 0.1*sin((1:n)'); 1e-4*cos((1:n)')];
      x = cos((1:2*n+2)');
      y = bar_of(model, n, 'mass', 0, q) \ x;
      z = bar_of(model, n, 'solve', 0, q, x);
      assertTrue(max(abs(y - z)) <= 1e-11*max(abs(y)));
    end
  end
end

function test_gap_is_that_of_the_hemisphere()
  [call, restore] = bar(); %#ok<ASGLU>
  start = call('start', fall(45));
  gap = call('gap', 0, start.q);
  assertEqual(gap.y, 0.01 - 0.00635);
  assertEqual(gap.H, [0; 1; zeros(18, 1)]);
  assertEqual(gap.y_t, 0);
end

function test_a_perturbed_start_carries_the_energy_asked_for()
  [call, restore] = bar(); %#ok<ASGLU>
  rest = call('start', fall(60));
  perturbed = fall(60);
  perturbed.Fraction = 5e-3;
  perturbed.Phase = pi/2;
  start = call('start', perturbed);
  TU = call('energy', 0, rest.q, rest.v);
  assertElementsAlmostEqual(start.q, rest.q, 'absolute', 1e-15);
  more = call('energy', 0, start.q, start.v) - TU;
  assertElementsAlmostEqual(more(1)/TU(1), 5e-3, 'absolute', 1e-12);
end

% ---- refusals -------------------------------------------------------------------------------

function test_bad_parameters_are_named()
  [~, restore] = bar(); %#ok<ASGLU>
  bad = {'Model', 3; 'Segments', 1; 'Segments', 2.5; 'Length', 0.001; 'Radius', -1; 'Young', NaN};
  for k = 1:size(bad, 1)
    assertExceptionThrown(@() nsd_bar_parameters(bad{k,:}), 'nsd:bar:badValue');
  end
  assertExceptionThrown(@() nsd_bar_parameters('Segment', 5), 'nsd:bar:unknownOption');
end

function test_bad_calls_are_refused()
  [call, restore] = bar(); %#ok<ASGLU>
  p = nsd_bar_parameters();
  assertExceptionThrown(@() call('weight'), 'nsd:mex:badCall');
  assertExceptionThrown(@() call('mass', 0), 'nsd:mex:badCall');
  assertExceptionThrown(@() call('mass', 0, zeros(19, 1)), 'nsd:mex:badInput');
  assertExceptionThrown(@() nsd_kernel('bar', rmfield(p, 'Young'), 'derived'), 'nsd:mex:badInput');
  p.Segments = NaN;
  assertExceptionThrown(@() nsd_kernel('bar', p, 'derived'), 'nsd:bar:badArgument');
  folded = [0; 0.01; zeros(18, 1)];   % no length at all
  assertExceptionThrown(@() call('solve', 0, folded, folded), 'nsd:bar:notDefinite');
end

% ---- helpers --------------------------------------------------------------------------------

function [call, restore] = bar()
% A private function cannot be called from a test: its copy in another folder can.
  source = toolbox_folder('system', 'private');
  folder = tempname();
  mkdir(folder);
  copyfile(fullfile(source, 'nsd_bar_parameters.m'), folder);
  addpath(folder);
  restore = onCleanup(@() remove(folder));
  call = @(varargin) nsd_kernel('bar', nsd_bar_parameters(), varargin{:});
end

function remove(folder)
  rmpath(folder);
  delete(fullfile(folder, '*'));
  rmdir(folder);
end

function out = bar_of(model, n, varargin)
  out = nsd_kernel('bar', nsd_bar_parameters('Model', model, 'Segments', n), varargin{:});
end

function start = fall(degrees)
  start = struct('Angle', degrees*pi/180, 'Height', 0.01, 'Speed', 1, 'Fraction', 0, 'Phase', 0);
end
