function lines = nsd_check_relations(sys, q, v, t)
%NSD_CHECK_RELATIONS  Gaps and joints of a system, for nsd_check_system.
  lines = [functions(sys.Gaps, 'gap', q, t), functions(sys.JointGroups, 'joint', q, t)];
  if ~isempty(lines) && any(strcmp({lines.level}, 'error')), return; end
  try
    at = nsd_relations_at(sys, q, t);
  catch err
    lines = [lines, nsd_check_line('gaps and joints', 'error', 'raise near q: %s', err.message)];
    return
  end
  lines = [lines, gap_signs(at, v), nsd_check_angles(sys, at, q), ...
           nsd_check_tangents(sys, at, q, t), joints_hold(at, q, v)];
end

function lines = functions(groups, name, q, t)
  lines = [];
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value), continue; end
    label = sprintf('%s %d', name, k);
    [y, line] = nsd_check_value(label, @() reshape(nsd_relation_value(groups(k), q, t), [], 1), ...
                                [NaN 1]);
    if ~isempty(line)
      lines = [lines, line]; %#ok<AGROW>
      continue
    end
    if strcmp(name, 'gap') && ~any(numel(r.e) == [1 numel(y)])
      lines = [lines, nsd_check_line(label, 'error', '%d gaps, but Restitution has %d elements', ...
                                     numel(y), numel(r.e))]; %#ok<AGROW>
    end
    lines = [lines, slopes(groups(k), label, q, t, numel(y))]; %#ok<AGROW>
    if strcmp(name, 'gap'), lines = [lines, far_side(groups(k), label, q, t, y)]; end %#ok<AGROW>
  end
end

function lines = far_side(group, label, q, t, y)
% gaps that come to zero along their normals and are not negative behind: abs(q), max(q, 0)
  lines = [];
  try
    D = nsd_relation_slope(group, q, t);
    for a = find(y > 0 & any(D, 2))'
      way = D(a, :)'/(D(a, :)*D(a, :)');
      along = @(s) arrayfun(@(s) entry(nsd_relation_value(group, q - s*way, t), a), s);
      behind = along([1.5 2]*y(a));
      if all(behind == 0) || (all(behind > 0) && nsd_only_touches(along, 0, 2*y(a)))
        lines = nsd_check_line(label, 'note', ['row %d comes to zero and is not negative ' ...
                               'behind: such a contact cannot act; write a gap that becomes ' ...
                               'negative inside the obstacle'], a);
        return
      end
    end
  catch
    lines = [];                                   % the function ends before the other side
  end
end

function x = entry(x, k)
  x = x(k);
end

function lines = slopes(group, label, q, t, rows)
  lines = [];
  r = group{1};
  try
    [D, rate] = nsd_relation_slope(group, q, t, 'differences');
  catch err
    lines = nsd_check_line(label, 'error', 'raises near q: %s', err.message);
    return
  end
  if ~isempty(r.jacobian)
    name = [label ' Jacobian'];
    [given, line] = nsd_check_value(name, @() nsd_relation_jacobian(group, q, t), [rows numel(q)]);
    if isempty(line), line = nsd_check_compare(name, given, D); end
    lines = [lines, line];
  end
  if ~isempty(r.rate)
    name = [label ' Rate'];
    [given, line] = nsd_check_value(name, @() reshape(r.rate(q, t), [], 1), [rows 1]);
    if isempty(line) && ~r.withTime
      line = nsd_check_line(name, 'error', 'the %s itself does not take t: write @(q,t)', label);
    elseif isempty(line)
      line = nsd_check_compare(name, given, rate);
    end
    lines = [lines, line];
  end
  flat = find(max(abs(D), [], 2) <= 1e-12, 1);
  if ~isempty(flat)
    lines = [lines, nsd_check_line(label, 'error', ['row %d does not change with q here: it ' ...
                                   'has no normal'], flat)];
  end
end

function lines = gap_signs(at, v)
  lines = [];
  if isempty(at.gap), return; end
  deep = find(at.gap < -1e-9*max(1, max(abs(at.gap))));
  if isempty(deep)
    closed = find(at.gap <= 0);
    text = sprintf('all %d open', numel(at.gap));
    if ~isempty(closed), text = sprintf('%d of %d closed', numel(closed), numel(at.gap)); end
    lines = nsd_check_line('gaps at q', 'ok', '%s, the smallest is %.4g', text, min(at.gap));
    return
  end
  U = at.H'*v + at.gapRate;
  lines = nsd_check_line('gaps at q', 'note', ['gap %d is %.4g, with velocity %.3g: is its ' ...
                         'sign right? positive means open'], deep(1), at.gap(deep(1)), U(deep(1)));
end

function lines = joints_hold(at, q, v)
  lines = [];
  if isempty(at.joint), return; end
  [miss, k] = max(abs(at.joint));
  rate = max(abs(at.J'*v + at.jointRate));
  lines = nsd_check_line('joints at q, v', 'ok', 'hold to %.1g, velocities to %.1g', miss, rate);
  if miss > 1e-8*max(1, max(abs(q)))
    lines = nsd_check_line('joints at q, v', 'note', ['joint %d is %.4g, not 0: the run would ' ...
                           'start from the nearest position'], k, at.joint(k));
  elseif rate > 1e-8*max(1, max(abs(v)))
    lines = nsd_check_line('joints at q, v', 'note', ['v violates the joints by %.4g: the run ' ...
                           'would start from the nearest velocity'], rate);
  end
  found = rank(at.J, 1e-8*max(1, norm(at.J)));
  if found < size(at.J, 2)
    lines = [lines, nsd_check_line('joints', 'note', ['%d of %d are redundant: the motion is ' ...
             'right, their forces are the shortest'], size(at.J, 2) - found, size(at.J, 2))];
  end
end
