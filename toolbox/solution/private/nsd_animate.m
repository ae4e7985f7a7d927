function files = nsd_animate(sol, given)
%NSD_ANIMATE  Frames of a motion at equal time intervals, shown or written: animate(sol, ...).
  draw = [];
  if ~isempty(given) && isa(given{1}, 'function_handle')
    draw = given{1};
    given(1) = [];
  end
  options = nsd_pair_options('animate', given, struct('Speed', [], 'FrameRate', [], 'File', '', ...
                             'Span', [], 'At', [], 'View', [-37.5 20], 'Color', [], ...
                             'Parent', [], 'Resolution', [], 'Size', [], 'Axes', 'on', ...
                             'Title', 'on', 'Joints', true, 'Forces', false), 'animate');
  options.Drawing = draw;
  if isempty(options.FrameRate), options.FrameRate = usual_rate(options.File); end
  options = with_size(options);
  if isempty(sol.system) || ~isa(sol.system, 'NsdBodies') && ~isa(sol.system, 'NsdSystem')
    error('nsd:solution:noPicture', 'this NsdSolution holds no system that could be drawn');
  end
  if isempty(sol.q), error('nsd:solution:empty', 'this run ended before its first row'); end
  [times, alone] = frame_times(sol, options);
  scene = nsd_scene(sol, options, times);
  if alone
    nsd_warn('nsd:solution:noScreen', ['there is no screen to play on: only the last picture ' ...
             'is drawn. ''File'', ''film.gif'' writes a film, ''At'', t draws another picture']);
  end
  if ~isempty(options.File), nsd_write_file(frame_name(options.File, 1)); end
  [ax, closing] = own_axes(options); %#ok<ASGLU>
  drawn = start_drawing(ax, scene, options);
  if scene.dimension == 3 && nsd_is_gnuplot() && is_small(scene)
    [drawn, scene] = drawn_flat(ax, drawn, scene, options);
  end
  files = {};
  film = {};
  folder = '';
  if ~isempty(options.File), [folder, remove] = nsd_own_folder(); end %#ok<ASGLU>
  watch = tic;
  for k = 1:numel(times)
    update(drawn, scene, k, title_of(sol, times(k), options));
    if isempty(options.File)
      nsd_draw_now();
      pause(max(0, k/options.FrameRate - toc(watch)));
    else
      [files, film] = keep_frame(files, film, drawn.figure, options, k, folder);
      tell_progress(k, numel(times), toc(watch));
    end
  end
  if is_film(options.File)
    nsd_write_file(options.File, nsd_join_gifs(film, options.FrameRate));
  elseif is_video(options.File)
    files = {options.File};
    nsd_write_file(options.File, video_of(folder, options.FrameRate));
  end
end

function rate = usual_rate(file)
% pictures per second: writing one into a GIF takes up to half a second
  rate = 25;
  if ischar(file) && is_film(file), rate = 15; end
end

function options = with_size(options)
% Resolution in dots per inch, and Points, the size of the figure on the screen. Pictures of their
% own are larger than films; with Size [across down] in pixels the letters grow with the picture.
  file = options.File;
  [screen, points, pixels] = deal(get(0, 'ScreenPixelsPerInch'), [560 420], options.Size);
  dots = 80 + 20*(ischar(file) && ~isempty(file) && ~is_film(file) && ~is_video(file));
  if ~isempty(pixels)
    if ~isnumeric(pixels) || ~isreal(pixels) || numel(pixels) ~= 2 || any(pixels ~= fix(pixels)) ...
        || ~all(pixels(:) >= 16 & pixels(:) <= 8192)
      error('nsd:solution:badAnimation', ['animate: Size must be [across down] in pixels, ' ...
            'as in ''Size'', [1280 720]']);
    end
    points = reshape(double(pixels), 1, 2);
    dots = screen*min(points./[560 420]);
    if ~isempty(file), points = points*screen/nsd_or(options.Resolution, dots); end
  end
  options.Points = points;
  if isempty(options.Resolution), options.Resolution = dots; end
end

function tell_progress(k, count, seconds)
% a line at a terminal while pictures are written, which takes long
  persistent told
  if k == 1, told = 0; end
  if nsd_is_interactive() && (seconds > told + 1 || told > 0 && k == count)
    fprintf('\ranimate: picture %d of %d', k, count);
    if k == count, fprintf('\n'); end
    told = seconds;
  end
end

function [ax, closing] = own_axes(options)
% Axes to draw into: those given, empty ones for one picture ('At'), else axes of a figure of our
% own, which is closed after a file is written.
  closing = [];
  if ~isempty(options.Parent)
    if ~isscalar(options.Parent) || ~ishghandle(options.Parent) ...
        || ~strcmp(get(options.Parent, 'Type'), 'axes')
      error('nsd:solution:badAnimation', 'animate: Parent must be the handle of axes');
    end
    ax = newplot(options.Parent);
  elseif ~isempty(options.At) && isempty(options.File)
    ax = free_axes();
  elseif ~isempty(options.File)
    current = get(0, 'CurrentFigure');
    hidden = figure('Visible', 'off', 'Color', 'w', 'Position', [100 100 options.Points]);
    closing = onCleanup(@() close_film(hidden, current));
    ax = axes('Parent', hidden);
  else
    own = findobj(0, 'Type', 'figure', 'Tag', 'nsd:animation');
    if isempty(own), own = figure('Name', 'animate', 'Visible', shown('on')); end
    clf(own(1));
    set(own(1), 'Tag', 'nsd:animation');
    at = get(own(1), 'Position');
    if ~isempty(options.Size), set(own(1), 'Position', [at(1:2), options.Points]); end
    ax = axes('Parent', own(1));
  end
end

function ax = free_axes()
% Axes for one picture that take nothing away: the current ones if they are empty, as after subplot,
% those of the last single picture, or axes of a new figure
  fig = get(0, 'CurrentFigure');
  ax = [];
  if ~isempty(fig), ax = get(fig, 'CurrentAxes'); end
  if isempty(fig), fig = figure('Visible', shown('on'), 'Tag', 'nsd:picture'); end
  if isempty(ax)
    ax = axes('Parent', fig);
  elseif ~isempty(get(ax, 'Children')) && ~strcmp(get(fig, 'Tag'), 'nsd:picture')
    own = findobj(0, 'Type', 'figure', 'Tag', 'nsd:picture');
    if isempty(own), own = figure('Visible', shown(get(fig, 'Visible'))); else, clf(own(1)); end
    set(own(1), 'Tag', 'nsd:picture', 'Name', 'animate');
    set(0, 'CurrentFigure', own(1));
    ax = axes('Parent', own(1));
  end
  ax = newplot(ax);
end

function close_film(hidden, current)
  if ishghandle(hidden), close(hidden); end
  if ~isempty(current) && ishghandle(current), set(0, 'CurrentFigure', current); end
end

function [times, alone] = frame_times(sol, options)
  for name = {'Speed', 'FrameRate', 'Resolution'}
    nsd_check_number(nsd_or(options.(name{1}), 1), 'positive', ['animate: ' name{1}], ...
                     'nsd:solution:badAnimation');
  end
  check_file(options.File);
  for name = {'Axes', 'Title'}
    if ~any(strcmp(options.(name{1}), {'on', 'off'}))
      error('nsd:solution:badAnimation', 'animate: %s must be ''on'' or ''off''', name{1});
    end
  end
  angles = options.View;
  if ~isnumeric(angles) || ~isreal(angles) || ~any(numel(angles) == [2 3]) ...
      || ~all(isfinite(angles(:)))
    error('nsd:solution:badAnimation', ...
          'animate: View must be [azimuth elevation] in degrees, or the direction [x y z]');
  end
  t = sol.t;
  span = nsd_or(options.Span, [t(1) t(end)]);
  if ~isnumeric(span) || numel(span) ~= 2 || ~(span(1) < span(2)) || span(2) < t(1) ...
     || span(1) > t(end)
    error('nsd:solution:badAnimation', 'animate: Span must be [t0 t1] within [%g, %g]', ...
          t(1), t(end));
  end
  span = min(max(span, t(1)), t(end));
  usual = 1;                           % real time, but very short and long motions are shown in 5 s
  if diff(span) < 0.2 || diff(span) > 120, usual = diff(span)/5; end
  speed = nsd_or(options.Speed, usual);
  times = (span(1):speed/options.FrameRate:span(2))';
  if times(end) < span(2), times(end+1) = span(2); end
  if ~isempty(options.At), times = nsd_real_array(options.At, 'At', 'solution'); end
  times = times(:);
  alone = isempty(options.File) && isempty(options.At) && ~on_screen();
  if alone, times = times(end); end     % no screen: only the last picture
end

function check_file(file)
  if isempty(file) && (ischar(file) || isnumeric(file)), return; end
  ending = '';
  if ischar(file), [folder, ~, ending] = fileparts(file); end
  if ~any(strcmpi(ending, {'.gif', '.png', '.mp4'}))
    error('nsd:solution:badAnimation', ['animate: File must be a name as in ''fall.gif'', ' ...
          '''fall.mp4'', or ''fall%%03d.png'' for frames']);
  elseif strcmpi(ending, '.mp4') && system(['ffmpeg -version' nowhere()]) ~= 0
    error('nsd:solution:noEncoder', ['animate: an mp4 needs the program ffmpeg, which was not ' ...
          'found: install it, or write a GIF']);
  end
  if ~isempty(folder) && exist(folder, 'dir') ~= 7
    error('nsd:solution:badAnimation', 'animate: there is no folder %s', folder);
  end
end

function text = nowhere()
% what a command prints is not wanted
  text = ' > /dev/null 2>&1';
  if ispc(), text = ' > NUL 2>&1'; end
end

function is = on_screen()
% true where pictures can be shown one after the other; Octave without a display only writes files
  is = ~exist('OCTAVE_VERSION', 'builtin') ...
       || (~strcmp(graphics_toolkit(), 'gnuplot') && ~isempty(getenv('DISPLAY')));
end

function word = shown(word)
% whether a new figure is visible: as the user has it, but not without a screen
  if strcmp(get(0, 'DefaultFigureVisible'), 'off') || ~nsd_has_display(), word = 'off'; end
end

function text = title_of(sol, t, options)
  text = '';
  if strcmp(options.Title, 'off'), return; end
  length = sol.t(end) - sol.t(1);
  text = sprintf('t = %.*f s', max(2, 2 - floor(log10(max(length, realmin)))), t);
  if ~isempty(sol.system.Name), text = sprintf('%s, %s', sol.system.Name, text); end
end

function drawn = start_drawing(ax, scene, options)
  drawn.figure = ancestor(ax, 'figure');
  points = scene.points(1);
  colors = {'FaceColor', 'flat', 'FaceVertexCData'};
  for p = 1:numel(scene.pieces)
    piece = scene.pieces{p};
    if scene.dimension == 3 && ~isempty(piece.faces) && nsd_is_gnuplot()
      piece = drawable(piece);
    end
    if isempty(piece.faces)
      drawn.pieces(p) = line(0, 0, 'Parent', ax, piece.style{:});
    else
      drawn.pieces(p) = patch('Parent', ax, 'Faces', piece.faces, 'Vertices', ...
                              zeros(max(piece.faces(:)), scene.dimension), ...
                              colors{:}, piece.colors, piece.style{:});
      show(drawn.pieces(p), piece, points{p});
    end
  end
  axis(ax, 'equal');
  axis(ax, scene.limits);
  if scene.dimension == 3
    view(ax, options.View);
    light('Parent', ax, 'Position', [-1 -2 4]);
    axis(ax, 'off');
    fit = @(varargin) nsd_fit_view(ax, scene.hull, options.View);
    fit();
    nsd_on_change(ax, 'Position', fit);
  else
    set(ax, 'Box', 'on');
    if strcmp(options.Axes, 'off') || ~isempty(scene.space), set(ax, 'Visible', 'off'); end
  end
  drawn.title = title(ax, '', 'Interpreter', 'none', 'Visible', 'on');
  if scene.dimension == 3                          % by itself it may lie above the figure
    set(drawn.title, 'Units', 'normalized', 'Position', [0.5 1.02 0], ...
        'VerticalAlignment', 'bottom', 'HorizontalAlignment', 'center');
  end
end

function update(drawn, scene, k, words)
% picture k
  points = scene.points(k);
  for p = 1:numel(scene.pieces), show(drawn.pieces(p), scene.pieces{p}, points{p}); end
  if isempty(scene.space)
    set(drawn.title, 'String', words);
  else
    update(drawn.space, scene.space, k, words);
  end
end

function [flat, scene] = drawn_flat(ax, drawn, space, options)
% What gnuplot cannot draw well in space is drawn flat, in axes over these. The objects in space
% stay as they are, with their coordinates, but cannot be seen.
  scene = nsd_scene_flat(space, options.View);
  scene.space = space;
  over = axes('Parent', drawn.figure, 'Position', room_of(ax), 'HandleVisibility', 'off');
  set(drawn.figure, 'CurrentAxes', ax);
  flat = start_drawing(over, scene, options);
  flat.space = drawn;
  set(drawn.pieces, 'Visible', 'off');
  set(drawn.pieces(1), 'DeleteFcn', @(varargin) delete(over(ishghandle(over))));
  nsd_on_change(ax, 'Position', @(varargin) set(over, 'Position', room_of(ax)));
end

function place = room_of(ax)
% the axes and the room of their numbers, which are not there; panels side by side stay equal
  place = get(ax, 'Position');
  place = place + [-0.1 -0.12 0.2 0.12].*place([3 4 3 4]);
end

function yes = is_small(scene)
% gnuplot gets a command for each face of a flat scene, and fails where they are too many
  faces = 0;
  for k = 1:numel(scene.pieces)
    piece = scene.pieces{k};
    if isfield(piece, 'round') && piece.round > 0       % a sphere becomes two faces
      faces = faces + 2*max(piece.faces(:))/piece.round;
    else
      faces = faces + size(piece.faces, 1);
    end
  end
  yes = faces <= 600;
end

function piece = drawable(piece)
% gnuplot fills triangles only, in space; rows of faces may end with NaN
  [faces, colors] = deal(zeros(0, 3), zeros(0, 3));
  for k = 3:size(piece.faces, 2)
    some = ~isnan(piece.faces(:, k));
    faces = [faces; piece.faces(some, [1 k-1 k])]; %#ok<AGROW>
    if size(piece.colors, 1) > 1, colors = [colors; piece.colors(some, :)]; end %#ok<AGROW>
  end
  piece.faces = faces;
  if size(piece.colors, 1) == 1, colors = repmat(piece.colors, size(faces, 1), 1); end
  piece.colors = colors;                       % one for each face: gnuplot looks for that many
  piece.style = [piece.style, {'EdgeColor', 'none'}];          % no diagonals of quadrilaterals
end

function show(handle, piece, points)
  if isstruct(points)                             % faces of a flat scene, in another order each
    set(handle, 'Vertices', points.vertices, 'FaceVertexCData', points.colors);
  elseif ~isempty(piece.faces)
    set(handle, 'Vertices', points);
  else
    set(handle, 'XData', points(:, 1), 'YData', points(:, 2));
    if size(points, 2) == 3, set(handle, 'ZData', points(:, 3)); end
  end
end

function yes = is_film(file)
  [~, ~, ending] = fileparts(file);
  yes = strcmpi(ending, '.gif');
end

function yes = is_video(file)
  [~, ~, ending] = fileparts(file);
  yes = strcmpi(ending, '.mp4');
end

function bytes = video_of(folder, rate)
% the frames of the folder as an mp4 that common players know
  film = fullfile(folder, 'film.mp4');
  command = sprintf(['ffmpeg -y -framerate %g -i %s -c:v libx264 -pix_fmt yuv420p ' ...
                     '-vf "scale=trunc(iw/2)*2:trunc(ih/2)*2" %s%s'], rate, ...
                    nsd_shell_word(fullfile(folder, 'frame%05d.png')), nsd_shell_word(film), ...
                    nowhere());
  failed = system(command);
  [bytes, reason] = nsd_read_bytes(film);
  if failed || ~isempty(reason) || isempty(bytes)
    error('nsd:file:notWritten', 'ffmpeg wrote no film: %s', nsd_or(reason, 'it failed'));
  end
end

function name = frame_name(file, k)
% file of picture k: the GIF, or a file of its own, with k in place of a %d
  name = file;
  if is_film(file) || is_video(file), return; end
  [folder, stem] = fileparts(file);
  if ~any(stem == '%'), stem = [stem '%04d']; end
  name = fullfile(folder, [sprintf(stem, k) '.png']);
end

function [files, film] = keep_frame(files, film, figure_of, options, k, folder)
% one picture of a film: a page of the GIF, or a file of its own
  name = frame_name(options.File, k);
  if is_film(options.File)
    pixels = in_palette(picture_of(figure_of, folder, options));
    film{k} = picture_in_gif(pixels, fullfile(folder, 'frame.gif'));
    files = {name};
  elseif is_video(options.File)
    [~, frame] = printed(figure_of, folder, options.Resolution);
    movefile(frame, fullfile(folder, sprintf('frame%05d.png', k)));
  else
    nsd_write_file(name, printed(figure_of, folder, options.Resolution));
    files{k} = name;
  end
end

function [bytes, name] = printed(figure_of, folder, resolution)
% a PNG of the figure in the own folder: print and imwrite get names of ours only. print hands names
% to a shell in Octave, imwrite reads more into letters such as [, and neither tells a full disk
  name = fullfile(folder, 'frame.png');
  nsd_remove_file(name);
  if nsd_is_gnuplot(), print_directly(figure_of, name, resolution); end
  if exist(name, 'file') ~= 2
    print(figure_of, name, '-dpng', sprintf('-r%.9g', resolution*(1 + 1e-7)));
  end
  bytes = whole_picture(name, char([73 69 78 68 174 66 96 130]));       % IEND and its checksum
end

function print_directly(figure_of, name, resolution)
% gnuplot itself writes a PNG in half the time of print, which has it made by Ghostscript
  place = get(figure_of, 'Position');
  dots = 2*round(place(3:4)*resolution/get(0, 'ScreenPixelsPerInch')/2);
  current = get(0, 'CurrentFigure');
  set(0, 'CurrentFigure', figure_of);
  try
    drawnow(sprintf('pngcairo enhanced size %d,%d', dots), name);
  catch                                            %#ok<CTCH>  a gnuplot without cairo: print
    nsd_remove_file(name);
  end
  set(0, 'CurrentFigure', current);
end

function bytes = whole_picture(file, last)
% bytes of a picture, which must end as pictures of its kind do
  [bytes, reason] = nsd_read_bytes(file);
  if isempty(reason) && ~isequal(bytes(max(1, end-numel(last)+1):end), uint8(last))
    reason = 'it is not complete, the disk may be full';
  end
  if ~isempty(reason)
    error('nsd:file:notWritten', 'the picture %s cannot be written: %s', file, reason);
  end
end

function pixels = in_palette(image)
% numbers of colours in a fixed palette of 6 x 6 x 6
  share = round(double(image)*5/255);
  pixels = uint8(36*share(:, :, 1) + 6*share(:, :, 2) + share(:, :, 3));
end

function bytes = picture_in_gif(pixels, file)
% a GIF of one picture in the palette. Octave's imwrite with several at once writes the first again
% and again, and with WriteMode append it reads the whole film for each
  level = (0:5)/5;
  [blue, green, red] = ndgrid(level, level, level);
  kind = {'gif'};
  if exist('OCTAVE_VERSION', 'builtin'), kind = {'gif', 'Compression', 'lzw'}; end   % else none
  imwrite(pixels, [red(:), green(:), blue(:)], file, kind{:});
  bytes = whole_picture(file, ';');
end

function image = picture_of(figure_of, folder, options)
% getframe needs a screen; printing into a file works everywhere
  if on_screen() && isempty(options.Size)
    frame = getframe(figure_of);
    image = frame.cdata;
    return
  end
  [~, name] = printed(figure_of, folder, options.Resolution);
  image = imread(name);
  if size(image, 3) == 1, image = repmat(image, [1 1 3]); end
end
