%% How does a block rock under each impact law?
% A wide block on a floor without friction is tilted and released. When it comes down on its second
% corner, the first one still touches and is pressed into the floor: Newton's law for both at once,
% one corner after the other, or by the energies of both contacts (Liu, Zhao, Brogliato). A tall
% block lifts its first corner at once, and all laws agree.

a = 0.1; b = 0.05; m = 1; g = 9.81; J = m*(a^2 + b^2)/3;   % half width, half height
corner = @(q, s) q(1) + s*a*sin(q(2)) - b*cos(q(2));       % heights, s = -1 left, 1 right
phi = 10*pi/180;
q0 = [a*sin(phi) + b*cos(phi); phi];                       % on its left corner
laws = {'newton', 'simultaneous'; 'poisson', 'simultaneous'; 'energetic', 'simultaneous'; ...
        'newton', 'sequential'; 'newton', 'lzb'};
titles = {'Newton', 'Poisson', 'energetic', 'sequential', 'Liu, Zhao, Brogliato'};
lines = {'-', 7; '-', 4; '-', 1; '-', 3; '--', 1.5};        % equal curves show on one another

figure('Position', [100 100 900 640]);
for k = 1:numel(titles)
  block = NsdSystem.lagrangian(diag([m J]), @(t,q,v) [-m*g; 0]);
  block = block.contact(@(q) [corner(q, -1); corner(q, 1)], 'Restitution', 0.5, ...
                        'Impact', laws{k, 1}, 'MultipleImpact', laws{k, 2});
  block = block.potential(@(q) m*g*q(1));
  sol = nsd_simulate(block, [0 1], q0, [0; 0], 'Method', 'event');
  left = (sol.energy.total(end) - m*g*b)/(sol.energy.total(1) - m*g*b);
  fprintf('%-22s%4d impacts, energy left %.1f %%\n', titles{k}, ...
          sum(strcmp(sol.events.kind, 'impact')), max(0, 100*left));   % rounding may be below zero
  look = {lines{k, 1}, 'LineWidth', lines{k, 2}};
  subplot(2, 1, 1); plot(sol.t, sol.q(:, 2)*180/pi, look{:}); hold on
  subplot(2, 1, 2); plot(sol.t, 1000*(sol.energy.total - m*g*b), look{:}); hold on
end
subplot(2, 1, 1); ylabel('tilt (degrees)'); title('A block on two corners, restitution 0.5');
legend(titles, 'Location', 'northeast'); xlim([0 0.25]); hold off
subplot(2, 1, 2); ylabel('energy above rest (mJ)'); xlabel('time (s)'); axis([0 0.25 0 175])
hold off
nsd_style
