%% Do gears of polygons keep their ratio?
% Two wheels of 12 and 18 teeth, compounds of convex polygons, mesh by contacts alone. A motor turns
% the small one; friction in the bearing of the large one keeps the flanks together.
n = [12 18];
module = 0.1;
R = module*n/2;                                   % pitch radii
wheel = cell(1, 2);
for k = 1:2
  [inner, outer, half] = deal(R(k) - 1.15*module, R(k) + 0.9*module, pi/n(k)/2);
  wheel{k} = {{'disc', 'Radius', inner}};
  for j = 0:n(k)-1
    a = 2*pi*j/n(k);
    at = [a - 1.35*half, a - 0.9*half, a - 0.45*half, a + 0.45*half, a + 0.9*half, a + 1.35*half];
    r = [inner*0.98, R(k), outer, outer, R(k), inner*0.98];
    wheel{k}{end+1} = {'hull', 'Points', [r.*cos(at); r.*sin(at)]};
  end
end
world = NsdBodies('Gravity', [0 0], 'Friction', 0.05);
world = world.compound(wheel{1}, 'Position', [0; 0], 'Mass', 1);
world = world.compound(wheel{2}, 'Position', [sum(R); 0], 'Mass', 2, 'Angle', pi/n(2));
world = world.joint('hinge', [0 1], 'Point', [0; 0], 'Motor', 'speed', 'Target', 2);
world = world.joint('hinge', [0 2], 'Point', [sum(R); 0], 'Friction', 0.2);
world = world.start(world.InitialPosition, [0; 0; 2; 0; 0; -2*n(1)/n(2)]);
sol = nsd_simulate(world.named('gears'), [0 2*pi], 'Step', 1e-3);

turns = (sol.q(:, [3 6]) - sol.q(ones(size(sol.t)), [3 6]))/(2*pi);
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 420]); end
subplot(1, 2, 1);
animate(sol, 'At', 1, 'Axes', 'off');
subplot(1, 2, 2);
plot(sol.t, sol.v(:, [3 6]));
xlabel('time (s)'); ylabel('spin (rad/s)'); legend('12 teeth', '18 teeth');
nsd_style
fprintf('turns %.4f and %.4f, ratio %.4f of %.4f\n', turns(end, :), ...
        -turns(end, 2)/turns(end, 1), n(1)/n(2));
