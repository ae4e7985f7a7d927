%% Course 14: how long does a gear rattle in its play?
% Two gears, inertia 2 and 1, mesh with a play of +-0.01 rad. The first turns with 1 rad/s when it
% is in the middle of its play, the second rests. Every impact takes a part of the relative speed.
%
% Does the rattling end, as the bouncing of a ball does? When is the fifth impact?

answer = [];                                    % seconds

[e, play, speed] = deal(0.8, 0.01, 1);
gears = NsdSystem.linear(diag([2 1]), 0, 0);
gears = gears.contact([-1 1; 1 -1], play, 'Restitution', e);       % play on both sides
gears = gears.named('gears', {'first (rad)', 'second (rad)'});
sol   = nsd_simulate(gears, [0 0.3], [0; 0], [speed; 0]);

figure('Position', [100 100 900 560]);
subplot(2, 1, 1)
plot(sol.t, sol.q(:, 1) - sol.q(:, 2), sol.t([1 end]), play*[1 1; -1 -1]', 'k--')
axis([0 0.3 -0.012 0.012])
ylabel('angle between them (rad)')
subplot(2, 1, 2)
plot(sol, 'velocity');
title('Both tend to the speed that they would have glued together')
nsd_style

fprintf('impacts at'); fprintf(' %.4f', sol.events.t(1:min(end, 4))); fprintf(' ... s\n');
nsd_check('backlash', answer, 'e', e, 'play', play, 'speed', speed);
