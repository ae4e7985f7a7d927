function test_suite = test_compile()
%TEST_COMPILE  Runs with functions called back, recorded and compiled: the same motion.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_three_providers_agree_on_every_model()
  % called back, the same formulas in another order of rounding: 1e-12 of the size of the motion
  for p = models()
    compiled = nsd_compile(p.sys, 'Start', {p.q0, p.v0}, 'Folder', library_folder());
    assertTrue(exist(compiled.Tapes.library, 'file') == 2);
    for method = p.methods
      given = {p.span, p.q0, p.v0, 'Step', p.step, 'Method', method{1}, p.options{:}};
      called = simulate_quietly(p.sys, given{:}, 'Compile', 'off');
      traced = simulate_quietly(p.sys, given{:}, 'Compile', 'on');
      built = simulate_quietly(compiled, given{:}, 'Compile', 'on');
      label = sprintf('%s, %s', p.name, method{1});
      same_motion(called, traced, label);
      assertTrue(isequal(traced.q, built.q) && isequal(traced.v, built.v), label);    % all bits
    end
  end
end

function test_first_order_systems_and_events_run_in_c()
  % rounding apart: located switches and steps depend on it by the tolerance of the run
  relay = NsdSystem.filippov(@(t,x,s) [x(2); -x(1) - 0.2*x(2) - 0.5*s], @(x) x(2));
  circuit = NsdSystem.firstOrder(@(t,x) [-x(1) + sin(t); x(1) - x(2)^3], ...
                                 @(x,l,t) x(1) + 2*l, @(x,l,t) [l; 0.1*l*x(2)]);
  ball = NsdSystem.hybrid(@(t,x) [x(2); -9.81 - 0.1*x(2)], @(x) x(1), @(x) [x(1); -0.8*x(2)]);
  runs = {{relay, [0 5], [2; 0]}, {circuit, [0 1], [0.5; 0], 'Step', 0.01}, ...
          {ball, [0 1], [1; 0]}};
  for k = 1:numel(runs)
    a = simulate_quietly(runs{k}{:}, 'Compile', 'on');
    b = simulate_quietly(runs{k}{:}, 'Compile', 'off');
    assertEqual(a.status, b.status);
    assertElementsAlmostEqual(a.x(end, :), b.x(end, :), 'absolute', 1e-8);
  end
  swing = NsdSystem.lagrangian(1, @(t,q,v) -sin(q)).start(1, 0);
  given = {[0 10], 'Method', 'event', 'Events', @(t,q,v) [q - 0.5; v]};
  a = simulate_quietly(swing, given{:}, 'Compile', 'on');
  b = simulate_quietly(swing, given{:}, 'Compile', 'off');
  assertEqual(a.events.contact, b.events.contact);
  assertElementsAlmostEqual(a.events.t, b.events.t, 'absolute', 1e-8);
  assertTrue(numel(a.events.t) > 4);
end

function test_newton_converges_quadratically()
  % ended by a change of at most tol, a quadratic iteration is wrong by C tol^2, here C < 3; a
  % constant matrix, or one without dM/dq, leaves a fixed part of tol
  F = @(t,q,v) [-200*q(1)^3 - 3*v(1)^3 + q(2); -5*sinh(2*q(2)) - q(1)*v(1)*v(2)];
  sys = NsdSystem.lagrangian(@(q) [2 + q(1)^2, sin(q(2)); sin(q(2)), 1.5 + cos(q(1))], F);
  for tol = [1e-2 1e-3 1e-4 1e-5]
    assertTrue(newton_error(sys, tol) <= 3*tol^2 + 1e-14, sprintf('tol %g', tol));
  end
end

function test_parameters_are_inputs_of_the_record()
  sys = NsdSystem.lagrangian(@(q,p) p.m, @(t,q,v,p) -p.k*q + cos(p.w*t));
  sys = sys.contact(@(q,t,p) q + p.wall, 'Restitution', 'r');
  sys = sys.parameter('m', 2, 'k', 5, 'w', 2, 'wall', 0.3, 'r', 0.6).start(1, 0);
  sys = nsd_compile(sys, 'Folder', library_folder());
  other = sys.parameter('k', 9, 'wall', 0.1, 'r', 0.9);
  assertTrue(~isempty(other.Tapes));
  a = simulate_quietly(other, [0 3], 'Step', 5e-3);
  b = simulate_quietly(other, [0 3], 'Step', 5e-3, 'Compile', 'off');
  same_motion(a, b, 'parameters');
  assertTrue(sum(a.impulse) > 0);
  assertTrue(isempty(sys.parameter('new', 1).Tapes));
  assertTrue(isempty(sys.contact(@(q) 5 - q).Tapes));
end

function test_branch_on_a_parameter_keeps_its_value()
  sys = NsdSystem.lagrangian(1, @either).parameter('hard', 1).start(1, 0);
  [traced, info] = nsd_compile(sys, 'Target', 'tape');
  assertTrue(info.functions.compiled && info.functions.fixed);
  assertEqual(info.force(0, 2, 0), -20);
  soft = traced.parameter('hard', 0);
  assertTrue(isempty(soft.Tapes));
  sol = simulate_quietly(soft, [0 1], 'Step', 0.01);
  other = simulate_quietly(soft, [0 1], 'Step', 0.01, 'Compile', 'off');
  same_motion(sol, other, 'soft');
end

function test_compile_on_refuses_what_cannot_be_compiled()
  sys = NsdSystem.lagrangian(1, @branching);
  try
    nsd_simulate(sys, [0 1], 1, 0, 'Compile', 'on');
    error('test:none', 'nothing was raised');
  catch err
    assertEqual(err.identifier, 'nsd:compile:notTraceable');
    assertTrue(~isempty(strfind(err.message, 'force')));
  end
  sol = nsd_simulate(sys, [0 1], 1, 0, 'Step', 0.01);            % calls back
  assertEqual(sol.status, 'ok');
end

function test_some_functions_compiled_and_some_called_back()
  sys = NsdSystem.lagrangian(@(q) 1 + q^2, @branching).contact(@(q) q + 0.3, 'Restitution', 0.5);
  sys = sys.potential(@(q) q^2).start(1, 0);
  for method = {'moreau', 'paoli', 'event-newmark'}
    a = simulate_quietly(sys, [0 2], 'Step', 0.01, 'Method', method{1});
    b = simulate_quietly(sys, [0 2], 'Step', 0.01, 'Method', method{1}, 'Compile', 'off');
    same_motion(a, b, method{1});
  end
  text = evalc('disp(sys)');
  assertTrue(~isempty(strfind(text, 'runs in C: mass, potential, gap')));
  assertTrue(~isempty(strfind(text, 'stays in the interpreter (slower): force; it branches')));
end

function test_record_that_differs_is_not_used()
  % the function remembers how often it was called: no record can know that
  sys = NsdSystem.lagrangian(1, @counting);
  [~, info] = nsd_compile(sys, 'Start', {1, 0}, 'Target', 'tape');
  assertTrue(~info.functions.compiled);
  [id, ~, sol] = warning_of(@() nsd_simulate(NsdSystem.lagrangian(1, @late), [0 1], 1, 0));
  assertEqual(id, 'nsd:compile:mismatch');
  assertEqual(sol.status, 'ok');
end

function test_branch_on_a_comparison_that_is_also_used_is_found()
  % it stands in the result, so that only values tell; far from the start they do
  sys = NsdSystem.lagrangian(1, @both_ways);
  [id, ~, made] = warning_of(@() nsd_compile(sys, 'Start', {30, 0}, 'Target', 'tape'));
  assertEqual(id, 'nsd:compile:mismatch');
  assertTrue(~made.Tapes.report.compiled);
end

function test_a_wrong_jacobian_stays_the_users()
  % what the user gives as a derivative is what runs use, right or wrong
  gap = @(q) q(1) - q(2);
  skew = NsdSystem.lagrangian(eye(2), @(t,q,v) [-1; 0]).contact(gap, 'Jacobian', @(q) [1 0]);
  a = simulate_quietly(skew, [0 2], [0.5; 0], [0; 0], 'Step', 0.01);
  b = simulate_quietly(skew, [0 2], [0.5; 0], [0; 0], 'Step', 0.01, 'Compile', 'off');
  same_motion(a, b, 'skew');
  assertEqual(a.q(end, 2), 0);
end

function test_libraries_are_found_again()
  folder = tempname();
  sys = NsdSystem.lagrangian(1, @(t,q,v) -sin(q)).start(1, 0);
  [~, first] = nsd_compile(sys, 'Folder', folder);
  stamp = dir(first.file);
  [~, second] = nsd_compile(sys, 'Folder', folder);
  assertEqual(second.file, first.file);
  again = dir(second.file);
  assertEqual(again.datenum, stamp.datenum);
  [~, other] = nsd_compile(NsdSystem.lagrangian(1, @(t,q,v) -cos(q)).start(1, 0), ...
                           'Folder', folder);
  assertTrue(~strcmp(other.file, first.file));
  assertElementsAlmostEqual(other.force(0, 1, 0), -cos(1), 'absolute', 1e-15);
end

function test_a_broken_library_is_built_anew()
  % nsd_compile found it, could not load it and asked for nsd_compile
  folder = tempname();
  sys = NsdSystem.lagrangian(1, @(t,q,v) -3*sin(q)).start(1, 0);
  [~, first] = nsd_compile(sys, 'Folder', folder);
  for content = {'cut short', ''}
    delete(first.file);                          % it is loaded: not to be written into
    write(first.file, content);
    [~, again] = nsd_compile(sys, 'Folder', folder);
    assertEqual(again.file, first.file);
    assertElementsAlmostEqual(again.force(0, 1, 0), -3*sin(1), 'absolute', 1e-15);
  end
end

function test_compilers_that_are_missing_or_write_nothing_are_named()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -4*sin(q)).start(1, 0);
  if ~exist('OCTAVE_VERSION', 'builtin'), return; end    % there the host chooses it
  restore = kept_compiler();
  cases = {'/no/such/compiler', 'nsd:compile:noCompiler'; 'false', 'nsd:compile:failed'; ...
           'true', 'nsd:compile:failed'};
  for k = 1:3
    setenv('CC', cases{k, 1});
    assertExceptionThrown(@() nsd_compile(sys, 'Folder', tempname()), cases{k, 2});
  end
  clear restore
  file = [tempname() '.txt'];
  write(file, {'no folder'});
  assertExceptionThrown(@() nsd_compile(sys, 'Folder', file), 'nsd:compile:failed');
end

function test_very_long_runs_are_compiled_by_themselves()
  sys = NsdSystem.lagrangian(1, @(t,q,v) -9.81*sin(q) - 0.1*v + 0.5*cos(2*t));
  sys = sys.contact(@(q) q + 0.5, 'Restitution', 0.8);
  at = struct('t', 0, 'q', 1, 'v', 0);
  [~, sys] = nsd_model_arrays(sys, 0, 1, 0);
  sys = nsd_trace_system(sys, at, 'auto');
  folder = {'Folder', library_folder()};
  records = {sys.Tapes.tapes.force, sys.Tapes.tapes.gap};       % the mass is a number
  bound = 4e8/sum(cellfun(@(record) numel(record.a), records));
  assertEqual(nsd_compile_long(sys, at, bound - 1, folder{:}).Tapes.library, '');
  built = nsd_compile_long(sys, at, bound + 1, folder{:});
  assertTrue(exist(built.Tapes.library, 'file') == 2);
  assertTrue(isequal(nsd_simulate(built, [0 3], 1, 0, 'Step', 1e-3), ...
                     nsd_simulate(sys, [0 3], 1, 0, 'Step', 1e-3)));
  called = nsd_trace_system(sys, at, 'off');                    % nothing is recorded
  assertTrue(isempty(nsd_compile_long(called, at, 1e9, folder{:}).Tapes));
end

function test_a_very_long_run_without_a_compiler_evaluates_the_record()
  if ~exist('OCTAVE_VERSION', 'builtin'), return; end    % there the host chooses it
  restore = kept_compiler(); %#ok<NASGU>
  forget = onCleanup(@() clear('nsd_compile_long')); %#ok<NASGU>
  clear('nsd_compile_long');
  setenv('CC', 'no_such_compiler_nsd');
  at = struct('t', 0, 'q', 1, 'v', 0);
  [~, sys] = nsd_model_arrays(NsdSystem.lagrangian(1, @(t,q,v) -sin(q) - 0.35*v^3), 0, 1, 0);
  sys = nsd_trace_system(sys, at, 'auto');
  lastwarn('');
  assertEqual(nsd_compile_long(sys, at, 1e10, 'Folder', library_folder()).Tapes.library, '');
  assertEqual(lastwarn(), '');
end

function test_functions_written_in_c()
  file = [tempname() '.c'];
  write(file, {'#include "nsd_plugin.h"', 'NSD_SYSTEM(2, 1, 0, "k r")', ...
               'NSD_MASS(q, p, M) { M[0] = 2 + cos(q[1]); M[1] = M[2] = 0; M[3] = 1 + p[0]; }', ...
               'NSD_FORCE(t, q, v, p, F)', ...
               '{ F[0] = -p[0]*q[0] - 0.1*v[0] + sin(t); F[1] = -9.81; }', ...
               'NSD_GAP(t, q, p, y) { y[0] = q[1] - 0.1*sin(t); }', ...
               'NSD_GAP_JACOBIAN(t, q, p, H, rate)', ...
               '{ H[0] = 0; H[1] = 1; rate[0] = -0.1*cos(t); }'});
  given = {'Folder', library_folder(), 'Parameters', struct('k', 5, 'r', 0.7), 'Restitution', 'r'};
  [sys, info] = nsd_compile(file, given{:});
  assertEqual({info.functions.name}, {'mass', 'force', 'gap', 'gapJacobian'});
  same = NsdSystem.lagrangian(@(q,p) [2 + cos(q(2)), 0; 0, 1 + p.k], ...
                              @(t,q,v,p) [-p.k*q(1) - 0.1*v(1) + sin(t); -9.81]);
  same = same.contact(@(q,t) q(2) - 0.1*sin(t), 'Restitution', 'r').parameter('k', 5, 'r', 0.7);
  for method = {'moreau', 'paoli', 'event-newmark'}
    a = simulate_quietly(sys, [0 1], [1; 0.3], [0; 0], 'Step', 2e-3, 'Method', method{1});
    b = simulate_quietly(same, [0 1], [1; 0.3], [0; 0], 'Step', 2e-3, 'Method', method{1});
    assertElementsAlmostEqual(a.q, b.q, 'absolute', 1e-10);
    assertTrue(sum(a.impulse) > 0);
  end
  other = simulate_quietly(sys.parameter('k', 7), [0 1], [1; 0.3], [0; 0], 'Step', 2e-3);
  also = simulate_quietly(same.parameter('k', 7), [0 1], [1; 0.3], [0; 0], 'Step', 2e-3);
  assertElementsAlmostEqual(other.q, also.q, 'absolute', 1e-10);
  assertExceptionThrown(@() nsd_compile(file, 'Folder', library_folder()), ...
                        'nsd:compile:parameter');
  write(file, {'int x'});
  assertExceptionThrown(@() nsd_compile(file, 'Folder', library_folder()), 'nsd:compile:failed');
  write(file, {'int x;'});
  assertExceptionThrown(@() nsd_compile(file, 'Folder', library_folder()), 'nsd:compile:notPlugin');
  delete(file);
  assertExceptionThrown(@() nsd_compile(file), 'nsd:compile:badArgument');
end

function write(file, lines)
  handle = fopen(file, 'w');
  fprintf(handle, '%s\n', lines{:});
  fclose(handle);
end

function test_bad_calls_are_refused()
  assertExceptionThrown(@() nsd_compile(3), 'nsd:compile:badArgument');
  assertExceptionThrown(@() nsd_compile(nsd_ball()), 'nsd:compile:badArgument');
  sys = NsdSystem.lagrangian(@(q) 1, @(t,q,v) -q);
  assertExceptionThrown(@() nsd_compile(sys), 'nsd:compile:badArgument');
  assertExceptionThrown(@() nsd_compile(sys, 'Target', 'moon'), 'nsd:compile:badArgument');
  assertExceptionThrown(@() nsd_compile(sys, 'Tarjet', 'tape'), 'nsd:compile:unknownOption');
  assertExceptionThrown(@() nsd_simulate(sys, [0 1], 1, 0, 'Compile', 'maybe'), ...
                        'nsd:options:badValue');
end

function list = models()
  list = struct('name', {}, 'sys', {}, 'q0', {}, 'v0', {}, 'span', {}, 'step', {}, ...
                'methods', {}, 'options', {});
  g = 9.81;
  F = @(t,q,v) [-sin(q(1)-q(2))*v(2)^2 - 2*g*sin(q(1)); sin(q(1)-q(2))*v(1)^2 - g*sin(q(2))];
  angles = NsdSystem.lagrangian(@(q) [2, cos(q(1)-q(2)); cos(q(1)-q(2)), 1], F);
  angles = angles.contact(@(q) [sin(q(1)); sin(q(1)) + sin(q(2))] + 0.4, 'Restitution', 0.7);
  angles = angles.potential(@(q) -g*(2*cos(q(1)) + cos(q(2))));
  add('double pendulum', angles, [1.2; 0.6], [0; 0], [0 0.8], 5e-3, ...
      {'moreau', 'paoli', 'event-newmark'}, {});
  xy = NsdSystem.lagrangian(eye(4), @(t,q,v) [0; -g; 0; -g]);
  xy = xy.joint(@(q) [q(1)^2 + q(2)^2 - 1; (q(3)-q(1))^2 + (q(4)-q(2))^2 - 1], 'Jacobian', ...
                @(q) 2*[q(1) q(2) 0 0; q(1)-q(3) q(2)-q(4) q(3)-q(1) q(4)-q(2)]);
  xy = xy.contact([1 0; 0 0; 0 1; 0 0], 0.4, 'Restitution', 0.7);
  add('rods', xy, [sin(1.2); -cos(1.2); sin(1.2) + sin(0.6); -cos(1.2) - cos(0.6)], ...
      zeros(4, 1), [0 0.6], 1e-2, {'moreau'}, {'Project', 'on'});
  crank = NsdSystem.lagrangian(diag([0.3 0.5 0.5 1]), @(t,q,v) [3 - 0.5*v(1); 0; -0.5*g; 0]);
  crank = crank.joint(@(q) [q(2) - cos(q(1)); q(3) - sin(q(1)); ...
                            (q(4) - q(2))^2 + q(3)^2 - 4], 'Jacobian', @(q) ...
                      [sin(q(1)) 1 0 0; -cos(q(1)) 0 1 0; 0, 2*(q(2) - q(4)), 2*q(3), ...
                       2*(q(4) - q(2))]).contact([0; 0; 0; -1], 2.7);
  add('slider-crank', crank, [2; cos(2); sin(2); cos(2) + sqrt(4 - sin(2)^2)], zeros(4, 1), ...
      [0 0.8], 8e-3, {'moreau'}, {'Project', 'on'});
  table = NsdSystem.lagrangian(1, @(t,q,v) -g - 0.1*v*abs(v));
  table = table.contact(@(q,t) q - 0.1*sin(5*t), 'Restitution', 0.8, 'Jacobian', @(q,t) 1, ...
                        'Rate', @(q,t) -0.5*cos(5*t));
  add('moving table', table, 0.5, 0, [0 1], 4e-3, {'moreau', 'event-newmark'}, {});
  disc = NsdSystem.lagrangian(diag([1 1 0.5]), @(t,q,v) [0; -g; 0]);
  disc = disc.contact(@(q) q(2) - 1 - 0.1*sin(q(1)), 'Restitution', 0.3, 'Friction', 0.4, ...
                      'Jacobian', @(q) [-0.1*cos(q(1)) 1 0], ...
                      'Tangent', @(q) [1; 0.1*cos(q(1)); 1]);
  add('disc on a wavy floor', disc, [0; 1.5; 0], [1; 0; 2], [0 1.2], 5e-3, {'moreau'}, {});
  function add(name, sys, q0, v0, span, step, methods, options)
    list(end+1) = struct('name', name, 'sys', sys, 'q0', q0, 'v0', v0, 'span', span, ...
                         'step', step, 'methods', {methods}, 'options', {options});
  end
end

function same_motion(a, b, label)
  assertEqual(a.status, b.status, label);
  assertEqual(size(a.q), size(b.q), label);
  close = @(x, y) max([0; abs(x(:) - y(:))]) <= 1e-12*max([1; abs(x(:))]);
  assertTrue(close(a.q, b.q), [label ': q']);
  assertTrue(close(a.v, b.v), [label ': v']);
  assertTrue(close(a.impulse, b.impulse), [label ': impulse']);
  assertTrue(close(a.energy.total, b.energy.total), [label ': energy']);
end

function restore = kept_compiler()
% sets the variable CC back when it is cleared; an empty CC would stop a later make
  before = getenv('CC');
  if isempty(before)
    restore = onCleanup(@() unsetenv('CC'));
  else
    restore = onCleanup(@() setenv('CC', before));
  end
end

function folder = library_folder()
  folder = fullfile(tempdir(), sprintf('nsd_test_%d', getpid()));
end

function e = newton_error(sys, tol)
% of the first step, where nothing is known from steps before
  given = {[0 0.2], [0.5; 0.4], [1; -1], 'Step', 0.2, 'Compile', 'on'};
  exact = simulate_quietly(sys, given{:});
  sol = simulate_quietly(sys, given{:}, 'NewtonTol', tol);
  e = max(abs(sol.v(end, :) - exact.v(end, :)));
end

function F = branching(~, q, ~)
  if q > 0, F = -q; else, F = -2*q; end
end

function F = both_ways(~, q, v)
  inside = q < 0;
  F = -9.81 - 100*q*inside;
  if inside, F = F - 5*v - 7*q; end
end

function F = either(~, q, ~, p)
  if p.hard > 0.5, F = -10*q; else, F = -q; end
end

function F = counting(~, q, ~)
  persistent calls
  if isempty(calls), calls = 0; end
  calls = calls + 1;
  F = -q*calls;
end

function F = late(~, q, ~)
% another formula from the second call on
  persistent called
  F = -q;
  if ~isempty(called) && ~isa(q, 'double'), F = -2*q; end
  called = true;
end
