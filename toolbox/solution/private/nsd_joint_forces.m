function joints = nsd_joint_forces(joints, F, d)
%NSD_JOINT_FORCES  sol.joints from columns with force and torque, three numbers each, of each joint.
  J = numel(joints.type);
  place = reshape(1:6*J, 6, J);
  joints.force = F(:, reshape(place(1:d, :), 1, []));
  joints.torque = F(:, reshape(place(4*(d == 3) + 6*(d == 2):6, :), 1, []));
  joints = orderfields(rmfield(joints, 'impulse'), {'type', 'bodies', 'force', 'torque', ...
                                                   'drift', 'work'});
end
