function test_suite = test_plot()
%TEST_PLOT  Pictures, summaries and CSV files of solutions.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_four_panels_have_labels_and_curves()
  figure('Visible', 'off');
  [~, ax] = plot(nsd_simulate(nsd_ball(), [0 2], 'Step', 0.002));
  assertEqual(numel(ax), 4);
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax, 'UniformOutput', false);
  assertEqual(reshape(labels, 1, []), {'position (m)', 'velocity (m/s)', ...
                                       'contact impulse (N s)', 'energy (J)'});
  for k = 1:4
    assertTrue(~isempty(curves(ax(k))));
  end
  labels = arrayfun(@(a) get(get(a, 'XLabel'), 'String'), ax, 'UniformOutput', false);
  assertEqual(labels', {'', '', 'time (s)', 'time (s)'});         % one axis of time for a column
  close(gcf());
end

function test_every_panel_draws_alone_and_takes_line_properties()
  sol = nsd_simulate(nsd_oscillator(), [0 6], 'Step', 0.006);
  names = {'position', 'velocity', 'reaction', 'energy', 'gap', 'phase'};
  for k = 1:numel(names)
    figure('Visible', 'off');
    [~, ax] = plot(sol, names{k}, 'LineWidth', 3);
    assertEqual(numel(ax), 1);
    assertEqual(get(curves(ax), 'LineWidth'), same(3, curves(ax)));
    assertEqual(get(get(ax, 'Title'), 'String'), 'impacting oscillator');
    close(gcf());
  end
end

function test_unknown_panel_is_an_error_that_lists_the_known_ones()
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001);
  assertExceptionThrown(@() plot(sol, 'speed'), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, 3), 'nsd:solution:badPlot');
  text = message_of(@() plot(sol, 'speed'));
  assertTrue(~isempty(strfind(text, 'position, velocity, reaction, energy, gap, phase')));
end

function test_velocity_breaks_at_impacts_and_shows_each_jump()
  sol = nsd_simulate(nsd_ball(), [0 2], 'Step', 1e-3);
  figure('Visible', 'off');
  [~, ax] = plot(sol, 'velocity');
  hits = sum(strcmp(sol.events.kind, 'impact'));
  line = curves(ax);
  assertEqual(sum(isnan(get(line, 'YData'))), hits);
  bars = findobj(ax, 'Tag', 'nsd:jump');
  x = get(bars, 'XData');
  y = get(bars, 'YData');
  assertEqual(reshape(x(1:3:end), [], 1), sol.events.t);
  assertEqual(reshape(y(1:3:end), [], 1), sol.events.vBefore);
  assertEqual(reshape(y(2:3:end), [], 1), sol.events.vAfter);
  close(gcf());
end

function test_jumps_between_stored_rows_are_drawn_at_their_own_time()
  sol = nsd_simulate(nsd_ball(), [0 2], 'Step', 1e-3, 'OutputEvery', 7);
  figure('Visible', 'off');
  [~, ax] = plot(sol, 'velocity');
  x = get(findobj(ax, 'Tag', 'nsd:jump'), 'XData');
  y = get(findobj(ax, 'Tag', 'nsd:jump'), 'YData');
  assertEqual(reshape(x(1:3:end), [], 1), sol.events.t);
  assertElementsAlmostEqual(reshape(y(2:3:end), [], 1), sol.events.vAfter, 'absolute', 1e-12);
  time = get(curves(ax), 'XData');
  assertTrue(all(diff(time(~isnan(time))) >= 0));
  close(gcf());
end

function test_long_runs_are_thinned_and_keep_their_extrema()
  sol = nsd_simulate(nsd_oscillator(), [0 200], 'Step', 1e-3);
  names = {'position', 'velocity', 'reaction'};
  values = {sol.q, sol.v, sol.impulse};
  for k = 1:3
    figure('Visible', 'off');
    y = get(plot(sol, names{k}), 'YData');
    assertTrue(numel(y) < 6000);
    assertEqual([min(y), max(y)], [min(values{k}), max(values{k})]);
    close(gcf());
  end
end

function test_a_straight_curve_needs_few_points()
  sys = NsdSystem.linear(1);
  figure('Visible', 'off');
  sol = nsd_simulate(sys, [0 1], 0, 1, 'Step', 0.001);
  x = get(plot(sol, 'position'), 'XData');
  assertTrue(numel(x) < 20);
  assertEqual([x(1), x(end)], [0, sol.t(end)]);
  close(gcf());
end

function test_hundred_curves_that_were_asked_for_share_sixteen_lines()
  n = 100;
  sys = NsdSystem.linear(speye(n)).contact(speye(n), 1);
  figure('Visible', 'off');
  sol = nsd_simulate(sys, [0 1], (1:n)', zeros(n, 1), 'Step', 0.1);
  [~, ax] = plot(sol, {'position', 'velocity'}, 'Coordinates', 1:n);
  assertEqual(numel(curves(ax(1))), 16);
  parts = get(curves(ax(1)), 'YData');
  values = cellfun(@(y) reshape(y(~isnan(y)), 1, []), parts, 'UniformOutput', false);
  assertEqual(unique([values{:}]), 1:n);
  assertTrue(isempty(findobj(gcf(), 'Type', 'colorbar')));
  close(gcf());
end

function test_hold_adds_a_second_solution_in_another_colour()
  figure('Visible', 'off');
  plot(nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001), 'position');
  hold on
  [~, ax] = plot(nsd_simulate(nsd_ball('Height', 2), [0 1], 'Step', 0.001), 'position');
  colours = get(curves(ax), 'Color');
  assertEqual(numel(colours), 2);
  assertFalse(isequal(colours{:}));
  limits = get(ax, 'YLim');
  assertTrue(limits(2) > 2);
  close(gcf());
end

function test_a_run_without_contacts_has_no_empty_panel()
  % the panel of contact impulses was drawn without a curve, with axes from 0 to 1
  figure('Visible', 'off');
  [~, ax] = plot(nsd_simulate(NsdSystem.linear(1, 0, 4), [0 3], 1, 0, 'Step', 0.003));
  assertEqual(numel(ax), 3);
  assertTrue(all(arrayfun(@(a) ~isempty(curves(a)), ax)));
  held = NsdSystem.linear(1, 0, 4).friction(1, 0.3);
  [~, ax] = plot(nsd_simulate(held, [0 3], 1, 0));
  assertEqual(numel(ax), 4);
  assertEqual(get(get(ax(3), 'YLabel'), 'String'), 'tangential force');
  close(gcf());
end

function test_labels_name_the_curves_and_may_carry_units()
  sys = NsdSystem.linear(eye(2)).named('two', {'x (m)', '\phi (rad)'});
  figure('Visible', 'off');
  [~, ax] = plot(nsd_simulate(sys, [0 1], [0; 0], [1; 2], 'Step', 0.001));
  assertEqual(get(get(ax(2), 'YLabel'), 'String'), 'velocity');
  close(gcf());
end

function test_an_empty_solution_cannot_be_drawn_or_exported()
  assertExceptionThrown(@() plot(NsdSolution()), 'nsd:solution:empty');
  assertExceptionThrown(@() export(NsdSolution(), tempname()), 'nsd:solution:empty');
end

function test_csv_gives_back_the_same_bits()
  sol = nsd_simulate(nsd_oscillator('Damping', 0.1), [0 3], 'Step', 0.01);
  file = [tempname() '.csv'];
  sol.export(file);
  id = fopen(file);
  header = fgetl(id);
  fclose(id);
  table = dlmread(file, ',', 1, 0);
  delete(file);
  assertEqual(header, ['t,q1,v1,gap1,impulse1,reaction1,kinetic,potential,total,external,' ...
                       'damping,impact,driven,friction,joint,numerical,algorithmic']);
  E = sol.energy;
  assertEqual(table(:, 1:6), [sol.t, sol.q, sol.v, sol.gap, sol.impulse, sol.reaction]);
  assertEqual(table(:, [7 9 11 12]), [E.kinetic, E.total, E.damping, E.impact]);
end

function test_csv_has_the_forces_of_a_sliding_block()
  % only impulses were written: zeros for a block that slides, whose forces are 9.81 and 2.943 N
  file = [tempname() '.csv'];
  sliding_block('event').export(file);
  closing = onCleanup(@() delete(file));
  header = strsplit(fgetl_of(file), ',');
  table = dlmread(file, ',', 1, 0);
  last = table(end-1, :);
  assertElementsAlmostEqual(last(strcmp(header, 'reaction1')), 9.81, 'relative', 1e-9);
  assertElementsAlmostEqual(last(strcmp(header, 'tangentialReaction1')), -2.943, 'relative', 1e-9);
end

function text = fgetl_of(file)
  id = fopen(file);
  text = fgetl(id);
  fclose(id);
end

function sol = sliding_block(method)
  block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  block = block.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  sol = nsd_simulate(block, [0 0.5], [0; 0], [2; 0], 'Method', method);
end

function test_a_sliding_block_shows_its_friction()
  % force and friction were not drawn, or impulses whose size depends on the rows
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  for method = {'event', 'moreau'}
    sol = sliding_block(method{1});
    [~, ax] = plot(sol);
    labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax, 'UniformOutput', false)';
    assertEqual(labels, {'position', 'velocity', 'gap', 'contact force', ...
                         'tangential force', 'energy'});          % no names, no units
    assertTrue(min(get(ax(4), 'YLim')) < 0);                       % 0 and 9.81, not 9.2 to 10.4
    y = get(findobj(ax(5), 'Tag', 'nsd:curve'), 'YData');
    assertElementsAlmostEqual(y(end), -2.943, 'relative', 1e-9);
    assertEqual(numel(plot(sol, 'phase')), 1);                     % the height rests
  end
end

function test_time_stepping_shows_forces_between_impacts()
  % a ball that comes to rest: 9.81 N was never shown, and impulse/step at impacts is no force
  sol = nsd_simulate(nsd_ball('Restitution', 0.3), [0 2], 1, 0, 'Step', 1e-3);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  y = get(plot(sol, 'force'), 'YData');
  assertElementsAlmostEqual(y(end), 9.81, 'relative', 1e-6);
  assertTrue(max(y) < 1.01*9.81);                  % at impacts 4300 N
end

function test_dashes_are_narrow_where_gnuplot_would_stretch_them()
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  sol = nsd_simulate(nsd_ball(), [0 1]);
  widths = [get(plot(sol, 'position'), 'LineWidth'), get(plot(sol, 'position', '--'), 'LineWidth')];
  assertTrue(widths(2) <= widths(1));
  assertEqual(get(plot(sol, 'position', '--', 'LineWidth', 4), 'LineWidth'), 4);
end

function test_turning_points_of_sliding_are_reversals_and_smooth_contacts_have_no_friction()
  % a mass on a spring over a dry floor, 3 m before a smooth wall: "8 slips" where nothing stuck,
  % and a curve T_2 = 0 of the wall
  dry = NsdSystem.linear(eye(2), 0, diag([20 0]), [0; -9.81]);
  dry = dry.contact([0; 1], 0, 'Friction', 0.05, 'Tangent', [1; 0]).contact([-1; 0], 3);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  for method = {'event', 'moreau'}
    sol = nsd_simulate(dry, [0 6], [1; 0], [0; 0], 'Method', method{1});
    text = evalc('disp(sol)');
    assertTrue(~isempty(strfind(text, '0 sticks, 0 slips, 8 reversals of sliding')), text);
    assertEqual(numel(plot(sol, 'tangential')), 1);
  end
  pulled = NsdSystem.lagrangian(1, @(t, q, v) t).friction(1, 0.5);
  sol = nsd_simulate(pulled, [0 1], 0, 0); %#ok<NASGU>
  text = evalc('disp(sol)');
  assertTrue(~isempty(strfind(text, '1 slip')) && isempty(strfind(text, 'reversal')), text);
end

function test_the_force_of_a_damped_contact_jumps_where_it_closes()
  % Regression: a ramp over 5 ms before contact, and curves that ended inside Span. The force at
  % closing is c v, v = sqrt(2 g h).
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Stiffness', 2000, 'Damping', 10);
  sol = nsd_simulate(ball, [0 1], 1, 0, 'Method', 'event');
  rows = find(abs(sol.t - sqrt(2/9.81)) < 1e-9);
  assertElementsAlmostEqual(sol.reaction(rows), [0; 10*sqrt(2*9.81)], 'absolute', 1e-6);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  h = plot(sol, 'force', 'Span', [0.4 0.5]);
  [x, y] = deal(get(h, 'XData'), get(h, 'YData'));
  assertElementsAlmostEqual(x([1 end]), [0.4 0.5], 'absolute', 1e-12);
  assertTrue(all(y(x < sqrt(2/9.81) - 1e-9) == 0));
end

function test_a_file_that_cannot_be_written_is_an_error()
  sol = nsd_simulate(nsd_ball(), [0 1], 'Step', 0.001);
  assertExceptionThrown(@() sol.export(fullfile(tempname(), 'no', 'x.csv')), ...
                        'nsd:solution:badFile');
  assertExceptionThrown(@() sol.export(7), 'nsd:solution:badFile');
end

function test_the_summary_is_short_and_names_method_impacts_and_works()
  sol = nsd_simulate(nsd_oscillator('Damping', 0.1), [0 6], 'Step', 0.01);
  text = evalc('disp(sol)');
  assertTrue(sum(text == sprintf('\n')) <= 5);
  words = {'impacting oscillator: moreau, h = 0.01, 600 steps', 'status ok', ...
           '601 rows, 1 coordinate, 1 contact', '3 impacts, the last at t = 4.93', ...
           'damping -', 'impact -'};
  for k = 1:numel(words)
    assertTrue(~isempty(strfind(text, words{k})), [words{k} ' is not in ' text]);
  end
end

function lines = curves(ax)
  lines = findobj(ax, 'Tag', 'nsd:curve');
end

function values = same(value, handles)
% what get returns for one handle or for several
  values = value;
  if numel(handles) > 1, values = repmat({value}, numel(handles), 1); end
end

function text = message_of(action)
  text = '';
  try
    action();
  catch err
    text = err.message;
  end
end

function test_panels_use_the_figure_and_a_column_shares_the_axis_of_time()
  % three panels in a figure that was open: labels of time lay under the next panel
  fig = figure('Visible', 'off', 'Position', [100 100 560 420]);
  restore = onCleanup(@() close(fig));
  sys = NsdSystem.linear(1, 0, 4).named('mass', {'x'});
  [~, ax] = plot(nsd_simulate(sys, [0 3], 1, 0));
  labels = arrayfun(@(a) get(get(a, 'XLabel'), 'String'), ax, 'UniformOutput', false);
  assertEqual(labels', {'', '', 'time (s)'});
  place = cell2mat(get(ax, 'Position'));
  assertTrue(all(place(1:2, 2) > place(2:3, 2) + place(2:3, 4)));        % one above the other
  assertTrue(all(place(:, 1) >= 0 & place(:, 1) + place(:, 3) <= 1 & place(:, 3) > 0.75));
end
