function turn = nsd_body_turns(given, count)
%NSD_BODY_TURNS  Unit quaternions, 4-by-COUNT; three rows are rotation vectors, axis times angle.
  given = nsd_real_array(given, 'Orientation', 'bodies');
  if any(numel(given) == [3 4]), given = given(:); end
  if size(given, 1) == 3
    angle = sqrt(sum(given.^2, 1));
    given = [cos(angle/2); bsxfun(@times, given, sin(angle/2)./max(angle, realmin))];
  end
  turn = nsd_body_spread(given, 4, count, 'Orientation');
  size_of = sqrt(sum(turn.^2, 1));
  if any(size_of == 0)
    error('nsd:bodies:badOrientation', 'an Orientation of zeros is no rotation');
  end
  turn = bsxfun(@rdivide, turn, size_of);
end
