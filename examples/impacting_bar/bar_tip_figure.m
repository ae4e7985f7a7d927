function bar_tip_figure(folder)
%BAR_TIP_FIGURE  Height of the tip over time: micro-impacts (figure 3) and 65/70 degrees (4).
%
%   Example
%       bar_tip_figure(tempname())
%
%   See also BAR_FIGURES, NSD_BAR.
  if ~exist(folder, 'dir'), mkdir(folder); end
  saved = warning('off', 'nsd:energy:gain');
  restore = onCleanup(@() warning(saved));
  methods = {'event-newmark', 'paoli'};
  figure('visible', 'off', 'position', [0 0 900 650]);
  for k = 1:4
    subplot(2, 2, k);
    model = 2 - mod(k, 2);
    tip(nsd_bar('Model', model, 'Angle', 30, 'Restitution', 1), methods{1 + (k > 2)}, 5e-3);
    title(sprintf('30 degrees, model %d, %s', model, methods{1 + (k > 2)}));
    xlim([3.55 4.25]), ylim([0 0.12]);
  end
  nsd_style(gcf());
  print(fullfile(folder, 'figure3.png'), '-dpng', '-r200');
  close(gcf);
  figure('visible', 'off', 'position', [0 0 900 350]);
  angles = [65 70];
  for k = 1:2
    subplot(1, 2, k);
    tip(nsd_bar('Model', 2, 'Angle', angles(k), 'Restitution', 1), 'paoli', 8e-3);
    title(sprintf('%d degrees, model 2, paoli', angles(k)));
    ylim([0 3]);
  end
  nsd_style(gcf());
  print(fullfile(folder, 'figure4.png'), '-dpng', '-r200');
  close(gcf);
end

function tip(bar, method, T)
  sol = nsd_simulate(bar, [0 T], 'Method', method, 'Step', 1e-7, 'OutputEvery', 5, ...
                     'Progress', 'off');
  plot(1e3*sol.t, 1e3*sol.gap), grid on
  xlabel('time (ms)'), ylabel('gap below the tip (mm)'), xlim([3 1e3*T])
end
