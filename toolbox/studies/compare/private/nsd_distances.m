function d = nsd_distances(sol, reference, quantity, norms)
%NSD_DISTANCES  Distances of a run from its reference, one for each of the norms.
%   Time stepping is compared at its rows; event-driven runs are integrated between all times of
%   the run and of the reference: a jump that comes late by e contributes e, not a whole row.
  d = zeros(1, numel(norms));
  located = nsd_method_table(sol.stats.method).located;
  if located
    nodes = common_times(sol, reference);
    weight = reshape(diff(nodes)*[5 8 5], [], 1)/18;    % of three points in each interval  (HD.5)
    gap = abs(inside(sol, quantity, nodes) - inside(reference, quantity, nodes));
  else
    t = sol.t;
    t(end) = min(t(end), last_time(reference));
    gap = abs(sol.(quantity) - values(reference, t, quantity));
    weight = sol.stats.step*ones(numel(t), 1);
    if isfield(sol.stats, 'solves'), weight = [0; diff(t)]; end     % steps of own length
  end
  for k = 1:numel(norms)
    switch norms{k}
      case 'L1', d(k) = max(weight'*gap);
      case 'L2', d(k) = max(sqrt(weight'*gap.^2));
      case 'sup', d(k) = max(gap(:));
      case 'hausdorff'
        if located
          [t, a] = both_sides(sol, quantity, nodes);
          [~, b] = both_sides(reference, quantity, nodes);
          d(k) = max(nsd_hausdorff(t, a, t, b));
        else
          d(k) = max(nsd_hausdorff(sol, reference, quantity));
        end
      otherwise                                     % Lp; by the largest, so that powers fit
        p = str2double(norms{k}(2:end));
        largest = max([gap(:); realmin]);
        d(k) = largest*max((weight'*(gap/largest).^p).^(1/p));
    end
  end
end

function t = common_times(sol, reference)
% times of the rows of run and reference; of a closed form the impact times
  last = min(sol.t(end), last_time(reference));
  if isstruct(reference), more = reference.impacts(last); else, more = reference.t; end
  t = unique([sol.t; more(:)]);
  t = t(t >= sol.t(1) & t <= last);
end

function x = inside(source, quantity, nodes)
% States at the Gauss points. sol.at does not separate times nearer than 1e-9 steps: in intervals
% this short the state is the right limit of a row at the start, or the left limit of a row at the
% end of the interval.
  width = diff(nodes);
  middle = nodes(1:end-1) + width/2;
  offset = sqrt(3/5)/2*width;
  x = values(source, [middle - offset; middle; middle + offset], quantity);
  if isstruct(source), return; end
  short = find(width <= 1e-8*source.stats.step + 40*eps(nodes(end)));
  starts = short(ismember(nodes(short), source.t));
  ends = setdiff(short(ismember(nodes(short + 1), source.t)), starts);
  count = numel(width);
  for third = 0:2
    x(third*count + starts, :) = values(source, nodes(starts), quantity);
    x(third*count + ends, :) = values(source, nodes(ends + 1), quantity, 'left');
  end
end

function [t, x] = both_sides(source, quantity, nodes)
% left and right limits at the nodes; run and reference have the same times, so that errors of their
% chords cancel
  t = reshape([nodes, nodes]', [], 1);
  left = values(source, nodes, quantity, 'left');
  right = values(source, nodes, quantity);
  left(1, :) = right(1, :);
  x = zeros(numel(t), size(left, 2));
  x(1:2:end, :) = left;
  x(2:2:end, :) = right;
end

function x = values(source, t, quantity, varargin)
  [q, v] = source.at(t, varargin{:});
  if strcmp(quantity, 'v'), x = v; else, x = q; end
end

function t = last_time(reference)
  if isstruct(reference), t = reference.until; else, t = reference.t(end); end
end
