%% Can a rod that slides on its tip push itself into the floor?
% A rod slides tip first at 30 m/s with mu = 5/3. A(phi) = 1 + 3 cos^2(phi) (1 - mu tan(phi)) is
% what a normal force does to the acceleration of the tip while it slides. Where A < 0 pushing
% drives the tip down: Coulomb and rigid bodies then have no solution, or two (Painleve's paradox).
% Time stepping goes on with impulses: an impact without collision stops the tip.

s = 1; m = 1; J = 1/3; g = 10; mu = 5/3;               % half length, mass, inertia
rod = NsdSystem.lagrangian(diag([m m J]), @(t,q,v) [0; -m*g; 0]);      % x, y, angle of the centre
rod = rod.contact(@(q) q(2) - s*sin(q(3)), 'Friction', mu, ...
                  'Jacobian', @(q) [0, 1, -s*cos(q(3))], 'Tangent', @(q) [1; 0; -s*sin(q(3))]);
phi = 31*pi/180;
sol = nsd_simulate(rod, [0 0.85], [0; s*sin(phi); phi], [30; 0; 0], 'Step', 5e-4);
A = @(phi) 1 + 3*cos(phi).^2.*(1 - mu*tan(phi));
tip = sol.v(:, 1) - s*sin(sol.q(:, 3)).*sol.v(:, 3);    % sliding velocity
k = find(A(sol.q(:, 3)) < 0 & tip > 1e-6, 1);
b = @(k) -g + s*sin(sol.q(k, 3))*sol.v(k, 3)^2;         % normal acceleration without force
word = {'two solutions', 'no solution'};
fprintf('t = %.3f s, phi = %.1f degrees: A = %.3f < 0 and b = %.1f: sliding on has %s\n', ...
        sol.t(k), sol.q(k, 3)*180/pi, A(sol.q(k, 3)), b(k), word{1 + (b(k) < 0)});
fprintf('the run itself: status %s, an impulse stops the tip at t = %.3f s\n', sol.status, ...
        sol.t(find(tip < 0.1, 1)));

figure('Position', [100 100 900 460]);
subplot(2, 2, [1 3]);
angles = (20:0.5:85)*pi/180;
plot(angles*180/pi, A(angles), 'b', [20 85], [0 0], 'k:', sol.q(k, 3)*180/pi, 0, 'ro');
xlabel('angle \phi (degrees)'); ylabel('A(\phi)'); title('A < 0 from 45 to 76 degrees');
subplot(2, 2, 2);
plot(sol.t, tip, 'b'); ylabel('tip speed (m/s)'); xlim([0 0.9]);
title('An impact without collision');
subplot(2, 2, 4);
push = filter(ones(10, 1)/10, 1, sol.reaction);        % the contact opens and closes with the steps
semilogy(sol.t(10:end), push(10:end), 'b', max(sol.t(push == max(push))), max(push), 'ro');
xlim([0 0.9]); text(0.8, max(push), 'the impulse', 'HorizontalAlignment', 'right');
xlabel('time (s)'); ylabel('reaction (N)'); title('Push, mean of ten steps');
nsd_style
