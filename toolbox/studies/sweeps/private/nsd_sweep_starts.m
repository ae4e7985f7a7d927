function m = nsd_sweep_starts(m, options)
%NSD_SWEEP_STARTS  Initial states made consistent, as nsd_simulate does for each run.
%   The first run is prepared with all its warnings. The others are prepared only where they violate
%   a gap or have joints, and the method needs it; one warning counts the starts that were moved.
  first = nsd_sweep_system(m, 1);
  kind = nsd_kind(first);
  if ~kind.mechanical, return; end
  given = options;
  [m.q0(:, 1), m.v0(:, 1), options] = prepared(m, 1, first, given);
  if first.Joints == 0 && strcmp(options.Start, 'auto') && ~nsd_is_positional(options)
    return
  end
  if strcmp(kind.name, 'bodies')
    m = checked_bodies(m, given);
    return
  end
  off = nsd_silence_warnings();
  moved = 0;
  open = all_open(m, first);
  for r = 2:m.N
    if open(r), continue; end
    try
      sys = nsd_sweep_system(m, r);
      if sys.Joints == 0 && all(sys.gap(m.q0(:, r), m.t0(r)) >= -slack(m, r)), continue; end
      moved = moved + 1;
      [m.q0(:, r), m.v0(:, r)] = prepared(m, r, sys, given);
    catch err
      m.message{r} = err.message;
    end
  end
  clear off
  if moved > 0
    nsd_warn('nsd:sweep:start', ['%s with negative gaps or with joints: made consistent as ' ...
             'nsd_simulate does; see ''Start'' of nsd_options'], nsd_count_text(moved, 'start'));
  end
end

function m = checked_bodies(m, options)
% joints of rigid bodies hold at the start, with the bits of nsd_simulate; option Start 'refuse': a
% run whose bodies penetrate each other is not made
  for r = 2:m.N
    try
      [m.q0(:, r), m.v0(:, r)] = prepared(m, r, nsd_sweep_system(m, r), options);
    catch err
      m.message{r} = err.message;
    end
  end
end

function open = all_open(m, sys)
% runs whose gaps are open, found by one call for all starts; only for systems that do not change
% from run to run, and when single calls confirm the result
  open = false(1, m.N);
  same = m.shared || (~nsd_kind(sys).nonlinear && isempty(m.systems) ...
                      && ~any(strcmp('offset', m.names)));
  if ~same || sys.Joints > 0 || any(m.t0 ~= m.t0(1)) || m.N < 4, return; end
  try
    y = sys.gap(m.q0(:, 1), m.t0(1));
    all_y = cell2mat(cellfun(@(g) one_group(g, m), sys.Gaps(:), 'UniformOutput', false));
    if ~isequal(size(all_y), [numel(y), m.N]), return; end
    for r = unique(round(linspace(1, m.N, 13)))
      if ~isequal(sys.gap(m.q0(:, r), m.t0(r)), all_y(:, r)), return; end
    end
    open = all(bsxfun(@ge, all_y, -slack(m, 1:m.N)), 1);
  catch
    open = false(1, m.N);
  end
end

function y = one_group(g, m)
  if isempty(g.value)
    y = bsxfun(@plus, full(g.H'*m.q0), g.b);
  else
    y = nsd_called_at(g.value, m.q0, m.t0(1));
  end
end

function s = slack(m, r)
  s = 1e-9*max(1, max(abs(m.q0(:, r)), [], 1));
end

function [q0, v0, options] = prepared(m, r, sys, options)
  [q0, v0, options] = nsd_read_arguments(sys, {m.q0(:, r), m.v0(:, r), options});
  run = struct('t0', m.t0(r), 'h', m.h(r));
  [q0, v0] = nsd_prepare_start(sys, run, q0, v0, options);
end
