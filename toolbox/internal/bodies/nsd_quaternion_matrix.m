function R = nsd_quaternion_matrix(p)
%NSD_QUATERNION_MATRIX  The rotation matrix of a unit quaternion (w,x,y,z).
  R = nsd_quaternion_rotate(repmat(p(:), 1, 3), eye(3), 1);
end
