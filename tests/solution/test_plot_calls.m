function test_suite = test_plot_calls()
%TEST_PLOT_CALLS  plot(sol, ...) as MATLAB users type it: line specifications, names, axes, hold.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sol = cart()
% two coordinates with names, each with a stop; located impacts
  sys = NsdSystem.linear(eye(2), [], diag([4 9])).contact(eye(2), [0.3; 0.1], 'Restitution', 0.8);
  sol = nsd_simulate(sys.named('cart', {'x', 'theta'}).start([1; 0.3], [0; 0]), [0 10], ...
                     'Method', 'event');
end

function test_units_of_contacts_follow_the_names_of_coordinates()
  % a pendulum had a gap in m and impulses in N s, and a slide in mm, too
  about = @(F, H, name) labels_of(NsdSystem.lagrangian(1, F).contact(H, 0.3).named('m', {name}));
  gravity = @(t, q, v) -9.81;
  assertEqual(about(gravity, 1, 'phi (rad)'), {'gap (rad)', 'contact impulse (N m s)'});
  assertEqual(about(gravity, 1, 'theta'), {'gap (rad)', 'contact impulse (N m s)'});
  assertEqual(about(gravity, 1, 'x (mm)'), {'gap (mm)', 'contact impulse'});
  assertEqual(about(gravity, 1, 'height (m)'), {'gap (m)', 'contact impulse (N s)'});
  pendulum = NsdSystem.lagrangian(1, gravity).contact(@(q) sin(q) + 0.3).named('m', {'phi (rad)'});
  assertEqual(labels_of(pendulum), {'gap', 'contact impulse'});             % a length or an angle
  two = NsdSystem.linear(eye(2), 0, 0, [0; -1]).contact([0; 1], 0.3).named('m', {'phi', 'y (m)'});
  assertEqual(labels_of(two), {'gap (m)', 'contact impulse (N s)'});
end

function test_one_named_coordinate_is_the_label()
  % 'position height (m)'
  sys = NsdSystem.linear(1, 0, 4).named('m', {'height (m)'});
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [~, ax] = plot(nsd_simulate(sys, [0 1], 1, 0));
  assertEqual(y_label(ax(1)), 'height (m)');
  assertEqual(y_label(ax(2)), 'velocity (m/s)');
end

function labels = labels_of(sys)
  n = numel(sys.Labels);
  sol = nsd_simulate(sys, [0 1], 0.5*ones(n, 1), zeros(n, 1));
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [~, ax] = plot(sol, {'gap', 'impulse'});
  labels = {y_label(ax(1)), y_label(ax(2))};
end

function text = y_label(ax)
  text = get(get(ax, 'YLabel'), 'String');
end

function test_a_gap_that_is_rounding_is_level()
  % a block that slides has a gap of 1e-13, which filled the panel and moved its axes
  block = NsdSystem.linear(2*eye(2), 0, 0, 2*9.81*[sin(0.4); -cos(0.4)]);
  block = block.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  sol = nsd_simulate(block, [0 2], [0; 0], [0; 0]);
  plot(sol, 'gap');
  assertTrue(diff(ylim()) > 1e-6*max(abs(sol.q(:))));
  [~, ax] = plot(sol);
  heights = cell2mat(get(ax, 'Position'));
  assertElementsAlmostEqual(heights(:, 4), heights(1, 4)*ones(numel(ax), 1));
end

function test_events_of_one_contact_show_speeds_and_the_end_of_impacts()
  % marks at the number 1; the accumulation lay under the impacts
  sol = nsd_simulate(nsd_ball('Restitution', 0.7), [0 3]);
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  lines = plot(sol, 'events');
  assertEqual(get(lines, 'DisplayName')', {'impact', 'accumulation'});
  assertTrue(get(lines(2), 'MarkerSize') > get(lines(1), 'MarkerSize'));
  y = get(lines(1), 'YData');
  assertElementsAlmostEqual(y(1), sqrt(2*9.81), 'relative', 1e-9);
  assertEqual(y_label(gca()), 'speed before (m/s)');
  order = get(gca(), 'Children');
  assertTrue(find(order == lines(2)) < find(order == lines(1)), 'the accumulation is below');
end

function test_one_body_that_turns_has_a_panel_of_its_angle()
  % a box that tips showed x and y
  floor = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.8).plane([0 1], 0);
  box = floor.box('Size', [0.5; 1], 'Position', [0; 0.5]);
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [~, ax] = plot(nsd_simulate(box.start([0; 0.5; 0], [0; 0; -3]), [0 0.5], 'Step', 1e-3));
  assertEqual(arrayfun(@y_label, ax, 'UniformOutput', false)', {'x (m)', 'y (m)', ...
              'angle (rad)', 'speed (m/s)', 'contact impulse (N s)', 'energy (J)'});
end

function test_energy_of_a_ball_falls_in_steps()
  % the thick curve "total" was kinetic energy alone, zero at every apex: weight F is constant, and
  % -F'q is its potential
  g = 9.81;
  models = {nsd_ball('Restitution', 0.8), ...
            NsdSystem.lagrangian(1, @(t, q, v) -g).contact(1, 0, 'Restitution', 0.8), ...
            NsdSystem.lagrangian(1, @(t, q, v, p) -p.g).parameter('g', g).contact(1, 0, ...
                                                                'Restitution', 0.8)};
  closing = onCleanup(@() close('all'));
  for k = 1:numel(models)
    sol = nsd_simulate(models{k}, [0 3], 1, 0);
    saved = NsdSolution.fromStruct(sol.toStruct());
    for one = {sol, saved}
      figure('Visible', 'off');
      lines = plot(one{1}, 'energy');
      assertEqual(get(lines, 'DisplayName')', {'total with F', 'kinetic', 'potential with F', ...
                                               'impacts', 'total - works'});
      total = get(lines(1), 'YData')';
      assertElementsAlmostEqual(total([1 end]), 9.81*[1; 0.8^12], 'relative', 1e-9);
      assertTrue(all(diff(total) < 1e-9), 'the energy of the ball rises');
    end
    assertElementsAlmostEqual(sol.energy.total([1 2]), sol.energy.kinetic([1 2]));    % as it was
  end
end

function test_forces_that_change_stay_works()
  closing = onCleanup(@() close('all'));
  for sys = {NsdSystem.linear(1, 0, 1, @(t) 1 + 0*t), NsdSystem.lagrangian(1, @(t, q, v) 1 - q), ...
             NsdSystem.lagrangian(1, @(t, q, v) 1).potential(@(q) -q)}
    figure('Visible', 'off');
    names = get(plot(nsd_simulate(sys{1}, [0 3], 0, 0), 'energy'), 'DisplayName');
    assertEqual(names{1}, 'total');
  end
end

function test_spikes_drawn_are_impulses_logged()
  % Only the largest impulse of each contact was drawn: points whose neighbours coincide were
  % dropped, so 1 of 4 spikes of the ball and 4 of 11 of a cart with a pole were left.
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  chatter = nsd_simulate(nsd_ball('Restitution', 0.99), [0 300], 'Method', 'event', ...
                         'MaxEvents', 1e5);
  for sol = {nsd_simulate(nsd_ball(), [0 3], 'Method', 'event'), cart(), chatter}
    events = sol{1}.events;
    for panels = {{'impulse'}, {}}
      clf(hidden);
      lines = plot(sol{1}, panels{1}{:});
      label = @(curve) get(get(get(curve, 'Parent'), 'YLabel'), 'String');
      lines = lines(arrayfun(@(curve) strcmp(label(curve), 'contact impulse (N s)'), lines));
      assertEqual(numel(lines), size(sol{1}.impulse, 2));
      for k = 1:numel(lines)
        y = get(lines(k), 'YData');
        y = y(~isnan(y));
        hits = strcmp(events.kind, 'impact') & events.contact == k & events.impulse > 0;
        assertEqual(sum(y > 0), sum(hits));
        assertElementsAlmostEqual(sum(y), sum(events.impulse(hits)), 'relative', 1e-12);
      end
    end
  end
end

function test_line_specifications_and_properties()
  sol = nsd_simulate(nsd_ball(), [0 1]);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  line = plot(sol, 'position', 'r--', 'LineWidth', 2);
  assertEqual(get(line, 'Color'), [1 0 0]);
  assertEqual(get(line, 'LineStyle'), '--');
  assertEqual(get(line, 'LineWidth'), 2);
  line = plot(sol, 'position', 'ko');
  assertEqual({get(line, 'Marker'), get(line, 'LineStyle')}, {'o', 'none'});
  line = plot(sol, 'position', '-.');
  assertEqual({get(line, 'Marker'), get(line, 'LineStyle')}, {'none', '-.'});
  assertExceptionThrown(@() plot(sol, 'position', 'rr'), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, 'position', 'Colour', 'r'), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, 'position', 7, 'r'), 'nsd:solution:badPlot');
end

function test_coordinates_by_name_and_by_number()
  sol = cart();
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [lines, ax] = plot(sol, {'x', 'theta'});
  assertEqual([numel(lines), numel(ax)], [2 1]);
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'position (m, rad)');
  [lines, ax] = plot(sol, 'theta');
  y = get(lines, 'YData');
  assertEqual([y(1), max(y)], [0.3, 0.3]);
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'angle (rad)');
  [lines, ax] = plot(sol, 'velocity', 'Coordinates', 'theta');
  assertEqual(numel(lines), 1);
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'angular velocity (rad/s)');
  assertEqual(numel(plot(sol, 'phase', 'Coordinates', 2)), 1);
  assertExceptionThrown(@() plot(sol, 'position', 'Coordinates', 3), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, {'x', 'phi'}), 'nsd:solution:badPlot');
end

function test_coordinates_without_names_claim_no_unit()
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [~, ax] = plot(nsd_simulate(NsdSystem.linear(1), [0 1], 0, 1), 'position');
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'position');
end

function test_models_with_a_mass_function_need_no_names_to_be_drawn()
  % How many coordinates they have is known from the run alone; plot ended with an error of indices.
  sys = NsdSystem.energies(@(q, v) v'*v/2, @(q) 9.81*q(2)).contact(@(q) q(2));
  sol = simulate_quietly(sys, [0 1], [1; 1], [0; 0]);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  for panel = {'position', 'velocity', 'phase'}
    assertTrue(~isempty(plot(sol, panel{1})));
  end
  lines = plot(sol, 'position');
  assertEqual(sort(get(lines, {'DisplayName'})), {'q_{1}'; 'q_{2}'});
  message = message_of(@() plot(sol, 'position', 'Coordinates', 3));
  assertEqual(message, 'Coordinates must be numbers up to 2');
end

function test_several_panels_and_a_span()
  sol = cart();
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [lines, ax] = plot(sol, {'position', 'velocity', 'events'}, 'Span', [2 6]);
  assertEqual([numel(lines), numel(ax)], [5 3]);
  for k = 1:3
    assertEqual(get(ax(k), 'XLim'), [2 6]);
  end
  for k = 1:4
    x = get(lines(k), 'XData');
    assertTrue(min(x) >= 2 && max(x) <= 6);
  end
  assertExceptionThrown(@() plot(sol, 'position', 'Span', [20 30]), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, 'position', 'Span', [3 2]), 'nsd:solution:badPlot');
end

function test_events_are_marks_at_their_times_and_contacts()
  sol = cart();
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  line = plot(sol, 'events');
  assertEqual(reshape(get(line, 'XData'), [], 1), sol.events.t);
  assertEqual(reshape(get(line, 'YData'), [], 1), sol.events.contact);
  assertEqual(get(line, 'LineStyle'), 'none');
  none = nsd_simulate(NsdSystem.linear(1), [0 1], 0, 1);
  assertTrue(isempty(plot(none, 'events')));
end

function test_curves_of_the_user_stay()
  % hold on; plot(sol) deleted the axes of the user, because subplot lays its panels over them.
  sol = nsd_simulate(nsd_ball(), [0 1]);
  mine = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  line([0 1], [0 1], 'Tag', 'mine');
  xlabel('my label');
  title('my title');
  hold on
  plot(sol);
  assertTrue(gcf() ~= mine);
  assertEqual(numel(findobj(mine, 'Tag', 'mine')), 1);
  figure(mine);
  set(mine, 'Visible', 'off');
  [~, ax] = plot(sol, 'position');
  assertEqual(numel(findobj(ax, 'Type', 'line')), 2);
  assertEqual({get(get(ax, 'XLabel'), 'String'), get(get(ax, 'Title'), 'String')}, ...
              {'my label', 'my title'});
end

function test_four_panels_are_drawn_again_in_the_same_figure()
  sol = nsd_simulate(nsd_ball(), [0 1]);
  mine = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [~, first] = plot(sol);
  [lines, second] = plot(sol);
  assertEqual(gcf(), mine);
  assertEqual(second, first);
  assertEqual(numel(findobj(mine, 'Tag', 'nsd:curve')), numel(lines));
end

function test_plot_into_axes()
  sol = nsd_simulate(nsd_ball(), [0 1]);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  ax = axes('Parent', hidden);
  other = axes('Parent', hidden); %#ok<NASGU>  the current axes
  for call = {{'velocity', 'r'}, {}, {'LineWidth', 2}}
    [line, where] = plot(sol, call{1}{:}, 'Parent', ax);
    assertEqual([where, get(line, 'Parent')], [ax, ax]);
  end
  assertExceptionThrown(@() plot(sol, 'position', 'Parent', 77.5), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, {'position', 'energy'}, 'Parent', ax), ...
                        'nsd:solution:badPlot');
end

function test_zooming_shows_all_points()
  % 241 of 300001 points were drawn: after zooming, a polygon
  sol = nsd_simulate(nsd_oscillator(), [0 200], 'Step', 1e-3);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [line, ax] = plot(sol, 'position');
  few = numel(get(line, 'XData'));
  assertTrue(few < 6000);
  set(ax, 'XLim', [10 11]);
  x = get(line, 'XData');
  y = get(line, 'YData');
  inside = x >= 10 & x <= 11;
  assertTrue(sum(inside) > 20);
  drawn = interp1(x, y, sol.t(10001:11001));
  miss = max(abs(drawn - sol.q(10001:11001)));
  assertTrue(miss < 2e-4*(max(sol.q) - min(sol.q)));     % the tolerance of simplify_line
  set(ax, 'XLim', [0 200]);
  assertEqual(numel(get(line, 'XData')), few);
end

function test_states_are_not_joined_across_resets()
  sys = NsdSystem.hybrid(@(t, x) [x(2); -9.81], @(x) x(1), @(x) [0; -0.8*x(2)]);
  sol = nsd_simulate(sys, [0 2], [1; 0]);
  resets = numel(sol.events.t);
  assertTrue(resets > 2);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  y = get(plot(sol, 'phase'), 'YData');
  assertEqual(sum(isnan(y)), resets);
  assertTrue(max(diff(y)) < 1);                           % a reset is a jump of 3 m/s and more
  y = get(plot(sol, 'state'), 'YData');
  assertEqual(sum(isnan(y{2})), resets);
  [~, ax] = plot(sol);
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax, 'UniformOutput', false);
  assertEqual(reshape(labels([2 4]), 1, []), {'guard', 'guard'});
  % a phase portrait above a panel of time: its label was hidden by the panel below
  pixels = getpixelposition(get(ax(1), 'Parent'));
  place = get(ax, 'Position');
  between = place{1}(2) - place{3}(2) - place{3}(4);
  assertEqual(get(get(ax(1), 'XLabel'), 'String'), 'time (s)');
  assertTrue(between*pixels(4) > 50);
end

function test_a_unit_that_all_coordinates_have_is_on_the_axis()
  sys = NsdSystem.linear(eye(2), 0, [2 -1; -1 2]).named('two', {'x (m)', 'y (m)'});
  sol = nsd_simulate(sys, [0 1], [1; 0], [0; 0]);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [~, ax] = plot(sol, 'phase');
  assertEqual(get(get(ax, 'XLabel'), 'String'), 'position (m)');
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'velocity (m/s)');
  sol = nsd_simulate(sys.named('two', {'x (m)', 'y (mm)'}), [0 1], [1; 0], [0; 0]);
  [~, ax] = plot(sol, 'position');
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'position');
end

function test_names_of_kinds_of_events_stand_side_by_side()
  % two kinds of events: their names were printed one over the other
  sol = nsd_simulate(nsd_ball('Restitution', 0.5), [0 5], 1, 0);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  plot(sol, 'events');
  words = findobj(findobj(hidden, 'Tag', 'nsd:names'), 'Type', 'text');
  names = get(words, 'String');
  place = cell2mat(get(words, 'Position'));
  [left, order] = sort(place(:, 1));
  assertEqual(sort(names), {'accumulation'; 'impact'});
  assertTrue(diff(left) > 27 + 5*numel(names{order(1)}));   % a mark and at least 5 pixels a letter
end

function test_fields_of_the_solution_are_names_of_panels()
  % plot(sol, 'v', 'r--') took 'v' for a property of lines, and all others were refused
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  sol = nsd_simulate(nsd_ball(), [0 1]);
  for pair = {'q', 'v'; 'position', 'velocity'}
    [y, label] = drawn_by(sol, pair{1});
    [expected, same] = drawn_by(sol, pair{2});
    assertEqual(y, expected);
    assertEqual(label, same);
  end
  for name = {'impulse', 'force'}
    [~, label] = drawn_by(sol, name{1});
    assertEqual(strtok(label, '('), ['contact ' name{1} ' ']);
  end
  [~, label] = drawn_by(sol, 'velocity');
  clf(hidden);
  lines = plot(sol, 'v', 'r--');
  assertEqual(get(lines(1), 'Color'), [1 0 0]);
  assertEqual(get(get(gca(), 'YLabel'), 'String'), label);
end

function test_coordinates_without_names_are_called_by_number()
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  sys = NsdSystem.linear(eye(3), 0, diag([1 4 9])).start([1; 2; 3], [0; 0; 0]);
  sol = nsd_simulate(sys, [0 1]);
  for name = {{'q3'}, 'q_3'}
    clf(hidden);
    lines = plot(sol, name{1});
    y = get(lines(1), 'YData');
    assertEqual(numel(lines), 1);
    assertEqual(y(1), 3);
  end
  assertExceptionThrown(@() plot(sol, 'q4'), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(sol, 'q0'), 'nsd:solution:badPlot');
  assertExceptionThrown(@() plot(cart(), 'q1'), 'nsd:solution:badPlot');      % x, theta
end

function [y, label] = drawn_by(sol, what)
  clf();
  lines = plot(sol, what);
  y = get(lines(1), 'YData');
  label = get(get(gca(), 'YLabel'), 'String');
end
