function ends = bar_upright(file)
%BAR_UPRIGHT  A bar that falls upright: micro-impacts of its tip beside the continuous bar.
%   ENDS = BAR_UPRIGHT() prints for n = 9 and 36 segments (rows; model 2, e = 1) and for both
%   methods (columns) how often the tip hits the floor, and returns when it does so for the last
%   time, in seconds after the first. The tip of a continuous bar rests on the floor until the
%   axial wave is back, 2 l/c, and leaves with its speed. BAR_UPRIGHT(FILE) draws the gap below
%   the tip.
%
%   Example
%       ends = bar_upright();
%
%   See also BAR_FIGURES, BAR_CLOSED_FORM, NSD_BAR.
  saved = warning('off', 'nsd:energy:gain');
  restore = onCleanup(@() warning(saved)); %#ok<NASGU>
  methods = {'event-newmark', 'paoli'};
  [segments, colours] = deal([9 36], [0 0.3 0.55; 0.93 0.55 0.1]);
  ends = zeros(2);
  if nargin > 0, figure('visible', 'off', 'position', [0 0 900 350]); end
  for k = 1:4
    [row, column] = deal(ceil(k/2), 2 - mod(k, 2));
    bar = nsd_bar('Model', 2, 'Angle', 90, 'Restitution', 1, 'Segments', segments(row));
    sol = nsd_simulate(bar, [0 4e-3], 'Method', methods{column}, 'Step', 1e-7, 'Progress', 'off');
    hits = sol.events.t(strcmp(sol.events.kind, 'impact')) - sol.events.t(1);
    ends(row, column) = hits(end);
    fprintf('n = %2d, %-13s: %d impacts in %.1f us\n', segments(row), methods{column}, ...
            numel(hits), 1e6*hits(end));
    if nargin == 0, continue; end
    subplot(1, 2, row), hold on
    plot(1e6*(sol.t - sol.events.t(1)), 1e6*sol.gap, 'Color', colours(column, :));
    title(sprintf('%d segments', segments(row)));
  end
  p = bar.Builtin.parameters;
  rest = 2*p.Length/sqrt(p.Young/p.Density);
  fprintf('continuous bar: the tip rests for %.1f us\n', 1e6*rest);
  if nargin > 0, finish(1e6*rest, -sol.events.vBefore(1), methods, file); end
end

function finish(rest, speed, methods, file)
% the continuous bar in both panels (microseconds and micrometres), and the file
  for row = 1:2
    subplot(1, 2, row);
    plot([-15 0 rest 140], [15*speed 0 0 speed*(140 - rest)], 'k--'), hold off, grid on, box on
    xlabel('time after the first impact (\mus)'), ylabel('gap below the tip (\mum)');
    axis([-15 110 0 16]);
  end
  subplot(1, 2, 1), legend(methods{:}, 'continuous bar', 'location', 'north');
  nsd_style(gcf());
  print(file, '-dpng', '-r200');
  close(gcf);
end
