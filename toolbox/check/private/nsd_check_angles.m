function line = nsd_check_angles(sys, at, q)
%NSD_CHECK_ANGLES  Kinetic angles between the contacts that are closed at q, for nsd_check_system.
%   The angle of the corner between contacts i and j in the metric of M, joints held; the motion
%   depends continuously on its start where it is right, or acute with e = 0.            (PR.5)
  line = [];
  closed = find(at.gap <= 1e-9*max(1, max(abs(q))));
  if numel(closed) < 2, return; end
  try
    M = full(sys.mass(q));
  catch
    return                                        % told by the test of M
  end
  W = delassus(M, at.H(:, closed), at.J);
  size_ = sqrt(diag(W));
  if ~all(size_ > 1e-9*max(size_)), return; end   % held by joints
  corner = acosd(max(-1, min(1, -W./(size_*size_'))));
  e = restitutions(sys);
  pairs = triu(true(size(W)), 1);
  [found, name] = deal(corner(pairs), 'kinetic angles');
  [i, j] = find(pairs);
  [widest, k] = max(found);
  elastic = any(e(closed) > 0);
  if widest > 90 + 1e-6
    text = ['contacts %d and %d meet at %.4g degrees, obtuse: where both are hit, a small ' ...
            'change of the start may change the motion by much'];
  elseif elastic && min(found) < 90 - 1e-6
    [widest, k] = min(found);
    text = ['contacts %d and %d meet at %.4g degrees, acute, with restitution: where both are ' ...
            'hit, the order of impacts matters, and another law of impact gives another motion'];
  else
    line = nsd_check_line(name, 'ok', '%d closed contacts, from %.4g to %.4g degrees', ...
                          numel(closed), min(found), widest);
    return
  end
  line = nsd_check_line(name, 'note', text, closed(i(k)), closed(j(k)), widest);
end

function W = delassus(M, H, J)
% H'M^-1 H with the joints held
  W = H'*(M\H);
  if ~isempty(J)
    C = J'*(M\H);
    W = W - C'*pinv(J'*(M\J))*C;
  end
end

function e = restitutions(sys)
  parts = cellfun(@(r) r.e(:).*ones(max(r.rows, numel(r.e)), 1), sys.Gaps, 'UniformOutput', false);
  e = vertcat(parts{:});
end
