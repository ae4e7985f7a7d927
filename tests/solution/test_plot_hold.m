function test_suite = test_plot_hold()
%TEST_PLOT_HOLD  Several runs in one figure of plot(sol); line specifications for several curves.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function [first, second] = two_runs()
  first = nsd_simulate(nsd_ball('Restitution', 0.9), [0 3]);
  second = nsd_simulate(nsd_ball('Restitution', 0.5), [0 3]);
end

function test_hold_draws_a_second_run_over_the_first_in_all_four_panels()
  % hold on reached the last panel only: the first run vanished from three panels and the title
  % with it, and the legend of the energies had the colours of the second run.
  [first, second] = two_runs();
  mine = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [old, panels] = plot(first);
  colours = get(old, 'Color');
  hold on
  [new, again] = plot(second);
  assertEqual(gcf(), mine);
  assertTrue(all(ismember(panels, again)));
  assertEqual([numel(panels), numel(again)], [4 6]);   % the second rests: gap and force are added
  assertTrue(all(ishghandle(old)));
  for ax = again'                                      % both runs, also in the added panels
    runs = get(findobj(ax, 'Tag', 'nsd:curve'), {'UserData'});
    assertEqual(unique([runs{:}]), [1 2]);
  end
  assertEqual(get(old, 'Color'), colours);
  assertEqual(numel(findobj(mine, 'Tag', 'nsd:title')), 1);
  second = get(new(1:5), 'Color');
  assertEqual(size(unique(vertcat(second{:}), 'rows'), 1), 1);    % one colour in all panels
  for k = 1:3                                     % one curve each: told apart by colour
    assertFalse(isequal(get(old(k), 'Color'), second{1}));
  end
  for k = 4:numel(old)                  % several curves: the same colours, other lines
    assertEqual(get(old(k), 'Color'), get(new(k+2), 'Color'));
    assertFalse(strcmp(get(old(k), 'LineStyle'), get(new(k+2), 'LineStyle')));
  end
  entries = get(findobj(mine, 'Tag', 'nsd:names'), {'UserData'});
  entries = sort(reshape([entries{:}], 1, []));
  assertEqual(entries, sort({'run 1', 'run 2', 'total with F', 'impacts', ...
                             'total - works'}));
end

function test_runs_with_other_panels_are_in_all_panels()
  % the first run has six panels, the second four: phase and force had the first run only, and with
  % the runs the other way round the title stood above the first four panels
  [first, second] = two_runs();
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  plot(second);
  hold on
  [~, panels] = plot(first);
  assertEqual(numel(panels), 6);
  for ax = panels'
    runs = get(findobj(ax, 'Tag', 'nsd:curve'), {'UserData'});
    assertEqual(unique([runs{:}]), [1 2]);
  end
  for runs = {{first, second}, {second, first}}
    clf();
    plot(runs{1}{1});
    hold on
    [~, panels] = plot(runs{1}{2});
    text = findobj(gcf(), 'Tag', 'nsd:title');
    assertEqual(numel(text), 1);
    [at, place] = deal(get(get(text, 'Parent'), 'Position'), get(text, 'Position'));
    assertElementsAlmostEqual(at(1) + place(1)*at(3), 0.5, 'absolute', 1e-6);
  end
end

function test_a_figure_of_plot_can_be_saved()
  % Octave saves no figure that holds an object, as the runs for panels that come later
  [first, second] = two_runs();
  fig = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  plot(first);
  hold on
  plot(second);
  [folder, clean] = new_folder(); %#ok<ASGLU>
  file = fullfile(folder, 'runs.fig');
  hgsave(fig, file);
  close(fig);
  again = hgload(file);
  assertEqual(numel(findobj(again, 'Tag', 'nsd:title')), 1);
end

function test_after_hold_off_the_figure_holds_the_new_run_only()
  [first, second] = two_runs();
  mine = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  plot(first);
  hold on
  plot(second);
  hold off
  lines = plot(first);
  assertEqual(numel(findobj(mine, 'Tag', 'nsd:curve')), numel(lines));
  assertEqual(numel(findobj(mine, 'Tag', 'nsd:title')), 1);
  assertEqual(numel(findobj(mine, 'Tag', 'nsd:names')), 1);       % of the energies
end

function test_held_panels_of_another_kind_of_run_stay()
  first = two_runs();
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  mine = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  old = plot(first);
  hold on
  plot(nsd_simulate(relay, [0 0.1], [2; 0]));
  assertTrue(gcf() ~= mine);
  assertTrue(all(ishghandle(old)));
end

function test_a_line_specification_leaves_several_curves_apart()
  % plot(sol, 'r--') drew all energies as equal red lines, under a legend of four equal entries.
  sol = two_runs();
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  lines = plot(sol, 'r--', 'LineWidth', 2);
  assertTrue(all(strcmp(get(lines, 'LineStyle'), '--')));
  assertTrue(all(cellfun(@(width) width == 2, get(lines, 'LineWidth'))));
  assertEqual(get(lines(1:2), 'Color'), {[1 0 0]; [1 0 0]});
  colours = get(lines(4:end), 'Color');
  assertEqual(size(unique(vertcat(colours{:}), 'rows'), 1), numel(lines) - 3);
end

function test_jumps_have_the_colour_of_their_curve()
  sol = two_runs();
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [~, ax] = plot(sol, 'velocity', 'r--');
  assertEqual(get(findobj(ax, 'Tag', 'nsd:jump'), 'Color'), [1 0.5 0.5]);     % pale red
end

function test_a_resting_contact_shows_its_force_beside_the_impulses()
  % Only impulses were drawn: 0 for a body that lies on the floor, while sol.reaction was 9.81 N.
  sol = nsd_simulate(nsd_ball('Restitution', 0), [0 2], 'Method', 'event');
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  [lines, ax] = plot(sol, 'reaction');
  labels = arrayfun(@(a) get(get(a, 'YLabel'), 'String'), ax', 'UniformOutput', false);
  assertEqual(labels, {'contact force (N)', 'contact impulse (N s)'});  % two units, two panels
  force = get(lines(1), 'YData');
  assertElementsAlmostEqual(max(force), sol.reaction(end), 'relative', 1e-12);
  assertElementsAlmostEqual(max(get(lines(2), 'YData')), sum(sol.impulse), 'relative', 1e-12);
  clf();
  subplot(1, 2, 1);
  line([0 1], [0 1]);
  subplot(1, 2, 2);
  [lines, ax] = plot(sol, 'reaction');            % one panel among others of the user
  assertEqual([numel(lines), numel(ax)], [2 1]);
  assertEqual(get(get(ax, 'YLabel'), 'String'), 'force (N), impulse (N s)');
  lying = nsd_simulate(nsd_ball().start(0, 0), [0 1], 'Method', 'event');
  clf();
  lines = plot(lying, 'reaction');                % there is no impulse: nothing speaks of one
  assertEqual(numel(lines), 1);
  assertElementsAlmostEqual(min(get(lines, 'YData')), 9.81, 'relative', 1e-9);
end

function test_energies_between_rows_are_parabolas()
  % energies were drawn through the rows of 'event', four a flight: a polygon
  sol = two_runs();
  figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  lines = plot(sol, {'position', 'energy'});
  kinetic = lines(3);                              % the total of a flight is level
  [x, y] = deal(get(kinetic, 'XData'), get(kinetic, 'YData'));
  impact = sol.events.t(1);
  % nsd_simplify_line: 1e-4 across a curve of slope 13 is 0.013 J upwards; lines through rows: 0.06
  t = linspace(0, 0.99*impact, 50);
  flight = 1:find(x >= impact - 1e-12, 1);
  drawn = interp1(x(flight), y(flight), t);
  assertElementsAlmostEqual(drawn, (9.81*t).^2/2, 'absolute', 0.02);
  constant = get(lines(end), 'YData');
  assertTrue(max(constant) - min(constant) < 1e-9*max(y));
end

function test_one_panel_takes_the_place_of_all_panels()
  % plot(sol, 'phase') after plot(sol) replaced the last panel, and its title stayed over the panels
  % of the next run
  [first, second] = two_runs();
  mine = figure('Visible', 'off');
  closing = onCleanup(@() close('all'));
  plot(first);
  plot(first, 'phase');
  assertEqual(numel(findobj(mine, 'Type', 'axes')), 1);
  [~, panels] = plot(second);
  assertTrue(all(cellfun(@isempty, get(cell2mat(get(panels, 'Title')), 'String'))));
end
