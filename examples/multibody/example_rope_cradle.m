%% Does Newton's cradle work with balls on ropes?
% Five steel balls, each on two ropes, so that they swing in a plane; small gaps make the impacts
% come one after the other, and the last ball takes all the momentum.
[n, R, l] = deal(5, 0.05, 0.8);
x = (2*R + 1e-4)*(0:n-1);
world = NsdBodies('Restitution', 1).sphere('Radius', R, 'Position', [x; zeros(2, n)]);
for k = 1:n
  for side = [-1 1]
    world = world.rope([0 k], 'Points', [x(k) x(k); 0.3*side 0; l 0], 'Length', hypot(0.3, l));
  end
end
q0 = world.InitialPosition;
lift = 0.6;
q0(1:3) = [x(1) - l*sin(lift); 0; l*(1 - cos(lift))];
sol = nsd_simulate(world.start(q0).named('cradle'), [0 2.6], 'Step', 5e-4);

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 400]); end
subplot(1, 2, 1);
animate(sol, 'At', 0.8, 'View', [-25 12]);
subplot(1, 2, 2);
plot(sol.t, sol.q(:, [1 8 15 22 29]));
xlabel('time (s)'); ylabel('x (m)'); title('balls 1 to 5');
nsd_style
height = max(sol.q(:, 31));
fprintf('the last ball rises to %.4f of the height that the first one came from\n', ...
        height/(l*(1 - cos(lift))));
