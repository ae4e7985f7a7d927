%% How does the woodpecker toy climb down its pole?
% A sleeve with play holds a spring with a woodpecker. Friction locks the sleeve at its upper or
% lower edge, the bird swings, its beak hits the pole (contact 1), the sleeve is free for a moment
% and falls a little. Coordinates: height, angle of the sleeve, angle of the bird. Data of Leine,
% Glocker and van Campen (2003).

[mM, JM, mS, JS, c, g] = deal(3e-4, 5e-9, 4.5e-3, 7e-7, 0.0056, 9.81);
[lM, lG, lS, rM, r0, hM, hS] = deal(0.010, 0.015, 0.0201, 3.1e-3, 2.5e-3, 5.8e-3, 0.02);
M = [mS + mM, mS*lM, mS*lG; mS*lM, JM + mS*lM^2, mS*lM*lG; mS*lG, mS*lM*lG, JS + mS*lG^2];
K = c*[0 0 0; 0 1 -1; 0 -1 1];
bird = NsdSystem.linear(M, 0, K, -g*[mS + mM; mS*lM; mS*lG]);
H = [0 0 0; 0 hM -hM; -hS 0 0];                      % beak, lower edge, upper edge
T = [1 1 1; lM rM rM; lG - lS, 0, 0];
bird = bird.contact(H, [lM + lG - lS - r0; rM - r0; rM - r0], 'Restitution', [0.5; 0; 0], ...
                    'Friction', 0.3, 'Tangent', T);
sol = nsd_simulate(bird, [0 3], [0; -0.1036; -0.2788], [-0.3411; 0; -7.4583], 'Step', 1e-5);
pecks = sol.events.t(strcmp(sol.events.kind, 'impact') & sol.events.contact == 1);
periods = diff(pecks);
periods = mean(periods(periods > 0.05 & pecks(2:end) > 1));
fprintf('period %.4f s, falls %.2f mm in each\n', periods, ...
        -1000*periods*(sol.q(end, 1) - sol.q(100001, 1))/2);

figure('Position', [100 100 900 460]);
late = sol.t > 2.4;
subplot(2, 2, 1);
plot(sol.t(late), 1000*sol.q(late, 1), 'b'); ylabel('height (mm)'); xlim([2.4 3]);
title('Down the pole in steps');
subplot(2, 2, 3);
plot(sol.t(late), sol.q(late, 3), 'r', sol.t(late), sol.q(late, 2), 'b'); axis([2.4 3 -1 0.2]);
xlabel('time (s)'); ylabel('angle (rad)'); legend('bird', 'sleeve', 'Location', 'southwest');
subplot(2, 2, [2 4]);
plot(sol.q(late, 3), sol.v(late, 3), 'r');
xlabel('angle of the bird (rad)'); ylabel('its velocity (rad/s)'); title('Limit cycle with jumps');
nsd_style
