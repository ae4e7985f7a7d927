function errors = bench_tosses(file, picture, project)
%BENCH_TOSSES  How well does a rigid cube follow measured tosses of a real one?
%   BENCH_TOSSES(FILE) reads FILE, tosses.csv of the folder cube-tosses of NSD_DATA [default]: one
%   row per sample at 148 Hz with the number of the toss, position, quaternion (w,x,y,z), velocity
%   and angular velocity in the frame of the body, lengths in half widths of the cube. The tosses
%   are those of the ContactNets data set (Pfrommer, Halm and Posa 2020; DAIRLab/contact-nets, BSD
%   3-clause licence). Each is run from its first sample with the numbers of its authors: edge
%   0.1048 m, mass 0.37 kg, inertia 0.295*0.0524^2 kg m^2, friction 0.18, restitution 0.125, steps
%   of 1/592 s. Nothing is fitted. Overlaps of impacts stay ('Project', 'off'), as they did when the
%   errors were first measured; BENCH_TOSSES(FILE, PICTURE, PROJECT) takes another choice.
%   ERRORS = BENCH_TOSSES(...) has a row for each toss: the mean distance of the centres, in widths
%   of the cube, and the mean angle between the two orientations, in degrees, over its samples.
%   Prints lines "extra tosses_* VALUE": the number of tosses, means and medians of both columns,
%   and the CPU time of all runs in seconds. BENCH_TOSSES(FILE, PICTURE) draws them into PICTURE.
  if nargin < 1 || isempty(file)
    addpath(fullfile(fileparts(fileparts(mfilename('fullpath'))), 'data'));
    file = fullfile(data_folder('cube-tosses'), 'tosses.csv');
  end
  if nargin < 3, project = 'off'; end
  samples = csvread(file);
  [~, ~, toss] = unique(samples(:, 1));
  errors = zeros(max(toss), 2);
  misses = cell(max(toss), 1);
  before = cputime();
  for k = 1:max(toss)
    misses{k} = follow(samples(toss == k, 2:14), project);
    errors(k, :) = mean(misses{k}, 1);
  end
  seconds = cputime() - before;
  fprintf('extra tosses_count %d\n', max(toss));
  fprintf('extra tosses_%s %.6g\n', 'mean', mean(errors(:, 1)), 'median', median(errors(:, 1)), ...
          'angle_mean', mean(errors(:, 2)), 'angle_median', median(errors(:, 2)), ...
          'seconds', seconds);
  if nargin > 1 && ~isempty(picture), draw(errors, misses, picture); end
end

function miss = follow(measured, project)
% distance of the centres in widths and angle in degrees, sample by sample
  half = 0.0524;                                  % half the width of the cube, metres
  rate = 148;                                     % samples in a second
  turn = bsxfun(@rdivide, measured(:, 4:7), sqrt(sum(measured(:, 4:7).^2, 2)));
  world = NsdBodies('Friction', 0.18, 'Restitution', 0.125).plane([0 0 1], 0);
  world = world.box('Size', 2*half, 'Mass', 0.37, 'Inertia', 0.295*half^2*[1; 1; 1], ...
      'Position', half*measured(1, 1:3)', 'Orientation', turn(1, :)', ...
      'Velocity', half*measured(1, 8:10)', 'Spin', in_space(turn(1, :), measured(1, 11:13)));
  last = size(measured, 1) - 1;
  sol = nsd_simulate(world, [0 last/rate], 'Step', 1/(4*rate), 'OutputEvery', 4, ...
                     'Project', project, 'Progress', 'off');
  away = sqrt(sum((sol.q(:, 1:3) - half*measured(:, 1:3)).^2, 2))/(2*half);
  cosine = min(1, abs(sum(sol.q(:, 4:7).*turn, 2)));
  miss = [away, 2*acos(cosine)*180/pi];
end

function w = in_space(p, W)
% a vector of the frame of the body in the frame at rest: p (0,W) p*
  u = p(2:4)';
  W = W(:);
  t = 2*cross(u, W);
  w = W + p(1)*t + cross(u, t);
end

function draw(errors, misses, picture)
% errors of all tosses over time, and how they are spread over tosses
  names = {'distance of the centres (widths)', 'angle of the orientations (degrees)'};
  most = max(cellfun(@(m) size(m, 1), misses));
  figure('Visible', 'off', 'Position', [0 0 1000 420]);
  for c = 1:2
    whole = nan(most, numel(misses));
    for k = 1:numel(misses), whole(1:size(misses{k}, 1), k) = misses{k}(:, c); end
    part = nan(most, 3);
    for row = 1:most
      here = sort(whole(row, ~isnan(whole(row, :))));
      if 2*numel(here) >= numel(misses)            % later ones are few
        part(row, :) = here(max(1, round(numel(here)*[0.25 0.5 0.75])));
      end
    end
    subplot(1, 2, c);
    t = (0:most-1)'/148;
    lines = plot(t, part(:, 2), t, part(:, 1), '--', t, part(:, 3), '--');
    set(lines(1), 'LineWidth', 2);
    set(lines(3), 'Color', get(lines(2), 'Color'));
    xlim([0 max(t(~isnan(part(:, 2))))]);
    xlabel('time (s)');
    ylabel(names{c});
    title(sprintf('mean %.4g, median %.4g', mean(errors(:, c)), median(errors(:, c))));
    legend({'median of the tosses', 'quartiles'}, 'Location', 'northwest');
  end
  nsd_style
  print(picture, '-dpng', '-r200');
end
