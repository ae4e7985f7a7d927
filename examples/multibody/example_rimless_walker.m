%% How fast does the simplest walker go down a slope?
% Eight legs around a hip, a compound of capsules, walk down by falling from leg to leg. Energy won
% on a step and lost at the next foot balance at w^2 = 4 g l sin(a) sin(pi/8)/(1 - eta^2)/(l^2 + I).
[n, l, slope, g] = deal(8, 0.5, 0.12, 9.81);
[m, thin] = deal(10, 2e-3);
leg = @(k) {'capsule', 'Radius', thin, 'Length', l, 'Centre', l/2*[cos(k); sin(k)], 'Angle', k};
parts = arrayfun(leg, 2*pi*(0:n-1)/n + pi/n - pi/2, 'UniformOutput', false);
world = NsdBodies('Gravity', g*[sin(slope) -cos(slope)], 'Friction', 2).plane([0 1], 0);
world = world.compound(parts, 'Mass', m, 'Inertia', m*0.05, ...
                       'Position', [0; l*cos(pi/n) + thin], 'Spin', -3, ...
                       'Velocity', [3*l*cos(pi/n); 0]);
sol = nsd_simulate(world.named('rimless wheel'), [0 6], 'Step', 5e-4);

I = 0.05;
eta = (l^2*cos(2*pi/n) + I)/(l^2 + I);
fastest = sqrt(4*g*l*sin(slope)*sin(pi/n)/(1 - eta^2)/(l^2 + I));   % just before a foot lands
spin = -sol.body(1).spin;
late = sol.t > 4;
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 340]); end
subplot(1, 2, 1);
animate(sol, 'At', 0.5, 'Axes', 'off', 'Forces', true);
place = sol.at(0.5);
axis([place(1) + 2*l*[-1 1], l*[-0.2 2.2]])              % a part of its way
subplot(1, 2, 2);
plot(sol.t, spin, [0 6], fastest*[1 1], '--');
xlabel('time (s)'); ylabel('spin (rad/s)'); legend('run', 'closed form');
nsd_style
fprintf('before a foot lands the spin is %.3f, closed form %.3f\n', max(spin(late)), fastest);
