function [t, x] = nsd_filled_graph(source, what, other)
%NSD_FILLED_GRAPH  Positions 'q' or velocities 'v' as a polyline whose jumps are vertical.
%   The source is an NsdSolution or a struct of nsd_exact. A struct is sampled in the time span of
%   the other NsdSolution, between impacts and at both sides of each impact.
  if isa(source, 'NsdSolution')
    t = source.t;
    x = source.(what);
    if strcmp(what, 'v') && ~strncmp(source.stats.method, 'event', 5)
      N = numel(t);                             % constant on [t_k, t_k+1)
      k = reshape([1:N-1; 2:N], [], 1);
      j = reshape([1:N-1; 1:N-1], [], 1);
      t = [t(k); t(N)];
      x = [x(j, :); x(N, :)];
    end
  elseif isstruct(source) && isfield(source, 'at') && isa(other, 'NsdSolution')
    samples = 2000;                             % relative error of chords of a smooth arc: 1e-6
    span = other.t([1 end]);
    hit = source.impacts(span(2));
    hit = hit(hit > span(1) & hit < span(2));
    smooth = linspace(span(1), span(2), samples)';
    t = sort([smooth; hit; hit]);
    second = [false; diff(t) == 0];
    [q, v] = source.at(t);
    [qLeft, vLeft] = source.at(t, 'left');
    q(~second, :) = qLeft(~second, :);
    v(~second, :) = vLeft(~second, :);
    q(1, :) = source.at(t(1));
    [~, v(1, :)] = source.at(t(1));
    x = v;
    if strcmp(what, 'q'), x = q; end
  else
    error('nsd:hausdorff:badInput', ...
          'expected an NsdSolution, or one of them and a struct of nsd_exact');
  end
end
