function [hint, wrong] = nsd_tape_check(plain, tape, at, p, tolerance, choices)
%NSD_TAPE_CHECK  Compare a tape with the function it came from; HINT is '' when they agree.
%   PLAIN, the function, takes a struct with t, q, v. PLAIN is called twice at the start AT: two
%   results show that it depends on something else. Then at three points nearby, the same in every
%   session; points where PLAIN raises or returns complex numbers do not count. WRONG: the values
%   differ by more than TOLERANCE, relative to the largest. CHOICES, the tape of the recorded
%   comparisons, adds points where each comparison has another result than at the start: there a
%   function that also branches on a comparison gives other values than its tape.
  [hint, wrong] = deal('', false);
  points = [{at, at}, points_around(at, 1:3, [0.1 0.5 2])];
  if nargin > 5, points = [points, turning_points(choices, at, p)]; end
  [Y, X] = deal(zeros(tape.size, 0), zeros(tape.inputs, 0));
  parameters = nsd_parameter_values(p);
  for k = 1:numel(points)
    x = points{k};
    [y, err] = nsd_probe(@() plain(x));
    if ~isempty(err) || ~isreal(y) || numel(y) ~= tape.size, continue; end
    Y(:, end+1) = full(double(y(:))); %#ok<AGROW>
    X(:, end+1) = [x.t; x.q; x.v; parameters]; %#ok<AGROW>
  end
  if size(Y, 2) < 2
    hint = 'it could not be evaluated for comparison';
  elseif any(differ(Y(:, 1), Y(:, 2), 0))
    hint = 'two calls with the same arguments give different values';
  else
    Z = nsd_kernel('tape_eval', tape, X);
    scale = max(abs([reshape(Y(isfinite(Y)), [], 1); realmin]));
    wrong = any(any(differ(Y, Z, tolerance*scale)));
    if wrong
      hint = ['run in C it gives other values: it may depend on more than its arguments ' ...
              '(a global variable, a file, a clock)'];
    end
  end
end

function yes = differ(Y, Z, allowed)
  yes = ~(abs(Y - Z) <= allowed | (isnan(Y) & isnan(Z)) | Y == Z);
end

function points = points_around(at, numbers, reach)
% points near AT, scattered without random numbers; times that are no multiple of usual periods
  n = numel(at.q);
  points = cell(1, numel(numbers));
  for k = 1:numel(numbers)
    j = numbers(k);
    spread = reach(k)*sin(1.7*(1:n + numel(at.v))'*j + 0.4*j);
    points{k} = struct('t', at.t + 0.3719640238*j^2, ...
                       'q', at.q + max(1, abs(at.q)).*spread(1:n), ...
                       'v', at.v + max(1, abs(at.v)).*spread(n+1:end));
  end
end

function points = turning_points(choices, at, p)
  points = {};
  if isempty(choices) || choices.size == 0, return; end
  parameters = nsd_parameter_values(p);
  tried = [{at}, points_around(at, 4:63, 2.^linspace(-4, 8, 60))];
  X = cellfun(@(x) [x.t; x.q; x.v; parameters], tried, 'UniformOutput', false);
  C = nsd_kernel('tape_eval', choices, [X{:}]);
  at_hand = false(1, numel(tried));
  for row = 1:min(size(C, 1), 20)
    at_hand(find(C(row, :) ~= C(row, 1), 1)) = true;
  end
  points = tried(at_hand);
end
