%% What does play in its guide do to the slider of a slider-crank mechanism?
% The slider is 50 by 25 mm half size in a guide that leaves 1 mm above and below: its four corners
% are contacts with friction. Coordinates: crank, rod and slider angle. Data of Flores, Leine
% and Glocker (2010).

[l1, l2, a, b, gap] = deal(0.153, 0.306, 0.05, 0.025, 1e-3);
[m1, m2, m3, J1, J2, J3, g] = deal(0.038, 0.038, 0.076, 7.4e-5, 5.9e-4, 2.7e-6, 9.81);
k = (m2/2 + m3)*l1*l2;
mass = @(q) [J1 + (m1/4 + m2 + m3)*l1^2, k*cos(q(1) - q(2)), 0; ...
             k*cos(q(1) - q(2)), J2 + (m2/4 + m3)*l2^2, 0; 0 0 J3];
force = @(t,q,v) [-k*sin(q(1) - q(2))*v(2)^2 - (m1/2 + m2 + m3)*g*l1*cos(q(1)); ...
                  k*sin(q(1) - q(2))*v(1)^2 - (m2/2 + m3)*g*l2*cos(q(2)); 0];
height = @(q) l1*sin(q(1)) + l2*sin(q(2));
side = [1 1 -1 -1]; forth = [-1 1 -1 1];                % corners: above, below; behind, ahead
corner = @(q) height(q) + forth'*a*sin(q(3)) + side'*b*cos(q(3));
slope = @(q) [l1*cos(q(1)) + 0*side', l2*cos(q(2)) + 0*side', ...
              forth'*a*cos(q(3)) - side'*b*sin(q(3))];
along = @(q) [-l1*sin(q(1)) + 0*side; -l2*sin(q(2)) + 0*side; ...
              -forth*a*sin(q(3)) - side*b*cos(q(3))];
crank = NsdSystem.lagrangian(mass, force).contact(@(q) b + gap - side'.*corner(q), ...
    'Jacobian', @(q) -diag(side)*slope(q), 'Tangent', along, 'Friction', 0.01, 'Restitution', 0.4);
sol = nsd_simulate(crank, [0 0.09], [0; 0; 0], [150; -75; 0], 'Method', 'event');
fprintf('%d impacts in %.2f turns; two corners rest at once in %.0f %% of the time\n', ...
        sum(strcmp(sol.events.kind, 'impact')), sol.q(end, 1)/(2*pi), ...
        100*sum(diff(sol.t).*(sum(sol.reaction(2:end, :) > 0, 2) > 1))/sol.t(end));

figure('Position', [100 100 900 460]);
turn = sol.q(:, 1)/(2*pi);
subplot(2, 2, 1); lines = plot(turn, 1000*sol.gap); ylabel('gaps (mm)');
axis([0 1.3 -0.1 3.4]);
title('Gaps: two corners hit together');
legend(lines([2 4]), 'above', 'below', 'Location', 'northeast');
subplot(2, 2, 3); plot(turn, sol.reaction); ylabel('reactions (N)'); xlim([0 1.3]);
title('They hit and rest on the guide');
xlabel('turns of the crank');
subplot(2, 2, [2 4]); y = l1*sin(sol.q(:, 1)) + l2*sin(sol.q(:, 2));
plot(l1*cos(sol.q(:, 1)) + l2*cos(sol.q(:, 2)), 1000*y, 'b');
xlabel('slider x (m)'); ylabel('slider y (mm)'); title('Path of its centre between the walls');
nsd_style
