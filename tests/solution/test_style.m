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
  assertEqual(get(a, 'LineWidth'), 1.4);
  assertEqual(get(b, 'Color'), [0.2 0.3 0.4]);             % colours that were chosen stay
  assertEqual(get(b, 'LineWidth'), 3);
  assertEqual(get(b, 'LineStyle'), '--');
end

function test_panels_get_letters_once_row_by_row()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  for k = 1:4
    ax(k) = subplot(2, 2, k); %#ok<AGROW>  four
    line([0 1], [0 k]);
  end
  nsd_style(f);
  nsd_style(f);
  for k = 1:4
    letter = findobj(ax(k), 'Tag', 'nsd:letter');
    assertEqual(get(letter, 'String'), sprintf('(%s)', char('a' + k - 1)));
  end
end

function test_one_panel_gets_no_letter()
  f = figure('Visible', 'off');
  restore = onCleanup(@() close(f));
  line([0 1], [0 1]);
  nsd_style();
  assertTrue(isempty(findobj(f, 'Tag', 'nsd:letter')));
end

function test_other_handles_are_refused()
  assertExceptionThrown(@() nsd_style(0.5), 'nsd:style:badFigure');
  assertExceptionThrown(@() nsd_style('figure'), 'nsd:style:badFigure');
end
