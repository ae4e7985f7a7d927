function test_suite = test_animate()
%TEST_ANIMATE  animate(sol): what is drawn where, files, failures; other views of bodies.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_boxes_and_spheres_are_drawn_where_they_are()
  world = NsdBodies().plane([0 0 1], 0).box('Size', [2 1 1], 'Position', [0 0 0.5]);
  world = world.sphere('Radius', 0.5, 'Position', [3 0 0.5]);
  sol = nsd_simulate(world, [0 0.1], 'Step', 0.01);
  corners = drawn(sol, 0.1, 'patch');
  assertEqual(numel(corners), 3);                         % floor, sphere, box
  box = corners{cellfun(@(c) size(c, 1) == 8, corners)};
  assertElementsAlmostEqual([min(box); max(box)], [-1 -0.5 0; 1 0.5 1], 'absolute', 1e-6);
  ball = corners{cellfun(@(c) size(c, 1) > 8, corners)};
  assertElementsAlmostEqual(mean([min(ball); max(ball)]), [3 0 0.5], 'absolute', 1e-6);
  assertElementsAlmostEqual(max(ball(:, 1)) - 3, 0.5, 'absolute', 0.01);
end

function test_turned_rectangle_and_disc()
  world = NsdBodies('Gravity', [0 0]).box('Size', [2 1], 'Position', [1; 2], 'Angle', pi/2);
  world = world.disc('Radius', 0.5, 'Position', [4; 0], 'Spin', 1);
  sol = nsd_simulate(world, [0 1], 'Step', 0.1);
  corners = drawn(sol, 1, 'patch');
  box = corners{cellfun(@(c) size(c, 1) == 4, corners)};
  assertElementsAlmostEqual([min(box); max(box)], [0.5 1; 1.5 3], 'absolute', 1e-12);
end

function test_ball_pendulum_bar_and_others_are_drawn()
  systems = {nsd_ball(), nsd_pendulum(), nsd_bar(), nsd_two_balls(), nsd_elastic_bar()};
  for k = 1:numel(systems)
    sol = simulate_quietly(systems{k}, [0 1e-3], 'Step', 1e-4);
    lines = drawn(sol, 1e-3, 'line');
    assertTrue(~isempty(lines));
  end
  sol = nsd_simulate(nsd_pendulum(), [0 1], 'Step', 0.01);
  rods = drawn(sol, 1, 'line');
  tip = [sin(sol.q(end)), -cos(sol.q(end))];
  assertTrue(any(cellfun(@(p) norm(p(end, 1:2) - tip) < 1e-12, rods)));
end

function test_files_are_written()
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.01);
  figure('Visible', 'off');
  film = animate(sol, 'FrameRate', 10, 'File', fullfile(folder, 'ball.gif'));
  frames = animate(sol, 'FrameRate', 10, 'Speed', 2, 'File', fullfile(folder, 'ball%02d.png'));
  close(gcf());
  assertEqual(film, {fullfile(folder, 'ball.gif')});
  assertEqual(numel(frames), 2);
  assertEqual(exist(film{1}, 'file'), 2);
  assertEqual(exist(fullfile(folder, 'ball02.png'), 'file'), 2);
  assertEqual(numel(imfinfo(film{1})), 3);
  file = dir(film{1});
  assertTrue(file.bytes < 2e5);                           % 1e6 when it is not compressed
end

function test_pictures_of_their_own_have_the_resolution_that_was_asked_for()
% it was taken for films only
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.01);
  wide = zeros(1, 3);
  more = {{}, {'Resolution', 100}, {'Resolution', 50}};
  for k = 1:3
    name = fullfile(folder, sprintf('ball%d_%%d.png', k));
    files = animate(sol, 'At', 0.1, 'File', name, more{k}{:});
    picture = imfinfo(files{1});
    wide(k) = picture.Width;
  end
  assertEqual(wide(1), wide(2));
  assertTrue(abs(wide(2) - 2*wide(3)) <= 2, mat2str(wide));
end

function test_pictures_of_a_gif_differ_and_last_as_long_as_the_motion()
  % every picture was the first one: Octave's imwrite, given all at once, writes one again and again
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  sol = nsd_simulate(nsd_ball(), [0 0.4], 'Step', 0.01);
  for draw = {{}, {@(t, q) [0 0; q 1]}}
    film = animate(sol, draw{1}{:}, 'FrameRate', 15, 'File', fullfile(folder, 'ball.gif'));
    frames = animate(sol, draw{1}{:}, 'FrameRate', 15, 'File', fullfile(folder, 'b%d.png'));
    [pages, map] = imread(film{1}, 'frames', 'all');
    assertEqual(size(pages, 4), numel(frames));
    for k = 2:numel(frames)
      assertTrue(any(any(pages(:, :, 1, k) ~= pages(:, :, 1, k-1))), sprintf('picture %d', k));
    end
    white = map(double(pages(1, 1, 1, end)) + 1, :);
    assertElementsAlmostEqual(white, [1 1 1]);
    info = imfinfo(film{1});
    assertEqual([info.DelayTime], diff(round(100*(0:numel(frames))/15)));
  end
end

function test_films_have_the_size_in_pixels_that_was_asked_for()
  % slides are 1280 by 720, films were 446 by 334
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.01);
  for file = {'ball.gif', 'ball%d.png'}
    files = animate(sol, 'At', 0.1, 'File', fullfile(folder, file{1}), 'Size', [640 360]);
    info = imfinfo(files{1});
    assertEqual([info(1).Width, info(1).Height], [640 360]);
  end
  for bad = {640, [640.5 360], [0 10], 'large'}
    assertExceptionThrown(@() animate(sol, 'File', 'x.gif', 'Size', bad{1}), ...
                          'nsd:solution:badAnimation');
  end
end

function test_gifs_are_made_without_a_warning()
  % 'implicit conversion from numeric to char' with each film, where Octave says so
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  before = warning('on', 'Octave:num-to-str');
  back = onCleanup(@() warning(before));
  lastwarn('');
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.01);
  animate(sol, 'At', 0.1, 'File', fullfile(folder, 'ball.gif'));
  assertEqual(lastwarn(), '');
end

function test_short_runs_are_shown_slowly()
  % a millisecond in real time would be one picture
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  sol = simulate_quietly(nsd_elastic_bar('Elements', 10), [0 1e-3], 'Step', 1e-5);
  figure('Visible', 'off');
  ax = axes();
  frames = animate(sol, 'FrameRate', 0.8, 'File', fullfile(folder, 'bar%d.png'), 'Parent', ax);
  heading = get(get(ax, 'Title'), 'String');
  close(gcf());
  assertEqual(numel(frames), 5);                          % 5 s, 0.8 per second, and the start
  assertTrue(~isempty(strfind(heading, '0.00100')), heading);
end

function test_without_a_screen_it_says_what_is_left()
  if ~exist('OCTAVE_VERSION', 'builtin') || ~isempty(getenv('DISPLAY'))
    return
  end
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.01);
  figure('Visible', 'off');
  id = warning_of(@() animate(sol));
  close(gcf());
  assertEqual(id, 'nsd:solution:noScreen');
end

function test_bad_animations_are_refused()
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.01);
  assertExceptionThrown(@() animate(sol, 'Speed', -1), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'Span', [3 4]), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'File', 3), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'File', 'ball.avi'), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'File', fullfile(tempname(), 'b.gif')), ...
                        'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'View', 1), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'View', [0 NaN]), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'At', 0.1, 'Parent', 0.5), 'nsd:solution:badAnimation');
  assertExceptionThrown(@() animate(sol, 'Speeed', 1), 'nsd:animate:unknownOption');
  assertExceptionThrown(@() animate(sol, 'Speed'), 'nsd:animate:badValue');
  assertExceptionThrown(@() animate(NsdSolution()), 'nsd:solution:noPicture');
  relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
  first = nsd_simulate(relay, [0 0.1], [2; 0]);
  assertExceptionThrown(@() animate(first), 'nsd:solution:noPicture');
end

function sol = swinging()
% a model that animate cannot know: one coordinate, an angle
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)).contact(1, 0.2).start(1, 0);
  sol = nsd_simulate(sys, [0 0.2], 'Step', 0.01);
end

function test_models_of_the_user_are_drawn_by_their_function()
  sol = swinging();
  tip = @(q) [sin(q(1)), -cos(q(1))];
  figure('Visible', 'off');
  restore = onCleanup(@() close('all'));
  animate(sol, @(t, q) [0 0; tip(q)], 'At', 0.2);
  rod = findobj(gca(), 'Type', 'line');
  points = [get(rod, 'XData'); get(rod, 'YData')];
  assertElementsAlmostEqual(points(:, 2)', tip(sol.q(end)), 'absolute', 1e-12);
  clf();
  square = [0 0; 1 0; 1 1; 0 1];
  animate(sol, @(t, q) {{'line', [0 0; tip(q)], 'Color', 'k'}, {'points', tip(q)}, ...
                        {'patch', square + t, 'FaceColor', [0 1 0]}}, 'At', 0.2);
  assertEqual(get(findobj(gca(), 'Type', 'patch'), 'Vertices'), square + 0.2);
  assertEqual(numel(findobj(gca(), 'Type', 'line')), 2);
  clf();
  animate(sol, @(q) [0 0; tip(q)], 'At', 0.2);            % q alone is enough, or t
  rod = findobj(gca(), 'Type', 'line');
  assertEqual([get(rod, 'XData'); get(rod, 'YData')], points);
  clf();
  animate(sol, @(t) [0 0; t 1], 'At', 0.2);
  assertEqual(get(findobj(gca(), 'Type', 'line'), 'XData'), [0 0.2]);
  clf();
  animate(sol, @(t, q) [0 0 0; tip(q) t], 'At', 0.2);
  z = get(findobj(gca(), 'Type', 'line'), 'ZData');
  assertEqual(z(2), 0.2);
end

function test_a_single_picture_has_axes_for_the_whole_motion()
  % the axes held that picture only: a pendulum was drawn as a narrow strip
  sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q)).start(1, 0);
  sol = nsd_simulate(sys, [0 3]);
  figure('Visible', 'off');
  restore = onCleanup(@() close('all'));
  animate(sol, @(t, q) [0 0; sin(q(1)) -cos(q(1))], 'At', 0.5);
  limits = axis();
  assertTrue(limits(1) < -0.99*sin(1) && limits(2) > 0.99*sin(1));
  assertTrue(limits(3) < -0.99 && limits(4) > 0);
end

function test_a_system_carries_its_drawing()
  sol = swinging();
  sys = sol.system.drawing(@(t, q) [0 0; cos(q(1)) 7]);
  sol = nsd_simulate(sys, [0 0.2], 'Step', 0.01);
  points = drawn(sol, 0.2, 'line');
  assertElementsAlmostEqual(points{1}, [0 0; cos(sol.q(end)) 7], 'absolute', 1e-12);
  assertExceptionThrown(@() sys.drawing(3), 'nsd:system:badDrawing');
end

function test_unknown_models_are_refused_with_the_line_to_write()
  % every coordinate was drawn as a red ball at height q, angles too, without a word
  sol = swinging();
  message = '';
  try
    animate(sol, 'At', 0.1);
  catch err
    message = [err.identifier ' ' err.message];
  end
  assertTrue(~isempty(strfind(message, 'nsd:solution:noPicture')), message);
  assertTrue(~isempty(strfind(message, 'animate(sol, @(t,q) {{''points'', [0 q]}')), message);
end

function test_axes_can_be_left_out()
  sol = swinging();
  figure('Visible', 'off');
  for choice = {'on', 'off'}
    animate(sol, @(t, q) [0 0; 1 q(1)], 'At', 0.1, 'Axes', choice{1});
    assertEqual(get(gca(), 'Visible'), choice{1});
  end
  close('all');
  assertExceptionThrown(@() animate(sol, @(t, q) [0 0], 'Axes', 'no'), ...
                        'nsd:solution:badAnimation');
end

function test_the_title_can_be_left_out()
  sol = swinging();
  figure('Visible', 'off');
  for choice = {'on', 'off'}
    animate(sol, @(t, q) [0 0; 1 q(1)], 'At', 0.1, 'Title', choice{1});
    words = get(get(gca(), 'Title'), 'String');
    assertEqual(isempty(words), strcmp(choice{1}, 'off'));
  end
  close('all');
  assertExceptionThrown(@() animate(sol, @(t, q) [0 0], 'Title', 'no'), ...
                        'nsd:solution:badAnimation');
end

function test_bad_drawings_are_refused()
  sol = swinging();
  figure('Visible', 'off');
  restore = onCleanup(@() close('all'));
  for draw = {@(t, q) 'x', @(t, q) {}, @(t, q) [1 2 3 4], @(t, q) {{'circle', [0 0]}}, ...
              @(t, q) {{'line'}}}
    assertExceptionThrown(@() animate(sol, draw{1}, 'At', 0.1), 'nsd:solution:badDrawing');
  end
  growing = @(t, q) num2cell(zeros(1 + (t > 0.1), 2), 2);
  assertExceptionThrown(@() animate(sol, growing, 'At', [0 0.2]), 'nsd:solution:badDrawing');
end

function test_films_leave_the_figures_of_the_user_alone()
  % the film took the current axes: after plot(sol) it replaced the panel of the energy
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  sol = swinging();
  figure('Visible', 'off');
  restore = onCleanup(@() close('all'));
  lines = plot(sol);
  before = findobj(0, 'Type', 'figure');
  animate(sol, @(t, q) [0 0; q 1], 'FrameRate', 10, 'File', fullfile(folder, 'a.gif'));
  assertTrue(all(ishghandle(lines)));
  assertEqual(findobj(0, 'Type', 'figure'), before);
end

function test_a_single_picture_takes_nothing_away()
  % plot(sol); animate(sol, 'At', t) replaced the panel of the energy by the drawing
  sol = swinging();
  mine = figure('Visible', 'off');
  restore = onCleanup(@() close('all'));
  lines = plot(sol);
  animate(sol, @(t, q) [0 0; q 1], 'At', 0.1);
  assertTrue(all(ishghandle(lines)));
  picture = gcf();
  assertTrue(picture ~= mine);
  assertEqual(get(picture, 'Visible'), 'off');
  set(0, 'CurrentFigure', mine);
  animate(sol, @(t, q) [0 0; q 1], 'At', 0.2);           % the next one takes the same figure
  assertEqual(gcf(), picture);
  clf(mine);
  set(0, 'CurrentFigure', mine);
  place = subplot(1, 2, 1);
  animate(sol, @(t, q) [0 0; q 1], 'At', 0.2);           % axes without curves are taken
  assertEqual(gca(), place);
end

function test_mp4_is_written_where_ffmpeg_is()
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() remove(folder));
  file = fullfile(folder, 'a film.mp4');
  play = @() animate(swinging(), @(t, q) [0 0; q 1], 'FrameRate', 10, 'File', file);
  if system('ffmpeg -version > /dev/null 2>&1') ~= 0
    assertExceptionThrown(play, 'nsd:solution:noEncoder');
    return
  end
  assertEqual(play(), {file});
  id = fopen(file);
  first = fread(id, 8, 'uint8=>char')';
  fclose(id);
  assertEqual(first(5:8), 'ftyp');
end

function test_bodies_stay_in_the_picture_and_have_the_color_given()
% The picture was as large as the start, the middle and the end of a run: all of this flight was
% outside. One color for all bodies ended in an index out of bounds
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 2; 0 0; 0.5 0.5], ...
                                               'Velocity', [0 0; 0 0; 10 0]);
  sol = nsd_simulate(world, [0 6], 'Step', 0.01);
  figure('Visible', 'off');
  restore = onCleanup(@() close('all'));
  animate(sol, 'At', 1, 'Color', [0 0 1]);
  limits = axis();
  assertTrue(limits(6) > 5.5);
  refused = @(color) assertExceptionThrown(@() animate(sol, 'At', 1, 'Color', color), ...
                                           'nsd:solution:badAnimation');
  refused(zeros(3, 3));
  refused([0 0]);
  refused([0 0 2]);
  refused('red');
end

function test_bodies_have_summary_plot_struct_and_table()
  world = NsdBodies().plane([0 0 1], 0).sphere('Radius', 0.5, 'Position', [0 0 1]);
  sol = nsd_simulate(world, [0 1], 'Step', 0.01);
  text = evalc('disp(sol)');
  assertTrue(~isempty(strfind(text, '1 body, 1 impact; 1 contact at the end')));
  figure('Visible', 'off');
  [~, ax] = plot(sol);
  assertEqual(numel(ax), 4);
  close(gcf());
  again = NsdSolution.fromStruct(sol.toStruct());
  assertEqual(again.events.t, sol.events.t);
  assertEqual(again.energy.total, sol.energy.total);
  again = NsdSolution.fromStruct(sol.toStruct(), world);
  assertEqual(again.gap(2:end), sol.gap(2:end));
  file = [tempname() '.csv'];
  clean = onCleanup(@() delete(file));
  sol.export(file);
  assertEqual(exist(file, 'file'), 2);
end

function points = drawn(sol, t, kind)
% corners of patches, or points of lines, in the picture at t
  figure('Visible', 'off');
  animate(sol, 'At', t);
  handles = findobj(gca(), 'Type', kind);
  points = cell(1, numel(handles));
  for k = 1:numel(handles)
    if strcmp(kind, 'patch')
      points{k} = get(handles(k), 'Vertices');
    else
      points{k} = [reshape(get(handles(k), 'XData'), [], 1), ...
                   reshape(get(handles(k), 'YData'), [], 1)];
    end
  end
  close(gcf());
end

function remove(folder)
  delete(fullfile(folder, '*'));
  rmdir(folder);
end

function test_bodies_look_solid_with_gnuplot()
  % gnuplot drew no floor, and faces without light; the scene is projected and shaded here
  if ~exist('OCTAVE_VERSION', 'builtin') || ~strcmp(graphics_toolkit(), 'gnuplot')
    moxunit_throw_test_skipped_exception('another toolkit draws in space itself');
  end
  world = NsdBodies().plane([0 0 1], 0).box('Size', [1 1 1], 'Position', [0 0 0.5]);
  world = world.cylinder('Radius', 0.2, 'Length', 1, 'Position', [0 3 0.5]);   % behind the box
  fig = figure('Visible', 'off');
  closing = onCleanup(@() close(fig));
  animate(nsd_simulate(world, [0 0.1]), 'At', 0, 'View', [0 20]);
  patches = findall(fig, 'Type', 'patch', 'Visible', 'on');
  assertEqual(numel(patches), 1);
  colors = get(patches, 'FaceVertexCData');
  assertEqual(size(colors, 1), 1 + 6 + 34);                       % floor, box, cylinder
  assertElementsAlmostEqual(colors(1, :), [0.86 0.86 0.84]);      % the floor is drawn first
  corners = get(patches, 'Vertices');
  faces = get(patches, 'Faces');
  last = corners(faces(end-2:end, :)', :);                        % the box is drawn last
  assertTrue(all(abs(last(:, 1)) <= 0.5 + 1e-9));
  assertTrue(size(unique(round(255*colors(end-2:end, :)), 'rows'), 1) == 3);   % shaded
  clf();                                                          % spheres are discs: few faces
  many = NsdBodies().sphere('Radius', 0.4, 'Position', rand(3, 200)*20);
  animate(nsd_simulate(many, [0 0.01], 'Step', 0.01), 'At', 0);
  assertEqual(size(get(findall(fig, 'Type', 'patch', 'Visible', 'on'), 'Faces'), 1), 400);
  clf();
  animate(nsd_simulate(world, [0 0.1]), 'At', 0, 'View', [0 20]);
  patches = findall(fig, 'Type', 'patch', 'Visible', 'on');
  set(gca(), 'Position', [0.1 0.1 0.3 0.3]);                      % the picture goes with its axes
  place = get(get(patches, 'Parent'), 'Position');
  assertTrue(place(1) <= 0.1 && place(1) + place(3) >= 0.4 && place(2) + place(4) < 0.41);
  cla();
  assertTrue(isempty(findall(fig, 'Type', 'patch')));
end
