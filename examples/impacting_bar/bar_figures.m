function bar_figures(folder, runs)
%BAR_FIGURES  Figures 3-9 of Paoli and Schatzman (2007) from the runs of BAR_STUDY, as PNG.
%   RUNS: model, method, e, angle, fraction, phase, e over 2.5 ms, e over 1 ms, intervals.
%   Figure 7 without a theoretical curve, which the paper takes from another one; see BAR_THEORY.
%
%   Example
%       bar_figures(tempname(), [2 1 0 60 0 0 0.57 0.58 2; 2 1 0 70 0 0 0.21 0.20 1]);
%
%   See also BAR_STUDY, BAR_RUNS.
  if ~exist(folder, 'dir'), mkdir(folder); end
  plain = runs(:, 5) == 0;
  bar_tip_figure(folder);
  names = {'model 1, event-driven', 'model 1, time stepping', ...
           'model 2, event-driven', 'model 2, time stepping'};
  figure('visible', 'off', 'position', [0 0 900 700]);
  for k = 1:4
    subplot(2, 2, k);
    curves(runs(plain & runs(:, 1) == ceil(k/2) & runs(:, 2) == 2 - mod(k + 1, 2), :), 3, 7, 'e');
    title(names{k});
  end
  save_figure(folder, 'figure5');
  figure('visible', 'off', 'position', [0 0 900 350]);
  main = runs(plain & runs(:, 1) == 2 & runs(:, 2) == 1, :);
  subplot(1, 2, 1), curves(main, 3, 8, 'e'), title('mean over 1 ms (figure 6)');
  subplot(1, 2, 2), curves(main, 3, 7, 'e'), title('mean over 2.5 ms (figure 7)');
  save_figure(folder, 'figure6_7');
  perturbed(folder, runs(runs(:, 3) == 1 & ~plain, :), 5, 'fraction', 'figure8');
  perturbed(folder, runs(runs(:, 3) < 1 & ~plain, :), 3, 'e', 'figure9');
end

function perturbed(folder, runs, column, name, file)
  values = unique(runs(:, column));
  if isempty(values), return; end
  figure('visible', 'off', 'position', [0 0 450*numel(values) 350]);
  for k = 1:numel(values)
    subplot(1, numel(values), k);
    curves(runs(runs(:, column) == values(k), :), 6, 7, 'phase');
    title(sprintf('%s = %g', name, values(k)));
  end
  save_figure(folder, file);
end

function curves(runs, by, value, name)
% the apparent restitution over the angle, one curve per value of the column `by`
  values = sort(unique(runs(:, by)), 'descend');
  handles = zeros(1, numel(values));
  hold on
  for k = 1:numel(values)
    part = sortrows(runs(runs(:, by) == values(k), :), 4);
    handles(k) = plot(part(:, 4), part(:, value));
  end
  hold off
  if ~isempty(values)
    legend(handles, arrayfun(@(v) sprintf('%s = %g', name, v), values, 'UniformOutput', false), ...
           'location', 'northwest');
  end
  xlabel('angle (degrees)'), ylabel('apparent restitution'), ylim([0 1.7]), grid on, box on
end

function save_figure(folder, name)
  nsd_style(gcf());
  print(fullfile(folder, [name '.png']), '-dpng', '-r200');
  close(gcf);
end
