function test_suite = test_plot_many()
%TEST_PLOT_MANY  plot(sol) of several bodies, of many coordinates, and of runs of two methods; names
%   of curves that cover none of them.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sol = falling(count, dimension)
% spheres or discs that fall side by side, each from another height
  place = [2*(1:count); zeros(dimension - 2, count); 1 + 0.1*(1:count)];
  if dimension == 3
    world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', place);
  else
    world = NsdBodies('Gravity', [0 -9.81]).plane([0 1], 0).disc('Radius', 0.5, 'Position', place);
  end
  sol = nsd_simulate(world, [0 0.6], 'Step', 0.005);
end

function sol = chain(count)
  sys = NsdSystem.linear(speye(count)).contact(speye(count), 0.5);
  sol = nsd_simulate(sys, [0 2], (1:count)'/count, -(1:count)'/count, 'Step', 0.004, ...
                     'OutputEvery', 25);
end

function labels = y_labels(ax)
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), reshape(ax, 1, []), ...
                    'UniformOutput', false);
end

function lines = curves(ax)
  lines = flipud(findobj(ax, 'Tag', 'nsd:curve'));
end

function test_a_body_has_one_colour_in_every_panel()
  % 18 curves of 6 bodies had no names, and the impulses other colours than the positions
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [~, ax] = plot(falling(6, 3));
  assertEqual(y_labels(ax), {'x (m)', 'y (m)', 'z (m)', 'speed (m/s)', 'contact impulse (N s)', ...
                             'energy (J)'});
  colours = get(curves(ax(1)), 'Color');
  assertEqual(size(unique(vertcat(colours{:}), 'rows'), 1), 6);
  for k = 2:5
    assertEqual(get(curves(ax(k)), 'Color'), colours);
  end
  names = get(findobj(hidden, 'Tag', 'nsd:names'), {'UserData'});
  assertEqual(sum(cellfun(@(n) isequal(n{1}, 'body 1') && numel(n) == 6, names)), 1);
  [~, ax] = plot(falling(3, 2));
  assertEqual(y_labels(ax(1:3)), {'x (m)', 'y (m)', 'angle (rad)'});
  [~, ax] = plot(falling(1, 3));
  assertEqual(numel(ax), 4);
end

function test_positions_of_bodies_have_a_panel_for_each_direction()
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  sol = falling(3, 3);
  [~, ax] = plot(sol, 'position');
  assertEqual(y_labels(ax), {'x (m)', 'y (m)', 'z (m)'});
  [~, ax] = plot(sol, 'velocity');
  assertEqual(y_labels(ax), {'v_x (m/s)', 'v_y (m/s)', 'v_z (m/s)'});
  heights = plot(sol, 'z', 'Coordinates', 2);
  y = get(heights, 'YData');
  assertEqual(y(1), sol.q(1, 10));
  clf(hidden);
  lines = plot(sol, 'position', 'Parent', axes('Parent', hidden));       % all in these axes
  assertEqual(numel(lines), 9);
  assertEqual(get(lines(1), 'Color'), get(lines(3), 'Color'));           % x and z of body 1
  assertFalse(strcmp(get(lines(1), 'LineStyle'), get(lines(3), 'LineStyle')));
  assertExceptionThrown(@() plot(sol, 'angle'), 'nsd:solution:badPlot');
end

function test_many_coordinates_are_a_band_with_three_by_name()
  % 2025 curves were a cloud, with dashes at jumps between rows
  n = 100;
  sol = chain(n);
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [~, ax] = plot(sol);
  for k = 1:2
    lines = curves(ax(k));
    assertEqual(numel(lines), 4);
    assertFalse(any(isnan([get(lines(1), 'YData'), get(lines(2), 'YData')])));
  end
  names = get(curves(ax(1)), {'DisplayName'});
  assertEqual(names', {'mean of 100', 'q_{1}', 'q_{50}', 'q_{100}'});
  band = get(findobj(ax(1), 'Tag', 'nsd:band'), 'YData');
  assertEqual([min(band), max(band)], [min(sol.q(:)), max(sol.q(:))]);
  hint = get(findobj(ax(1), 'Tag', 'nsd:hint'), 'String');
  assertEqual(hint, '100 coordinates');
  total = get(curves(ax(3)), 'YData');
  assertElementsAlmostEqual(max(total), max(sum(sol.impulse, 2)), 'relative', 1e-12);
  assertEqual(numel(plot(sol, 'position', 'Coordinates', [3 7])), 2);
end

function test_twenty_coordinates_have_a_curve_each_and_one_scale_of_colours()
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [~, ax] = plot(chain(20));
  assertEqual(numel(curves(ax(1))), 20);
  names = get(findobj(hidden, 'Tag', 'nsd:names'), {'UserData'});
  assertEqual(sum(cellfun(@numel, names) == 20), 1);
end

function test_names_cover_no_curve()
  % legends lay over curves, most of all with qt
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  damped = nsd_simulate(nsd_oscillator('Damping', 0.1), [0 10]);
  calls = {{damped}, {damped, 'energy'}, {chain(100)}};
  for k = 1:numel(calls)
    clf(hidden);
    [~, ax] = plot(calls{k}{:});
    assert_uncovered(hidden, ax);
    hold on
    plot(calls{k}{:});
    assert_uncovered(hidden, ax);
    hold off
    nsd_style(hidden);
    assert_uncovered(hidden, ax);
  end
end

function assert_uncovered(fig, ax)
% no point of a curve, in parts of the figure, lies within the box of names
  strips = cell2mat(get(findobj(fig, 'Tag', 'nsd:names'), {'Position'}));
  assertTrue(~isempty(strips));
  for a = reshape(ax, 1, [])
    [place, xl, yl] = deal(get(a, 'Position'), get(a, 'XLim'), get(a, 'YLim'));
    for curve = reshape(findobj(a, 'Tag', 'nsd:curve'), 1, [])
      x = place(1) + place(3)*(get(curve, 'XData') - xl(1))/diff(xl);
      y = place(2) + place(4)*(get(curve, 'YData') - yl(1))/diff(yl);
      for k = 1:size(strips, 1)
        box = strips(k, :);
        inside = x > box(1) & x < box(1) + box(3) & y > box(2) & y < box(2) + box(4);
        assertFalse(any(inside));
      end
    end
  end
end

function test_a_run_of_two_methods_shows_impulses_on_both_sides()
  % After the change to time stepping impulse/step was drawn as a force: spikes of 12000 N
  edge = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]);
  edge = edge.contact(@(q) q(2) - (q(1) < 2), 'Restitution', 0.7);
  sol = nsd_simulate(edge, [0 3], [0; 1.5], [1.5; 0]);
  if ~isfield(sol.stats, 'switchTime')
    moxunit_throw_test_skipped_exception('one method went through this run');
  end
  hidden = figure('Visible', 'off');
  closing = onCleanup(@() close(hidden));
  [~, ax] = plot(sol);
  place = strcmp(y_labels(ax), 'contact impulse');
  assertEqual(sum(place), 1);
  assertFalse(any(strcmp(y_labels(ax), 'contact force')));     % it never rests
  [x, y] = deal(get(curves(ax(place)), 'XData'), get(curves(ax(place)), 'YData'));
  hits = strcmp(sol.events.kind, 'impact');
  assertElementsAlmostEqual(sum(y), sum(sol.events.impulse(hits)), 'relative', 1e-9);
  assertTrue(any(y(x > sol.stats.switchTime) > 1) && any(y(x < sol.stats.switchTime) > 1));
  velocity = findobj(ax(2), 'Tag', 'nsd:jump');                    % of the vertical velocity
  x = get(velocity(1), 'XData');
  assertEqual(numel(x)/3, numel(unique(sol.events.t(hits))));
end
