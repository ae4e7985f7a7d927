function test_suite = test_providers()
%TEST_PROVIDERS  Functions called back, recorded and compiled: one motion on every model.
%   The examples: test_examples.
%   Agreement to 1e-12 of the size of the motion, over at most STEPS steps: in unstable motions
%   (a tilted block, a double pendulum, impacts) a difference of rounding grows from step to step.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_nonlinear_model_of_the_toolbox()
  files = dir(toolbox_folder('models', 'nsd_*.m'));
  used = 0;
  for k = 1:numel(files)
    [~, name] = fileparts(files(k).name);
    if strcmp(name, 'nsd_exact'), continue; end               % formulas, no system
    sys = feval(name);
    if ~isa(sys, 'NsdSystem'), continue; end                  % bodies: nothing to record
    if strcmp(sys.Kind, 'linear') || ~isempty(sys.Builtin), continue; end   % nothing to record
    for method = {'moreau', 'genalpha', 'paoli', 'event-newmark'}
      compare_providers(name, {sys, [0 0.8], 'Step', 2e-3, 'Method', method{1}});
    end
    % 'event' chooses its steps by an error estimate, which feels the last digits of differenced
    % second derivatives: the same motion to the tolerance of the run
    given = {sys, [0 0.8], 'Method', 'event', 'RelTol', 1e-8, 'AbsTol', 1e-8};
    a = simulate_quietly(given{:}, 'Compile', 'on');
    b = simulate_quietly(given{:}, 'Compile', 'off');
    assertElementsAlmostEqual(a.q(end, :), b.q(end, :), 'absolute', 1e-7);
    used = used + 1;
  end
  assertTrue(used >= 1);
end

function test_the_collection_of_systems_as_functions()
  % gaps and joints without Jacobian are differenced where they are called back       (NL.7)
  problems = system_collection();
  for k = 1:numel(problems)
    p = problems(k);
    if ~isempty(p.sys.Force.handle) || p.sys.Coordinates > 10, continue; end
    for gaps = {'function', 'jacobian'}
      if strcmp(gaps{1}, 'function') && rank(full(p.sys.JointNormals)) < numel(p.sys.JointOffset)
        continue    % dependent joints share a force in no one way once their normals are rounded
      end
      sys = as_lagrangian(p.sys, gaps{1}).start(p.sys.InitialPosition, p.sys.InitialVelocity);
      compare_providers(p.name, {sys, p.span, 'Step', p.step});
    end
  end
end

function test_normals_by_differences_are_as_good_as_given_ones()
  % A slider-crank on joints without Jacobian differed by 9e-12 between tape and callbacks while
  % normals were differenced with fourth order, whose noise is eps/7e-4
  r = 1; L = 2;
  joints = @(q) [q(2) - r*cos(q(1)); q(3) - r*sin(q(1)); (q(4) - q(2))^2 + q(3)^2 - L^2];
  crank = NsdSystem.lagrangian(diag([0.3 0.5 0.5 1]), @(t,q,v) [3 - 0.5*v(1); 0; -0.5*9.81; 0]);
  crank = crank.joint(joints).contact([0; 0; 0; -1], 2.7, 'Restitution', 0.8);
  q0 = [2; r*cos(2); r*sin(2); r*cos(2) + sqrt(L^2 - r^2*sin(2)^2)];
  compare_providers('slider-crank', {crank, [0 0.8], q0, zeros(4, 1), 'Step', 8e-3, ...
                                     'Project', 'on'});
  compare_providers('slider-crank', {crank, [0 0.8], q0, zeros(4, 1), 'Step', 8e-3, ...
                                     'Method', 'genalpha'});
end
