function R = nsd_urdf_turn(given)
%NSD_URDF_TURN  Rotation matrix of a quaternion (w,x,y,z) or a rotation vector.
  given = nsd_real_array(given, 'Orientation', 'urdf');
  given = given(:);
  if numel(given) == 3
    angle = norm(given);
    given = [cos(angle/2); given*sin(angle/2)/max(angle, realmin)];
  end
  if numel(given) ~= 4 || ~(norm(given) > 0)
    error('nsd:urdf:badOption', 'Orientation is a quaternion (w,x,y,z) or a rotation vector');
  end
  R = nsd_quaternion_matrix(given/norm(given));
end
