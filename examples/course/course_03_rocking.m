%% Course 3: how much does a rocking block lose when it changes corners?
% A slender block is tilted by 8 degrees and let go. It rocks from corner to corner; e = 0, and
% friction keeps it from sliding. By which factor does its angular velocity shrink each time?
%
% Find the factor from angular momentum about the corner that hits, then compare with the run.

answer = [];                                    % a number below 1

[a, b, m, mu] = deal(0.0125, 0.05, 1, 0.3);     % half width, half height
gap = @(q) [q(2) - a*sin(q(3)) - b*cos(q(3)); q(2) + a*sin(q(3)) - b*cos(q(3))];
tangent = @(q) [1 1; 0 0; b*cos(q(3)) + a*sin(q(3)), b*cos(q(3)) - a*sin(q(3))];
block = NsdSystem.lagrangian(diag([m, m, m*(a^2 + b^2)/3]), @(t, q, v) [0; -m*9.81; 0]);
block = block.contact(gap, 'Friction', mu, 'Tangent', tangent);

tilt = 8*pi/180;
sol = nsd_simulate(block, [0 1], [0; a*sin(tilt) + b*cos(tilt); tilt], [0; 0; 0]);

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(sol.t, 180/pi*sol.q(:, 3))
ylabel('tilt (degrees)')
grid on
subplot(2, 1, 2)
plot(sol.t, sol.v(:, 3))
xlabel('time (s)')
ylabel('angular velocity (1/s)')
grid on
nsd_style

hit = find(diff(sol.t) == 0, 1);                % rows before and after an impact have one time
factor = sol.v(hit+1, 3)/sol.v(hit, 3);         % of the run: shown once you have an answer
if ~isempty(answer), fprintf('in the run: %.4f\n', factor); end
nsd_check('rocking', answer, 'width', 2000*a, 'height', 2000*b);      % mm
