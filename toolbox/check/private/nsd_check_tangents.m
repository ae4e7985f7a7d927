function lines = nsd_check_tangents(sys, at, q, t)
%NSD_CHECK_TANGENTS  Directions and coefficients of friction, for nsd_check_system.
%   AT: gaps and normals at (Q, T) from nsd_relations_at. Tangents of linked bodies need not be
%   orthogonal to the normal in any metric, but a contact slides along a tangent parallel to its
%   normal only as it opens; those of a mass point have the length of the normal.
  lines = [];
  if ~sys.Rough, return; end
  groups = sys.resolved(q, t).Gaps;
  names = {'tangent', 'Tangent', 'mu', 'Friction'; ...
           'rollingTangent', 'RollingTangent', 'rolling', 'Rolling'; ...
           'spinningTangent', 'SpinningTangent', 'spinning', 'Spinning'};
  each = zeros(1, 3);                       % directions per contact of the first call that has some
  first = 0;
  for k = 1:numel(groups)
    rows_here = groups{k}.rows;
    H = at.H(:, first + (1:rows_here));
    first = first + rows_here;
    for j = 1:3
      given = groups{k}.surface.(names{j, 1});
      if isempty(given), continue; end
      label = sprintf('%s %d', names{j, 2}, k);
      line = coefficients(groups{k}.surface.(names{j, 3}), rows_here, names{j, 4}, label);
      [T, more] = directions(given, label, rows_here, q, t);
      if isempty(more)
        found = size(T, 2)/rows_here;
        more = [judged(T, H, label, j == 1), jumps(T, label, given, q, t)];
        if each(j) > 0 && found ~= each(j)
          more = [more, nsd_check_line(label, 'error', ['has %s per contact, an earlier ' ...
                  'call %d: plane and space cannot be mixed'], ...
                  nsd_count_text(found, 'direction'), each(j))]; %#ok<AGROW>
        end
        each(j) = max(each(j), found);
      end
      if isempty(more) && j == 1
        more = lengths(sys.resolved(q, t), at.H, first - rows_here + (1:rows_here), label, q, t);
      end
      if isempty(more) && isempty(line)
        line = nsd_check_line(label, 'ok', '%s for %s', ...
                              nsd_count_text(size(T, 2), 'direction'), ...
                              nsd_count_text(rows_here, 'contact'));
      end
      lines = [lines, line, more]; %#ok<AGROW>  a handful of calls
    end
  end
end

function line = coefficients(mu, wanted, name, label)
  line = [];
  if ~any(numel(mu) == [1 wanted])
    line = nsd_check_line(label, 'error', '%d contacts, but %s has %d elements', wanted, name, ...
                          numel(mu));
  end
end

function [T, line] = directions(given, label, rows_here, q, t)
% tangents as a matrix with one or two columns per contact; a function may return either size
  n = numel(q);
  f = @() nsd_tangent_value(given, q, t);
  wanted = [n rows_here];
  try
    T = f();
    if size(T, 2) == 2*rows_here, wanted = [n 2*rows_here]; end
  catch                                     % nsd_check_value reports the error
  end
  [T, line] = nsd_check_value(label, f, wanted);
  if ~isempty(line) && ~isempty(strfind(line.message, 'must return'))
    line.message = sprintf('%s (or %d-by-%d in space)', line.message, n, 2*rows_here);
  end
end

function lines = judged(T, H, label, slides)
  lines = [];
  each = size(T, 2)/size(H, 2);
  for c = 1:size(T, 2)
    a = ceil(c/each);
    if ~any(T(:, c))
      lines = [lines, nsd_check_line(label, 'note', ['column %d is zero: contact %d has no ' ...
               'direction there'], c, a)]; %#ok<AGROW>
    elseif slides && along(T(:, c), H(:, a))
      lines = [lines, nsd_check_line(label, 'note', ['column %d is parallel to the normal of ' ...
               'contact %d: it slides only as it opens'], c, a)]; %#ok<AGROW>
    elseif each == 2 && mod(c, 2) == 0 && along(T(:, c), T(:, c-1))
      lines = [lines, nsd_check_line(label, 'note', ['columns %d and %d are parallel: contact ' ...
               '%d slides in one direction'], c - 1, c, a)]; %#ok<AGROW>
    end
  end
end

function yes = along(x, y)
  yes = norm(x - y*(y'*x)/max(y'*y, realmin)) <= 1e-10*norm(x);
end

function lines = lengths(sys, H, contacts, label, q, t)
% normals and tangents of one mass point that are not equally long, or not at right angles
  wanted = false(1, size(H, 2));
  wanted(contacts) = true;
  lines = [];
  for f = nsd_tangent_lengths(sys, H, wanted, q, t)
    lines = [lines, nsd_check_line(label, 'note', 'contact %d: %s', f.contact, f.text)]; %#ok<AGROW>
  end
end

function line = jumps(T, label, given, q, t)
% a change of the tangent that does not shrink with the distance from q is a jump
  line = [];
  if ~isa(given, 'function_handle'), return; end
  near = 1e-6*max(1, max(abs(q)));
  move = cos((1:numel(q))');
  for side = [-1 1]
    try
      close = nsd_tangent_value(given, q + side*near*move, t);
      far = nsd_tangent_value(given, q + 16*side*near*move, t);
    catch err
      line = nsd_check_line(label, 'error', 'raises near q: %s', err.message);
      return
    end
    change = max(abs(close(:) - T(:)));
    if change > 1e-2*max(abs(T(:))) && change > 0.5*max(abs(far(:) - T(:)))
      line = nsd_check_line(label, 'note', ['changes by %.3g when q moves by %.1g: it jumps at ' ...
                            'q'], change, near);
      return
    end
  end
end
