function make_pictures(names)
%MAKE_PICTURES  Draw the pictures of doc/pictures again, one per example and course script.
%   `make doc` runs it. Each example_NAME.m below examples/ becomes doc/pictures/NAME.png, each
%   course_NAME.m doc/pictures/course_NAME.png, in the look of nsd_style, with an SVG beside it
%   for the web pages where that is not too large; the films of README
%   become GIFs; the pictures guide_NAME.png of the user guide are drawn from its own code.
%   MAKE_PICTURES({'stack_of_boxes', 'guide_ball', 'cradle.gif'}) draws these only.
  root = fileparts(fileparts(mfilename('fullpath')));
  addpath(fullfile(root, 'toolbox'));
  nsd_setup();
  folder = fullfile(root, 'doc', 'pictures');
  if exist(folder, 'dir') ~= 7, mkdir(folder); end
  addpath(fullfile(root, 'doc', 'site'));
  scripts = [site_files(fullfile(root, 'examples'), 'example_*.m'), ...
             site_files(fullfile(root, 'examples'), 'course_*.m')];
  set(0, 'DefaultFigureVisible', 'off');          % windows that open take sizes of their own
  for k = 1:numel(scripts)
    [~, script] = fileparts(scripts{k});
    name = strrep(script, 'example_', '');
    if nargin > 0 && ~any(strcmp(name, names)), continue; end
    close('all');
    draw(script);
    printed(folder, name);
  end
  close('all');
  if nargin < 1, names = {}; end
  if nargin < 1 || any(strncmp('guide_', names, 6)), draw_guide(root, folder, names); end
  if nargin < 1 || any(strcmp('stack.gif', names)), film_stack(folder); end
  if nargin < 1 || any(strcmp('cradle.gif', names)), film_cradle(folder); end
  if nargin < 1 || any(strcmp('walker.gif', names)), film_walker(folder); end
  if nargin < 1 || any(strcmp('toss.gif', names)), film_toss(folder); end
  if nargin < 1 || any(strcmp('clock.gif', names)), film_clock(folder); end
end

function printed(folder, name)
% The current figure as PNG and, where that is small, as SVG. The PNG is drawn three times as large
% and made smaller: joints of segments, which the printer draws pale, do not show then.
  nsd_style(gcf());
  large = [tempname() '.png'];
  print(large, '-dpng', '-r600');
  failed = system(sprintf(['ffmpeg -v error -y -i "%s" -vf "scale=iw/3:ih/3:flags=area" ' ...
                           '"%s"'], large, fullfile(folder, [name '.png'])));
  delete(large);
  if failed, error('make_pictures:picture', ['ffmpeg wrote no picture %s: ' ...
      'install ffmpeg, or run "make doc", which does'], name); end
  fprintf('doc/pictures/%s.png\n', name);
  draw_scalable(fullfile(folder, [name '.svg']));
end

function draw_guide(nsd_root, nsd_folder, nsd_names)
% The code of the user guide, block by block in one workspace, where its variables do not meet ours;
% a block with a picture guide_NAME.png behind it is drawn. NSD_NAMES: these only, or {}: all.
  nsd_text = fileread(fullfile(nsd_root, 'doc', 'user', 'user-guide.md'));
  [nsd_blocks, nsd_rest] = regexp(nsd_text, '\n```matlab\n(.*?)\n```', 'tokens', 'split');
  nsd_new = tempname();                           % the guide writes files
  mkdir(nsd_new);
  nsd_here = cd(nsd_new);
  nsd_back = onCleanup(@() cd(nsd_here));                                     %#ok<NASGU>
  for nsd_k = 1:numel(nsd_blocks)
    nsd_name = regexp(nsd_rest{nsd_k+1}, 'guide_\w+', 'match', 'once');
    close('all');
    if ~isempty(nsd_name), figure('Position', [100 100 760 460]); end
    evalc(nsd_blocks{nsd_k}{1});
    nsd_wanted = isempty(nsd_names) || any(strcmp(nsd_name, nsd_names));
    if ~isempty(nsd_name) && nsd_wanted, printed(nsd_folder, nsd_name); end
  end
end

function draw_scalable(file)
% the same as SVG, which the web pages show, unless it is large: bodies, thousands of dots
  most = 2e5;                                     % bytes
  points = arrayfun(@(curve) numel(get(curve, 'XData')), findobj(gcf(), 'Type', 'line'));
  if sum(points) > 4000, return; end              % would take minutes
  if ~isempty(findall(gcf(), 'Type', 'image')), return; end      % the printer leaves them out
  print(file, '-dsvg');
  text = regexprep(fileread(file), '<desc>.*?</desc>', '');      % the date of the drawing
  delete(file);
  if numel(text) > most, return; end
  [words, rest] = regexp(text, '(?<=>)[^<]+(?=</text>)', 'match', 'split');
  words = strrep(words, ' ', '&#160;');           % every letter has its place: browsers join spaces
  text = [reshape([rest(1:end-1); words], 1, []), rest(end)];
  text = [text{:}];
  out = fopen(file, 'w');
  fwrite(out, text);
  fclose(out);
end

function draw(script)
% in a workspace of its own; what it prints is not wanted here. Examples that sweep take their
% number of runs from here: minutes
  runs = 1e4; %#ok<NASGU>
  points = 500; %#ok<NASGU>
  evalc(script);
end

function film_stack(folder)
% a heavy ball and a stack of eight boxes
  boxes = [zeros(2, 8); 0.25 + 0.5*(0:7)];
  world = NsdBodies('Friction', 0.5).plane([0 0 1], 0);
  world = world.box('Size', [1 1 0.5], 'Position', boxes);
  world = world.sphere('Radius', 0.6, 'Mass', 4, 'Position', [-3 0.2 1.5], 'Velocity', [8 0 3]);
  sol = nsd_simulate(world, [0 1.6], 'Step', 0.002, 'OutputEvery', 5);
  film(fullfile(folder, 'stack.gif'), [720 450], sol, 'Speed', 0.8, 'View', [-20 14]);
end

function film_cradle(folder)
% Newton's cradle: five pendulums side by side, two of them lifted; q are angles
  n = 5;
  place = (1:n) - (n + 1)/2;
  cradle = NsdSystem.linear(eye(n), [], 9.81*eye(n));
  H = diff(eye(n))';
  cradle = cradle.contact(H, 1e-3, 'Restitution', 1).start([-0.6; -0.6; 0; 0; 0], zeros(n, 1));
  [x, y] = deal(@(q) place + 5*sin(q'), @(q) -5*cos(q'));
  gap = NaN(1, n);
  ropes = @(q) [reshape([place; x(q); gap], [], 1), reshape([0*place; y(q); gap], [], 1)];
  balls = @(q) arrayfun(@(a, b) disc(a, b, 0.5), x(q), y(q), 'UniformOutput', false);
  cradle = cradle.drawing(@(t, q) [{{'line', ropes(q), 'LineWidth', 1.5, ...
                                     'Color', [0.4 0.4 0.4]}, ...
                                    {'line', [-3.5 0; 3.5 0], 'LineWidth', 6}}, balls(q)]);
  sol = nsd_simulate(cradle.named('cradle'), [0 2*pi/sqrt(9.81)], 'Method', 'event');
  film(fullfile(folder, 'cradle.gif'), [720 450], sol);
end

function film_walker(folder)
% the simplest walker of course_16_walker, four steps down its slope
  slope = 0.009;
  fall = @(t, x) [x(2); sin(x(1) - slope); x(4); ...
                  sin(x(1) - slope) + x(2)^2*sin(x(3)) - cos(x(1) - slope)*sin(x(3))];
  foot = @(x) max(2*x(1) - x(3), x(1) + 0.05);
  step = @(x) [-x(1); cos(2*x(1))*x(2); -2*x(1); cos(2*x(1))*(1 - cos(2*x(1)))*x(2)];
  sol = nsd_simulate(NsdSystem.hybrid(fall, foot, step).named('walker'), [0 16], ...
                     [0.200311; -0.199832; 0.400622; -0.015823]);
  stride = 2*sin(0.200311);
  at = @(t) stride*sum(sol.events.t <= t);         % the standing foot
  hip = @(t, x) [at(t) - sin(x(1)), cos(x(1))];
  swing = @(t, x) hip(t, x) - [sin(x(3) - x(1)), cos(x(3) - x(1))];
  grey = {'LineWidth', 5, 'Color', [0.55 0.55 0.55]};
  draw = @(t, x) {{'line', [-0.6 0; 2.2 0], 'LineWidth', 3, 'Color', [0.4 0.4 0.4]}, ...
                  {'line', [hip(t, x); swing(t, x)], grey{:}}, ...
                  {'line', [at(t) 0; hip(t, x)], 'LineWidth', 5}, ...
                  disc([1 0]*hip(t, x)', [0 1]*hip(t, x)', 0.09)};
  film(fullfile(folder, 'walker.gif'), [720 360], sol, draw, 'Speed', 3);
end

function film_toss(folder)
% a cube as in example_cube_toss at a fifth of its speed, seen from the side
  edge = 0.1048;
  world = NsdBodies('Friction', 0.18, 'Restitution', 0.125).plane([0 0 1], 0);
  world = world.box('Size', edge*[1 1 1], 'Mass', 0.37, 'Inertia', 8.1e-4*[1; 1; 1], ...
                    'Position', [-0.4; 0; 0.22], 'Velocity', [1.1; 0; 1.2], ...
                    'Orientation', [0.4; 0.55; 0.2], 'Spin', [2; 14; -3]);
  sol = nsd_simulate(world, [0 1.1], 'Step', 1e-3);
  film(fullfile(folder, 'toss.gif'), [720 360], sol, 'Speed', 0.2, 'View', [-22 14]);
end

function film_clock(folder)
% nsd_clock with a short pendulum, two swings at a third of its speed
  world = nsd_clock('Length', 0.1, 'Torque', 3e-4, 'Damping', 5e-4);
  sol = nsd_simulate(world, [0 1.27], 'Step', 5e-4, 'OutputEvery', 4);
  film(fullfile(folder, 'clock.gif'), [720 450], sol, 'Speed', 1/3);
end

function piece = disc(x, y, radius)
  turn = linspace(0, 2*pi, 60)';
  piece = {'patch', [x + radius*cos(turn), y + radius*sin(turn)]};
end

function film(file, pixels, sol, varargin)
% A GIF of PIXELS [width height], twice the width at which README shows it, with a palette of its
% own, by ffmpeg from pictures of the frames that are twice as large again.
  frames = tempname();
  mkdir(frames);
  remove = onCleanup(@() rmdir(frames, 's')); %#ok<NASGU>
  if exist('OCTAVE_VERSION', 'builtin'), feval('confirm_recursive_rmdir', false); end
  fig = figure('Color', 'w', 'Position', [100 100 pixels]);
  ax = axes('Parent', fig, 'Position', [0 0 1 1]);
  animate(sol, varargin{:}, 'FrameRate', 15, 'Axes', 'off', 'Title', 'off', 'Parent', ax, ...
          'Resolution', 2*get(0, 'ScreenPixelsPerInch'), ...
          'File', fullfile(frames, 'frame%04d.png'));
  picture = sprintf(['scale=%d:%d:flags=area,split[a][b];' ...
                     '[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none'], pixels);
  failed = system(sprintf('ffmpeg -v error -y -framerate 15 -i "%s" -filter_complex "%s" "%s"', ...
                          fullfile(frames, 'frame%04d.png'), picture, file));
  close(fig);
  if failed, error('make_pictures:film', 'ffmpeg wrote no film %s', file); end
  fprintf('%s\n', file);
end
