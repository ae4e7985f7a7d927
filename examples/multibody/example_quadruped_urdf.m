%% How does a robot from a URDF file fall?
% A body with four legs of two links each, written as a URDF text and read back; a small push makes
% it topple. Joints have limits, friction and damping.
rod = @(name, l) sprintf(['<link name="%s"><inertial><origin xyz="0 0 %g"/><mass value="0.5"/>' ...
  '<inertia ixx="0.003" iyy="0.003" izz="0.0004"/></inertial><collision><origin xyz="0 0 %g"/>' ...
  '<geometry><capsule radius="0.02" length="%g"/></geometry></collision></link>'], name, ...
  -l/2, -l/2, l);
pin = @(name, a, b, xyz, low, high) sprintf(['<joint name="%s" type="revolute">' ...
  '<parent link="%s"/><child link="%s"/><origin xyz="%g %g %g"/><axis xyz="0 1 0"/>' ...
  '<limit lower="%g" upper="%g"/>' ...
  '<dynamics friction="0.3" damping="0.05"/></joint>'], name, a, b, xyz, low, high);
text = ['<robot name="quadruped"><link name="trunk"><inertial><mass value="6"/><inertia ' ...
        'ixx="0.04" iyy="0.12" izz="0.14"/></inertial><collision><geometry><box ' ...
        'size="0.5 0.25 0.12"/></geometry></collision></link>'];
for k = 1:4
  at = [0.2*(-1)^k, 0.16*sign(k - 2.5), -0.04];
  links = {sprintf('thigh%d', k), sprintf('shank%d', k)};
  text = [text, rod(links{1}, 0.25), rod(links{2}, 0.25), ...
          pin(sprintf('hip%d', k), 'trunk', links{1}, at, -1, 1), ...
          pin(sprintf('knee%d', k), links{1}, links{2}, [0 0 -0.26], -1.5, 1.5)]; %#ok<AGROW>
end
file = [tempname() '.urdf'];
id = fopen(file, 'w'); fprintf(id, '%s</robot>', text); fclose(id);
ground = NsdBodies('Friction', 0.8).plane([0 0 1], 0);
[world, report] = nsd_urdf(file, 'World', ground, 'Position', [0; 0; 0.57]);
delete(file);
v0 = zeros(6*world.Bodies, 1);
v0(1:6:end) = 0.6;                                % a push
sol = nsd_simulate(world.start(world.InitialPosition, v0), [0 1.2], 'Step', 2e-3);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 230]); end
for k = 1:3
  subplot(1, 3, k);
  animate(sol, 'At', 0.6*(k - 1), 'View', [-30 12]);
end
nsd_style
fprintf('%d bodies, %d joints; drift %.1e\n', world.Bodies, world.Joints, max(sol.joints.drift(:)));
