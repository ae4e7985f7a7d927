function make_pictures()
%MAKE_PICTURES  Draw every picture of doc/pictures again, one per example and course script.
%   `make doc` runs it. Each example_NAME.m below examples/ becomes doc/pictures/NAME.png, each
%   course_NAME.m doc/pictures/course_NAME.png.
  root = fileparts(fileparts(mfilename('fullpath')));
  addpath(fullfile(root, 'toolbox'));
  nsd_setup();
  folder = fullfile(root, 'doc', 'pictures');
  if exist(folder, 'dir') ~= 7, mkdir(folder); end
  addpath(fullfile(root, 'doc', 'site'));
  scripts = [site_files(fullfile(root, 'examples'), 'example_*.m'), ...
             site_files(fullfile(root, 'examples'), 'course_*.m')];
  for k = 1:numel(scripts)
    [~, name] = fileparts(scripts{k});
    close('all');
    draw(name);
    file = fullfile(folder, [strrep(name, 'example_', '') '.png']);
    print(file, '-dpng', '-r100');
    fprintf('doc/pictures/%s.png\n', strrep(name, 'example_', ''));
  end
  close('all');
end

function draw(script)
% in a workspace of its own; what it prints is not wanted here. Examples that sweep take their
% number of runs from here: minutes
  runs = 1e4; %#ok<NASGU>
  points = 500; %#ok<NASGU>
  evalc(script);
end
