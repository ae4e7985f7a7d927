%% Course 7: how long does a bar touch the wall it hits?
% A steel bar of 1 m flies at 0.1 m/s against a rigid wall and leaves with the same speed. No
% restitution was put in: the wave in the bar makes it. How long does the contact last?
%
% Then: what do damping ('hht', 'Alpha', 0.3) and fewer elements do to the force?

answer = [];                                    % seconds

[long, E, rho] = deal(1, 210e9, 7800);
bar = nsd_elastic_bar('Elements', 200, 'Length', long, 'Young', E, 'Density', rho);
sol = nsd_simulate(bar, [0 1.2e-3], 'Step', 4e-7, 'Method', 'hht');

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(1e3*sol.t, sol.reaction)
ylabel('force (N)')
xlim([0 1.2])
grid on
subplot(2, 1, 2)
imagesc(1e3*sol.t, linspace(0, long, 201), sol.v')
set(gca, 'YDir', 'normal')
xlabel('time (ms)')
ylabel('place in the bar (m)')
title('velocity')
colorbar
nsd_style

nsd_check('bar', answer, 'length', long, 'E', E, 'rho', rho);
