function [reason, advice] = nsd_stall_reason(sol)
%NSD_STALL_REASON  What jumps where a run by 'event' has stalled, and what to do about it; '' where
%   nothing does, or the system has no functions that could.
%   A jump changes by the same amount over a long and over a short way through the last state, a
%   smooth function by an eighth of it.
  [reason, advice] = deal('');
  sys = sol.system;
  if ~isa(sys, 'NsdSystem') || isempty(sol.t), return; end
  kind = nsd_kind(sys);
  if strcmp(kind.name, 'hybrid'), [reason, advice] = rate_jumps(sol); end
  if ~kind.mechanical, return; end
  [t, q, v] = deal(sol.t(end), sol.q(end, :)', sol.v(end, :)');
  way = 1e-6*max(t - sol.t(1), 1e-6);             % far beyond the place of the jump
  gap = @(s) sys.gap(q + s*v, t + s);
  [from, to, k] = jump_of(gap, way);
  if ~isempty(k)
    reason = sprintf('gap %d jumps there from %.3g to %.3g', k, from, to);
    advice = ['''event'' cannot pass a gap that jumps, as at an edge or a stair; take ' ...
              'Method ''moreau'', or write the obstacle without a jump: doc/user/edges.md ' ...
              'shows how'];
    return
  end
  speed = 1e-6*max(1, max(abs(v)));
  for j = 1:numel(q)
    turned = @(s) sys.force(t, q, v + s*speed*((1:numel(q))' == j));
    [from, to, k] = jump_of(turned, 1);
    if isempty(k), continue; end
    reason = sprintf('the force jumps there with v(%d), as sign(v) does', j);
    advice = ['write dry friction with .friction or ''Friction''', ...
              call_of(j, k, from, to, numel(q)), ', and other switched forces with ' ...
              'NsdSystem.filippov; see sol.events'];
    return
  end
end

function [reason, advice] = rate_jumps(sol)
% the same for f(t,x) of NsdSystem.hybrid, away from its guards, whose resets may stall, too
  [reason, advice] = deal('');
  s = sol.system.FirstOrder;
  [t, x] = deal(sol.t(end), sol.x(end, :)');
  scale = 1e-6*max(1, max(abs(x)));
  [h, failed] = nsd_probe(@() nsd_called_at(s.guard, x, t));
  if ~isempty(failed) || any(abs(h(:)) < scale), return; end
  for j = 1:numel(x)
    turned = @(way) reshape(s.rate(t, x + way*scale*((1:numel(x))' == j)), [], 1);
    if isempty(jump_of(turned, 1)), continue; end
    reason = sprintf('f(t,y) jumps there with y(%d), as sign(y(%d)) does', j, j);
    advice = sprintf(['write it as NsdSystem.filippov(@(t,y,side) ..., @(y) y(%d)), with side ' ...
                      'for sign(y(%d)); or, dry friction in mechanics, as ' ...
                      'NsdSystem.lagrangian(M, F) with .friction'], j, j);
    return
  end
end

function text = call_of(j, k, from, to, n)
% the call that stands for -limit*sign(v(j)) in entry k of the force, or ''
  text = '';
  if j ~= k || from < to || n > 6, return; end
  text = sprintf(' (here sys.friction(%s, %.3g) in place of that term of F)', ...
                 mat2str(double((1:n)' == j)), (from - to)/2);
end

function [from, to, k] = jump_of(f, way)
% entry k of F that jumps between -WAY and WAY, with its values on both sides; [] where none does
  [from, to, k] = deal([]);
  [ends, failed] = nsd_probe(@() [f(-way), f(way), f(-way/8), f(way/8)]);
  if ~isempty(failed) || isempty(ends), return; end
  wide = ends(:, 2) - ends(:, 1);
  narrow = ends(:, 4) - ends(:, 3);
  size_of = max(1e-9, 1e-9*max(abs(ends), [], 2));           % rounding does not jump
  k = find(abs(wide - narrow) < 0.1*abs(wide) & abs(wide) > size_of, 1);
  if ~isempty(k), [from, to] = deal(ends(k, 1), ends(k, 2)); end
end
