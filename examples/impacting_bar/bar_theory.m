function bar_theory(file)
%BAR_THEORY  The bar study beside a theory: closed form, modes, slenderness, influence of e.
%   BAR_THEORY() prints the numbers of doc/study/impacting-bar.md, "A theoretical curve, derived
%   here"; BAR_THEORY(FILE) also draws figure 7 with both curves. 111 runs, minutes.
%
%   Example
%       e = bar_closed_form(80, 0.2/0.00635);        % BAR_THEORY itself takes minutes
%
%   See also BAR_CLOSED_FORM, BAR_DIP, BAR_MODES, BAR_STUDY, NSD_BAR.
  restore = warning('off', 'nsd:energy:gain');
  slim = 0.2/0.00635;
  angles = [60:69, 70:2:84, 85, 86:2:90]';
  computed = runs(2, 9, 0.2, angles, 0);
  modal = arrayfun(@(a) bar_modes(a), angles);
  closed = bar_closed_form(angles, slim);
  fprintf('angle   closed   modes + tip mass   nsd_bar (model 2, n = 9, e = 0)\n');
  fprintf('%5g   %6.3f   %16.3f   %8.4f\n', [angles, closed, modal, computed]');
  above = angles >= 70;
  fprintf('modes and nsd_bar differ by %.3f at most from 70 degrees on, %.3f in the mean\n', ...
          max(abs(modal(above) - computed(above))), mean(abs(modal(above) - computed(above))));
  fprintf('second contact below %.2f degrees (200 modes), %.2f (40), %.2f (one)\n', ...
          bar_dip(slim), bar_dip(slim, 40), bar_dip(slim, 1));
  print_dips();
  print_influence_of_e();
  if nargin > 0, draw(file, angles, computed, modal, slim); end
  warning(restore);
end

function print_dips()
  ratios = [10 20 50 100 200];
  fprintf('l/R = %g: dip at %.1f degrees\n', [ratios; arrayfun(@(r) bar_dip(r), ratios)]);
  bars = [0.4 74; 0.1 60];                     % length; first angle of a few
  for k = 1:2
    near = bars(k, 2) - 2 + (0:6)';
    [~, lowest] = min(runs(2, 12, bars(k, 1), near, 0));
    fprintf('l = %g m: dip predicted at %.1f degrees, computed (model 2, n = 12) at %g\n', ...
            bars(k, 1), bar_dip(bars(k, 1)/0.00635), near(lowest));
  end
end

function print_influence_of_e()
% spread of the apparent restitution over e < 1, and over all five
  angles = [72 76 80 85 90]';
  for n = [9 18 36]
    found = zeros(numel(angles), 5);
    for k = 1:5, found(:, k) = runs(2, n, 0.2, angles, (k - 1)/4); end
    spread = @(x) max(x, [], 2) - min(x, [], 2);
    fprintf('n = %2d, %g degrees: spread %.4f over e < 1, %.4f over all\n', ...
            [n + 0*angles, angles, spread(found(:, 1:4)), spread(found)]');
  end
end

function e = runs(model, segments, length, angles, restitution)
% apparent restitution over 2.5 ms, one for each angle
  make = @(p) nsd_bar('Model', model, 'Segments', segments, 'Length', length, 'Angle', p.angle, ...
                      'Restitution', restitution);
  e = NaN(numel(angles), 1);
  for horizon = [8e-3 16e-3 32e-3]
    left = find(isnan(e));
    if isempty(left), return; end
    out = nsd_sweep(make, struct('angle', angles(left)), [0 horizon], 'Method', 'paoli', ...
                    'Step', 1e-7, 'OutputEvery', 10, 'Reduce', @bar_measure);
    e(left) = out.value(:, 1);
  end
end

function draw(file, angles, computed, modal, slim)
  fine = linspace(bar_dip(slim), 90, 200);
  figure('visible', 'off', 'position', [0 0 800 440]);
  plot(angles, computed, 'b-', angles, modal, 'ko', ...
       fine, bar_closed_form(fine, slim), 'r-', 'MarkerSize', 4, 'MarkerFaceColor', 'k');
  legend('computed, model 2, e = 0', 'modes with tip mass', 'closed form', 'location', 'northwest');
  xlabel('angle (degrees)'), ylabel('apparent restitution'), ylim([0 1.2]), grid on, box on
  title('Figure 7 with a theoretical curve derived here');
  nsd_style(gcf());
  print(file, '-dpng', '-r200');
  close(gcf);
end
