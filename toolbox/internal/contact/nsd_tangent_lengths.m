function found = nsd_tangent_lengths(sys, H, wanted, q, t)
%NSD_TANGENT_LENGTHS  Contacts whose normal and tangents have other lengths than one distance has.
%   FOUND = NSD_TANGENT_LENGTHS(SYS, H, WANTED, Q, T) looks at the contacts WANTED (logical, one per
%   column of the normals H) of SYS at (Q, T). mu is the ratio of forces only where normal and
%   tangents are equally long and at right angles.
%   FOUND: struct array with contact and text: what is wrong, and what Friction amounts to.
%   Judged are contacts of one mass point: those whose normal and tangents take no more coordinates
%   than plane or space has, with a multiple of the identity for M there. Rotations and
%   linked bodies have lengths that depend on the coordinates, and are left alone.
  found = struct('contact', {}, 'text', {});
  first = 0;
  for k = 1:numel(sys.Gaps)
    s = sys.Gaps{k}.surface;
    here = first + (1:sys.Gaps{k}.rows);
    first = first + numel(here);
    if isempty(s.tangent) || ~(any(s.mu > 0) || ~isempty(s.law)) || ~any(wanted(here))
      continue
    end
    T = nsd_tangent_value(s.tangent, q, t);
    each = size(T, 2)/numel(here);
    if ~any(each == [1 2]) || size(T, 1) ~= numel(q), continue; end
    for a = find(wanted(here))
      columns = full(T(:, (a - 1)*each + (1:each)));
      text = misfit(full(H(:, here(a))), columns);
      if isempty(text) || ~is_point(sys, [H(:, here(a)), columns], q), continue; end
      mu = s.mu(min(a, end))*sqrt(sum(columns.^2, 1))/norm(full(H(:, here(a))));
      if isempty(s.law) && any(abs(mu/s.mu(min(a, end)) - 1) > 1e-2)
        text = sprintf('%s. Friction acts as mu = %s', text, strtrim(sprintf('%.4g ', mu)));
      end
      found(end+1) = struct('contact', here(a), 'text', text); %#ok<AGROW>  rare
    end
  end
end

function text = misfit(h, T)
% '' where all lengths and angles agree to one part in a hundred
  text = '';
  close = 1e-2;
  lengths = sqrt(sum(T.^2, 1));
  if ~(norm(h) > 0) || ~all(lengths > 0), return; end
  if any(abs(lengths/norm(h) - 1) > close)
    text = sprintf(['the gradient of the gap has length %.4g and Tangent %s: write the gap as ' ...
                    'a distance and Tangent with length 1, or both with the same length'], ...
                   norm(h), strtrim(sprintf('%.4g ', lengths)));
  elseif any(abs(h'*T) > close*norm(h)*lengths)
    text = 'Tangent is not at right angles to the gradient of the gap';
  elseif size(T, 2) == 2 && abs(T(:, 1)'*T(:, 2)) > close*prod(lengths)
    text = 'the two directions of Tangent are not at right angles to each other';
  end
end

function yes = is_point(sys, G, q)
% M is a multiple of the identity on the coordinates of normal and tangents, no more of them than
% directions
  used = find(any(G, 2));
  yes = numel(used) <= size(G, 2);
  if yes
    M = sys.mass(q);
    M = full(M(used, used));
    yes = norm(M - M(1)*eye(numel(used)), 'fro') <= 1e-9*abs(M(1));
  end
end
