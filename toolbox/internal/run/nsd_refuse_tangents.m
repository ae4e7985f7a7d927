function bad = nsd_refuse_tangents(sys, at, q, t)
%NSD_REFUSE_TANGENTS  Raise where friction of a nonlinear system has no direction at the start.
%   AT: gaps and normals at (Q, T), zero where gaps are open and their normals take differences. A
%   tangent may be zero or parallel to the normal in one position; an error is raised when the same
%   holds in a position nearby, too. Tangents that are a matrix are looked at in open contacts, too.
  bad = without_direction(sys.Gaps, with_normals(sys.Gaps, at.H, q, t), q, t);
  if isempty(bad), return; end
  q = q + 1e-3*max(1, max(abs(q)))*sin(1:numel(q))';
  near = nsd_relations_at(sys, q, t);
  bad = intersect(bad, without_direction(sys.Gaps, near.H, q, t));
  if ~isempty(bad)
    error('nsd:system:badTangent', ['Tangent of contact %d is zero or parallel to its normal ' ...
          'at t = %g; it is the direction in which the contact slides'], bad(1), t);
  end
end

function H = with_normals(groups, H, q, t)
% H with the normals of open contacts that have friction along a matrix
  last = 0;
  for k = 1:numel(groups)
    here = last + (1:groups{k}.rows);
    last = last + groups{k}.rows;
    s = groups{k}.surface;
    if isnumeric(s.tangent) && ~isempty(s.tangent) && any(s.mu > 0) && ~any(any(H(:, here)))
      H(:, here) = nsd_relation_slope(groups(k), q, t)';
    end
  end
end

function bad = without_direction(groups, H, q, t)
% contacts with friction and a tangent that is zero or parallel to their normal
  bad = [];
  first = 0;
  for k = 1:numel(groups)
    s = groups{k}.surface;
    rows_here = groups{k}.rows;
    T = zeros(numel(q), 0);
    if any(s.mu > 0) || ~isempty(s.law)
      T = nsd_checked_value(nsd_tangent_value(s.tangent, q, t), [numel(q), NaN], 'Tangent', ...
                            'tangent');
    end
    for c = 1:size(T, 2)
      a = first + ceil(c*rows_here/size(T, 2));
      normal = H(:, a);
      across = T(:, c) - normal*(normal'*T(:, c))/max(normal'*normal, realmin);
      if norm(across) <= 1e-12*norm(T(:, c)), bad(end+1) = a; end %#ok<AGROW>  rare
    end
    first = first + rows_here;
  end
end
