%% Why does a clock tick, and what sets its rate?
% Graham's escapement: an escape wheel of 15 teeth under a constant torque, and an anchor with two
% pallets on a pendulum. A tooth rests on the round face of a pallet while the pendulum swings out;
% when the pendulum swings back the tooth slides over the slanted end of the pallet and gives a
% push, then the wheel falls half a tooth forward onto the other pallet: a tick. All of this is
% contacts of convex polygons. The swing settles where the pushes make up for the losses, and the
% period stays nearly that of the free pendulum.

degree = pi/180;
[R, n] = deal(0.03, 15);                          % wheel: radius in m, number of teeth
span = 4.5*pi/n;                                  % half the angle between the pallets
P = [0; R/cos(span)];                             % pivot of the anchor
arm = R*tan(span);                                % from there to the middle of the pallets
half = 0.5*(pi/n - 0.05)*R;                       % half the width of a pallet
lift = 2*degree;                                  % half the swing in which a tooth pushes
polar = @(r, a) [r.*cos(a); r.*sin(a)];

wheel = cell(1, n);
for j = 1:n                                       % teeth lean forward, the wheel turns clockwise
  a = pi/2 + span + half/R + 2*pi*j/n;
  wheel{j} = {'hull', 'Points', polar(R*[1 0.78 0.78], a + [0 0.07 0.25])};
end
wheel{end+1} = {'disc', 'Radius', 0.79*R};
out = (9:-1:2)*degree;                            % outwards from the wheel, seen from the pivot
[left, right] = deal(span - pi, -span);           % directions of the pallets from the pivot
entry = [polar(arm + half, left - out), polar(arm - half, left + [lift, -9*degree])];
exit = [polar(arm - half, right + [9*degree, lift]), polar(arm + half, right + [-lift, 9*degree])];
plate = @(a) [polar(0.003, a + [-pi/2, pi/2]), polar(arm + half, a + [2*degree, -2*degree])];
at_pivot = @(points) {'hull', 'Points', bsxfun(@plus, points, P)};
anchor = {at_pivot(entry), at_pivot(exit), at_pivot(plate(left - 11*degree)), ...
          at_pivot(plate(right + 11*degree))};
L = 0.248;                                        % a period of 1 s
bob = {{'disc', 'Radius', 0.015, 'Centre', P - [0; L], 'Mass', 0.3}, ...
       {'box', 'Size', [0.002; L], 'Centre', P - [0; L/2], 'Mass', 0.001}};

world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.05);
world = world.compound(wheel, 'Mass', 0.01);
world = world.compound(anchor, 'Mass', 0.005);
world = world.compound(bob);
world = world.ignore(1, 3).ignore(2, 3);
world = world.joint('hinge', [0 1], 'Point', [0; 0]);
world = world.joint('hinge', [0 2], 'Point', P);
world = world.joint('fixed', [2 3], 'Point', P);
world = world.torque(1, -8e-4);
world = world.torque(3, @(t, x) -1.5e-3*x(6));      % air and suspension
q = reshape(world.InitialPosition, 3, []);
swing = 4.5*degree;                               % anchor and bob turned about the pivot
turn = [cos(swing), -sin(swing); sin(swing), cos(swing)];
q(1:2, 2:3) = bsxfun(@plus, turn*bsxfun(@minus, q(1:2, 2:3), P), P);
q(3, 2:3) = q(3, 2:3) + swing;
sol = nsd_simulate(world.start(q(:)).named('clock'), [0 12], 'Step', 5e-4);

passed = (sol.q(1, 3) - sol.q(:, 3))*n/(2*pi);    % teeth
angle = sol.q(:, 6)/degree;
k = find(angle(1:end-1) < 0 & angle(2:end) >= 0);
rise = sol.t(k) - angle(k).*diff(sol.t(k(1) + [0 1]))./(angle(k + 1) - angle(k));
J = 0.3*(L^2 + 0.015^2/2) + 0.001*(L^2/3);        % of bob and rod; the anchor is light
free = 2*pi*sqrt(J/(9.81*(0.3*L + 0.001*L/2)));   % of small swings

if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 900 460]); end
subplot(1, 2, 1);
animate(sol, 'At', 11.2, 'Axes', 'off');
axis([-0.06 0.06 -0.04 0.06]);
title('anchor and escape wheel');
subplot(2, 2, 2);
plot(sol.t, angle);
ylabel('pendulum (degrees)');
xlim(sol.t([1 end]));
subplot(2, 2, 4);
plot(sol.t, passed);
xlabel('t (s)');
ylabel('teeth passed');
axis([sol.t([1 end])' 0 12]);
fprintf('%.2f teeth in %g s; period %.4f s, of the free pendulum %.4f s; swing %.2f degrees\n', ...
        passed(end), sol.t(end), mean(diff(rise)), free, max(angle(sol.t > 10)));
