function period = nsd_signal_period(f, t0, span)
%NSD_SIGNAL_PERIOD  Shortest period in which f(t), a column, turns between T0 and T0 + SPAN.
%   f takes a row of times and has a column for each of them. Inf where no row of f turns four
%   times, or where f is of chance. Windows of the span are sampled, each a quarter of the one
%   before, where most turns were; samples are not equally spaced, so that a signal faster than
%   they are turns at random and does not look slow. Turns smaller than a hundredth of the range of
%   a row are not counted. Pulses shorter than about a twentieth of their period may be missed.
  [period, range] = deal(Inf, 0);
  [start, window] = deal(t0, span);
  samples = 256;
  place = (0:samples - 1)' + mod((1:samples)'*0.61803398874989485, 1);
  for level = 1:12                                % 4^11 periods are more than a run has steps
    t = start + window*place/samples;
    y = finite(f(t'));
    again = [3, 200];
    off = abs(finite(f(t(again)')) - y(:, again));
    if any(max(off, [], 2) > 1e-9*max(abs(y), [], 2)), return; end          % of chance, as randn
    range = max(range, max(y, [], 2) - min(y, [], 2));
    turns = turns_of(y, range.*(range > 1e-9*max(abs(y), [], 2)));     % no rounding
    if numel(turns) < 4, return; end
    turns = t(turns);
    period = min(period, 2*(turns(end) - turns(1))/(numel(turns) - 1));
    [~, most] = max(histc(turns, start + window*(0:4)/4));
    start = start + window*(min(most, 4) - 1)/4;
    window = window/4;
  end
end

function y = finite(y)
% without NaN and Inf, of which the run speaks
  y(~isfinite(y)) = 0;
end

function turns = turns_of(y, range)
% places where the row that turns most often goes from up to down or from down to up
  turns = [];
  for i = find(range' > 0)
    steps = diff(round(99*y(i, :)/range(i)));
    moves = find(steps);
    found = moves(find(diff(sign(steps(moves)))) + 1);
    if numel(found) > numel(turns), turns = found; end
  end
end
