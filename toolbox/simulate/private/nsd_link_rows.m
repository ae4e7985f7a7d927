function result = nsd_link_rows(result, world)
%NSD_LINK_ROWS  Numbers of contacts and joints of a world in the rows of a result, as structs.
  result.contacts.count = result.contactCount;
  links = world.Links;
  none = zeros(size(result.q, 1), 0);
  joints = struct('type', {cell(1, 0)}, 'bodies', zeros(0, 2), 'force', none, 'torque', none, ...
                  'drift', none, 'work', none);
  if ~isempty(links)
    joints = struct('type', {{links.kind}}, 'bodies', vertcat(links.bodies), ...
                    'impulse', result.jointImpulse, 'drift', result.jointDrift, ...
                    'work', result.jointWork);
  end
  result.joints = joints;
end
