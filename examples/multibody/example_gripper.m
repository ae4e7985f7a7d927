%% How hard must a gripper press to hold a bottle?
% Two fingers on sliders press with at most F; the hand lifts after a second. A bottle of mass m
% stays if 2 mu F > m (g + a); with less it slips through.
F = 12;
[m, mu, force, bottle] = deal(1, 0.6, [1 0.6], zeros(1, 2));
for run = 1:2
  world = NsdBodies('Friction', mu).plane([0 0 1], 0);
  parts = {{'cylinder', 'Radius', 0.04, 'Length', 0.2}, ...
           {'cylinder', 'Radius', 0.015, 'Length', 0.08, 'Centre', [0; 0; 0.14]}};
  world = world.compound(parts, 'Mass', m, 'Position', [0; 0; 0.11]);
  world = world.start([0; 0; 0.1 + world.ShapePlaces(3, 1)*-1; 1; 0; 0; 0]);
  world = world.box('Size', [0.2; 0.1; 0.04], 'Position', [0; 0; 0.36]);
  world = world.box('Size', [0.02; 0.06; 0.2], 'Position', [-0.06 0.06; 0 0; 0.22 0.22], ...
                    'Mass', 0.2);
  world = world.joint('slider', [0 2], 'Axis', [0; 0; 1], 'Motor', 'position', ...
                      'Target', @(t) 0.1*max(t - 1, 0));
  for k = [3 4]
    world = world.joint('slider', [2 k], 'Axis', [7 - 2*k; 0; 0], 'Motor', 'position', ...
                        'Target', 0.05, 'MaxTorque', F*force(run));
  end
  sol = nsd_simulate(world.named('gripper'), [0 3], 'Step', 1e-3, 'KeepContacts', 'on');
  bottle(run) = sol.q(end, 3) - sol.q(1, 3);
  if run == 1, held = sol; end
end
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 600 480]); end
subplot(1, 2, 1);
animate(held, 'At', 0.5, 'View', [-25 10], 'Forces', true);
subplot(1, 2, 2);
animate(held, 'At', 3, 'View', [-25 10], 'Forces', true);
nsd_style
fprintf('2 mu F/(m g) = %.2f: lifted by %.3f m; %.2f: by %.3f m\n', 2*mu*F/(9.81*m), bottle(1), ...
        2*mu*F*force(2)/(9.81*m), bottle(2));
