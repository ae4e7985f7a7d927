function bar_figures(folder, runs)
%BAR_FIGURES  Figures 3-9 of Paoli and Schatzman (2007) from the runs of BAR_STUDY, as PNG.
%   Figure 90 is one of the bar that falls upright, BAR_UPRIGHT.
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
  bar_upright(fullfile(folder, 'figure90.png'));
  names = {'model 1, event-driven', 'model 1, time stepping', ...
           'model 2, event-driven', 'model 2, time stepping'};
  figure('visible', 'off', 'position', [0 0 900 640]);
  for k = 1:4
    subplot(2, 2, k);
    part = runs(plain & runs(:, 1) == ceil(k/2) & runs(:, 2) == 2 - mod(k + 1, 2), :);
    curves(part, 3, 7, 'e = %g', k == 1);
    title(names{k});
  end
  save_figure(folder, 'figure5');
  figure('visible', 'off', 'position', [0 0 900 350]);
  main = runs(plain & runs(:, 1) == 2 & runs(:, 2) == 1, :);
  subplot(1, 2, 1), curves(main, 3, 8, 'e = %g', true), title('Figure 6: mean over 1 ms');
  subplot(1, 2, 2), curves(main, 3, 7, 'e = %g', false), title('Figure 7: mean over 2.5 ms');
  save_figure(folder, 'figure6_7');
  perturbed(folder, runs(runs(:, 3) == 1 & ~plain, :), 5, 'e = 1, fraction %g', 'figure8');
  perturbed(folder, runs(runs(:, 3) < 1 & ~plain, :), 3, 'e = %g, fraction 0.005', 'figure9');
end

function perturbed(folder, runs, column, heading, file)
% one panel for each value of `column`, one curve for each phase of the start
  values = unique(runs(:, column));
  if isempty(values), return; end
  figure('visible', 'off', 'position', [0 0 900 320]);
  for k = 1:numel(values)
    subplot(1, numel(values), k);
    curves(runs(runs(:, column) == values(k), :), 6, 7, 'phase %g', k == 1);
    title(sprintf(heading, values(k)));
  end
  save_figure(folder, file);
end

function curves(runs, by, value, name, named)
% the apparent restitution over the angle, one curve per value of the column `by`, from dark blue to
% yellow; with a legend where `named`
  values = sort(unique(runs(:, by)), 'descend');
  handles = zeros(1, numel(values));
  hold on
  for k = 1:numel(values)
    part = sortrows(runs(runs(:, by) == values(k), :), 4);
    shade = (k - 1)/max(1, numel(values) - 1);
    handles(k) = plot(part(:, 4), part(:, value), 'Color', ...
                      interp1([0 0.5 1], [0 0.3 0.55; 0.45 0.6 0.65; 0.93 0.66 0.15], shade));
  end
  hold off
  if named && ~isempty(values)
    legend(handles, arrayfun(@(v) sprintf(name, v), values, 'UniformOutput', false), ...
           'location', 'northwest');
  end
  xlabel('angle (degrees)'), ylabel('apparent restitution'), axis([20 90 0 1.75]), grid on, box on
end

function save_figure(folder, name)
  nsd_style(gcf());
  print(fullfile(folder, [name '.png']), '-dpng', '-r200');
  close(gcf);
end
