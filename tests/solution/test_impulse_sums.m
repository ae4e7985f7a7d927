function test_suite = test_impulse_sums()
%TEST_IMPULSE_SUMS  Impulses between rows are in the next row, whatever rows are kept.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function runs = every_method()
% name, system, [t0 t1], options
  belt = NsdSystem.linear(eye(2), [], diag([4 0]), [2; -9.81]);
  belt = belt.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]).start([0; 0.1], [0.4; 0]);
  puck = NsdSystem.linear(eye(3), [], [], [0; 0; -9.81]);
  puck = puck.contact([0; 0; 1], 0, 'Friction', 0.2, 'Tangent', [1 0; 0 1; 0 0]);
  puck = puck.start([0; 0; 0.1], [1; 0.5; 0]);
  swing = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  swing = swing.joint(@(q) q'*q - 1).contact(@(q) q(1) + 0.5, 'Restitution', 0.5);
  swing = swing.start([1; 0], [0; 0]);
  world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).plane([0 1], 0);
  world = world.box('Size', [1; 1], 'Position', [0; 1]).disc('Radius', 0.4, 'Position', [0.2; 3]);
  diode = NsdSystem.firstOrder([0 -1; 1 0], [-1; 0], [-1 0], 0.5).start([1; 0]);
  runs = cell(0, 4);
  for method = {'moreau', 'moreau-dissipative', 'kern', 'paoli', 'newmark', 'hht', 'genalpha', ...
                'naive'}
    runs(end+1, :) = {method{1}, nsd_ball(), [0 2], {'Step', 1e-2, 'Method', method{1}}};
  end
  for method = {'moreau', 'newmark', 'genalpha', 'rattle'}
    runs(end+1, :) = {['belt ' method{1}], belt, [0 2], {'Step', 1e-2, 'Method', method{1}}};
    runs(end+1, :) = {['puck ' method{1}], puck, [0 1], {'Step', 1e-2, 'Method', method{1}}};
    runs(end+1, :) = {['swing ' method{1}], swing, [0 1], {'Step', 1e-2, 'Method', method{1}}};
  end
  runs(end+1, :) = {'bodies', world, [0 1], {'Step', 1e-2}};
  runs(end+1, :) = {'diode', diode, [0 2], {'Step', 1e-2}};
  runs(end+1, :) = {'event', nsd_ball(), [0 2], {'Method', 'event'}};
  runs(end+1, :) = {'belt event', belt, [0 2], {'Method', 'event'}};
  runs(end+1, :) = {'event-newmark', nsd_pendulum(), [0 20], ...
                    {'Method', 'event-newmark', 'Step', 0.05}};
end

function s = sums_of(sol)
% sums over the rows: contacts, friction; joints where they have impulses
  s = [sum(sol.impulse, 1), sum(sol.tangential, 1), sum(sol.rolling, 1)];
  if ~nsd_method_table(sol.stats.method).located, s = [s, sum(sol.multiplier, 1)]; end
end

function test_sums_do_not_depend_on_the_rows_that_are_kept()
  % With OutputEvery and at given times a row had the impulses of the last step only: for the
  % ball, sum(sol.impulse) was 0 instead of 28.98.
  runs = every_method();
  for k = 1:size(runs, 1)
    [name, sys, span, options] = runs{k, :};
    all = simulate_quietly(sys, span, options{:});
    wanted = sums_of(all);
    assertTrue(any(abs(wanted) > 0.01), name);
    close = 1e-12*max(1, max(abs(wanted)));          % a thousand additions
    lists = {linspace(span(1), span(2), 21), linspace(span(1), span(2), 978), ...
             [span(1), span(1) + 0.37*diff(span), span(2)]};
    for every = {2, 7, 1e6}
      few = simulate_quietly(sys, span, options{:}, 'OutputEvery', every{1});
      assertElementsAlmostEqual(sums_of(few), wanted, 'absolute', close, ...
                                sprintf('%s every %d', name, every{1}));
    end
    for times = lists
      few = simulate_quietly(sys, times{1}, options{:}, 'Step', all.stats.step);
      assertElementsAlmostEqual(sums_of(few), wanted, 'absolute', close, ...
                                sprintf('%s %d times', name, numel(times{1})));
    end
  end
end

function test_reaction_is_the_mean_force_of_the_steps_since_the_row_before()
  % At rest the reaction is the weight in every row after the first, also in rows between two
  % steps, and in a last row after fewer steps than the others.
  rest = NsdSystem.linear(2, [], [], -2*9.81).contact(1, 0, 'Restitution', 0).start(0, 0);
  for times = {[0 1], 0:0.015:0.99, 0:0.003:1, [0 0.5 1]}
    for every = {1, 7}
      if numel(times{1}) > 2 && every{1} > 1, continue; end
      sol = simulate_quietly(rest, times{1}, 'Step', 0.01, 'OutputEvery', every{1});
      late = sol.t > 0.0101;
      assertElementsAlmostEqual(sol.reaction(late), 19.62*ones(sum(late), 1), 'relative', 1e-9);
    end
  end
end
