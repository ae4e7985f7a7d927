function [values, err] = nsd_sample_force(force, t, n)
%NSD_SAMPLE_FORCE  F at the times t, n-by-numel(t).
%   A function is called once with all times; if single calls disagree with the result, it is
%   called time by time. With two outputs an error of the function is returned, and values
%   holds the columns before the error.
  err = [];
  t = t(:)';
  switch force.kind
    case 'columns'
      if size(force.values, 2) < numel(t)
        error('nsd:simulate:forceColumns', ...
              'F has %s, but the run needs %d: one per step and one for the start', ...
              nsd_count_text(size(force.values, 2), 'column'), numel(t));
      end
      values = force.values(:, 1:numel(t));
    case 'table'
      values = interpolate(force, t);
    otherwise
      values = all_at_once(force.handle, t, n);
      if isempty(values), [values, err] = one_by_one(force.handle, t, n); end
      if ~isempty(err) && nargout < 2, rethrow(err); end
  end
end

function values = interpolate(force, t)
  slack = 1e-9*(force.times(end) - force.times(1));
  if t(1) < force.times(1) - slack || t(end) > force.times(end) + slack
    error('nsd:simulate:tableRange', ...
          'the force table covers [%g, %g], but the run needs [%g, %g]: extend the table', ...
          force.times(1), force.times(end), t(1), t(end));
  end
  t = min(max(t, force.times(1)), force.times(end));
  values = reshape(interp1(force.times(:), force.values.', t(:)), numel(t), []).';
end

function values = all_at_once(handle, t, n)
% F at all times by one call; [] unless sixteen single calls confirm the result. One column for all
% times is accepted only from a function that does not use t: a function with a branch such as
% `if t > 1` returns one column, too.
  N = numel(t);
  values = nsd_probe(@() handle(t));
  if ~isnumeric(values) || ~isreal(values) || size(values, 1) ~= n || ndims(values) ~= 2 ...
      || ~all(isfinite(values(:))) ...
      || ~(size(values, 2) == N || (size(values, 2) == 1 && ignores_time(handle)))
    values = [];
    return
  end
  values = double(full(values));
  if size(values, 2) == 1, values = repmat(values, 1, N); end
  golden = mod((1:13)*0.6180339887498949, 1);
  for k = unique([1, ceil(N/2), N, 1 + floor(golden*(N - 1))])
    alone = nsd_probe(@() handle(t(k)));
    if ~isnumeric(alone) || numel(alone) ~= n ...
        || any(abs(alone(:) - values(:, k)) > 1e-12*max(abs(values(:, k))))
      values = [];
      return
    end
  end
end

function yes = ignores_time(handle)
% true for an anonymous function that does not use its argument, such as @(t) -m*g
  parts = regexp(func2str(handle), '^@\((\w+)\)(.*)$', 'tokens', 'once');
  yes = ~isempty(parts) && isempty(regexp(parts{2}, ['\<' parts{1} '\>'], 'once'));
end

function [values, err] = one_by_one(handle, t, n)
  values = zeros(n, numel(t));
  err = [];
  for k = 1:numel(t)
    try
      values(:, k) = nsd_call_force(handle, t(k), n);
    catch err
      values = values(:, 1:k-1);
      return
    end
  end
end
