function test_suite = test_style()
%TEST_STYLE  nsd_style: what it does to the lines and panels of a figure.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_pure_colours_and_thin_lines_go()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  a = line([0 1], [0 1], 'Color', 'b', 'LineWidth', 0.5);
  b = line([0 1], [1 0], 'Color', [0.2 0.3 0.4], 'LineWidth', 3, 'LineStyle', '--');
  nsd_style(f);
  assertTrue(~isequal(get(a, 'Color'), [0 0 1]));
  assertTrue(get(a, 'LineWidth') >= 1.4 && get(a, 'LineWidth') < 3.2);     % gnuplot: 3
  assertEqual(get(b, 'Color'), [0.2 0.3 0.4]);             % colours that were chosen stay
  assertEqual(get(b, 'LineWidth'), 3);
  assertEqual(get(b, 'LineStyle'), '--');
end

function test_dashed_lines_of_gnuplot_are_not_pale()
% one dot wide, as gnuplot draws a width of 1.45, dashes were overlooked beside wider curves
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  dashed = line([0 1], [0 1], 'LineStyle', '--');
  for again = 1:2
    nsd_style(f);
    width = get(dashed, 'LineWidth');
    assertElementsAlmostEqual(width, 1.45 + 0.55*nsd_is_gnuplot(), 'absolute', 1e-12);
  end
end

function [f, ax, restore] = four_panels()
  f = figure('Visible', 'off', 'Position', [100 100 900 600]);
  restore = onCleanup(@() close(f));
  for k = 1:4
    ax(k) = subplot(2, 2, k); %#ok<AGROW>  four
    line([0 1], [0 1000*k]);
    xlabel('time (s)'), ylabel('position (m)');
  end
  title(ax(2), 'second');
end

function test_panels_get_letters_once_row_by_row()
  [f, ax, restore] = four_panels(); %#ok<ASGLU>
  nsd_style(f);
  nsd_style(f);
  for k = 1:4
    words = get(get(ax(k), 'Title'), 'String');
    letter = sprintf('(%s)', char('a' + k - 1));
    assertEqual(numel(strfind(words, '(')), 1);
    assertTrue(~isempty(strfind(words, letter)), words);
  end
  assertTrue(~isempty(strfind(get(get(ax(2), 'Title'), 'String'), 'second')));
end

function test_words_around_axes_with_equal_scales_stay_in_the_picture()
% the picture of example_table_edge had half of its title
  f = figure('Visible', 'off', 'Position', [100 100 640 480]);
  restore = onCleanup(@() close(f));
  line([1.5 3.4], [1.3 0]);
  axis equal
  axis([1.5 3.4 -0.05 1.3])
  xlabel('x (m)'), ylabel('height (m)'), title('a ball leaves a table');
  nsd_style(f);
  place = get(gca(), 'Position');
  letters = get(gca(), 'FontSize')/72*get(0, 'ScreenPixelsPerInch');        % pixels
  above = 480*(1 - place(2) - 1.02*place(4));
  assertTrue(above > 1.1*letters, sprintf('%g pixels for the title', above));
  assertTrue(480*place(2) > 2.4*letters, sprintf('%g pixels below', 480*place(2)));
end

function test_panels_fill_the_figure_without_meeting()
% margins of subplot took half of a picture
  [f, ax, restore] = four_panels(); %#ok<ASGLU>
  before = area_of(ax);
  nsd_style(f);
  after = area_of(ax);
  assertTrue(after > 1.15*before, sprintf('%g, %g', before, after));
  place = cell2mat(get(ax, 'Position')');
  place = reshape(place, 4, [])';
  assertTrue(all(place(:) > 0) && all(place(:, 1) + place(:, 3) < 1) ...
             && all(place(:, 2) + place(:, 4) < 1));
  assertTrue(place(1, 1) + place(1, 3) < place(2, 1));       % side by side
  assertTrue(place(3, 2) + place(3, 4) < place(1, 2));       % above each other
  assertElementsAlmostEqual(place([1 3], [1 3]), place([3 1], [1 3]), 'absolute', 1e-12);
  nsd_style(f);                                % but for ticks, whose labels may have other widths
  assertElementsAlmostEqual(area_of(ax), after, 'relative', 0.05);
end

function total = area_of(ax)
  total = sum(arrayfun(@(a) prod(subsref(get(a, 'Position'), substruct('()', {3:4}))), ax));
end

function test_a_panel_over_two_rows_keeps_its_place()
  f = figure('Visible', 'off', 'Position', [100 100 900 600]);
  restore = onCleanup(@() close(f)); %#ok<NASGU>
  [a, b, c] = deal(subplot(2, 2, [1 3]), subplot(2, 2, 2), subplot(2, 2, 4));
  nsd_style(f);
  [a, b, c] = deal(get(a, 'Position'), get(b, 'Position'), get(c, 'Position'));
  assertElementsAlmostEqual(a(2), c(2), 'absolute', 1e-12);
  assertElementsAlmostEqual(a(2) + a(4), b(2) + b(4), 'absolute', 1e-12);
  assertTrue(a(1) + a(3) < b(1));
end

function test_long_curves_lose_points_that_nobody_sees()
% segments below a pixel are drawn pale
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f)); %#ok<NASGU>
  t = linspace(0, 1, 20001);
  curve = line(t, sin(20*t));
  dots = line(t, cos(20*t), 'LineStyle', 'none', 'Marker', '.');
  nsd_style(f);
  [x, y] = deal(get(curve, 'XData'), get(curve, 'YData'));
  assertTrue(numel(x) < 2000);
  assertElementsAlmostEqual(interp1(x, y, t), sin(20*t), 'absolute', 2e-3);
  assertEqual(numel(get(dots, 'XData')), numel(t));
end

function test_ticks_of_powers_are_plain()
% they were 10^{-04}
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f)); %#ok<NASGU>
  loglog([1e-4 1], [1e-2 1e3]);
  nsd_style(f);
  labels = get(gca(), 'XTickLabel');
  assertEqual(labels{1}, '10^{-4}');
end

function test_one_panel_gets_no_letter()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  line([0 1], [0 1]);
  nsd_style();
  assertTrue(isempty(get(get(gca(), 'Title'), 'String')));
end

function test_other_handles_are_refused()
  assertExceptionThrown(@() nsd_style(0.5), 'nsd:style:badFigure');
  assertExceptionThrown(@() nsd_style('figure'), 'nsd:style:badFigure');
end

function test_a_legend_goes_where_it_covers_no_curve()
  % legends lay over curves
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  ax = axes('Parent', f);
  x = linspace(0, 1, 50);
  plot(ax, x, x, x, x.^2);                        % the corners north east and south west are full
  legend(ax, 'one', 'two', 'Location', 'northeast');
  nsd_style(f);
  box = findobj(f, 'Tag', 'legend');
  assertTrue(any(strcmpi(get(box, 'Location'), {'northwest', 'southeast'})));
  assertElementsAlmostEqual(get(ax, 'YLim'), [0 1.05]);             % no curve ends on the frame
  plot(ax, x, sin(20*x), x, -sin(20*x));          % all corners are full: room above the curves
  legend(ax, 'one', 'two', 'Location', 'southwest');
  nsd_style(f);
  box = findobj(f, 'Tag', 'legend');
  assertTrue(strncmpi(get(box, 'Location'), 'north', 5));
  limits = get(ax, 'YLim');
  assertTrue(limits(2) > 1.2);
end

function test_a_second_call_moves_no_panel()
  [f, ax, restore] = four_panels(); %#ok<ASGLU>
  nsd_style(f);
  before = get(ax, 'Position');
  nsd_style(f);
  assertEqual(get(ax, 'Position'), before);
end
