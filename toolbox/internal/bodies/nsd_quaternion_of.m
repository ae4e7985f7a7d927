function p = nsd_quaternion_of(R)
%NSD_QUATERNION_OF  The unit quaternion (w,x,y,z) of a rotation matrix.
  square = [1 + trace(R); 1 + 2*diag(R) - trace(R)]/4;  % of w, x, y, z
  [~, k] = max(square);
  w = [R(3, 2) - R(2, 3); R(1, 3) - R(3, 1); R(2, 1) - R(1, 2)];
  S = [4*square(1), w'; w, R + R' + diag(4*square(2:4) - 2*diag(R))];
  p = S(:, k)/norm(S(:, k));
end
