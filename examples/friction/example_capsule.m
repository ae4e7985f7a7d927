%% Can a shaken mass drive a capsule that nothing pushes?
% A capsule lies in a tube that grips it with dry friction of 2 N, forwards and back. Inside, a mass
% on a spring is shaken and hits a plate at the front. The plate strikes harder than friction holds,
% the spring pulls back more gently: the capsule crawls. Shaken harder, with 3 N, it goes backwards.
% No contact with the tube is modelled: the limit of friction is given.
[limit, drive, plate] = deal(2, 1.5, 0.01);             % N, N, room to the plate in m
capsule = NsdSystem.linear(diag([1 0.5]), 0, 30*[1 -1; -1 1], @(t) drive*[-1; 1]*sin(6*t));
capsule = capsule.contact([1; -1], plate, 'Restitution', 0.6).friction([1; 0], limit);
sol = nsd_simulate(capsule, [0 10], [0; 0], [0; 0]);

figure('Position', [100 100 900 520]);
subplot(2, 1, 1)
plot(sol.t, 1e3*sol.q(:, 2), sol.t, 1e3*sol.q(:, 1))
ylabel('position (mm)'), legend('mass', 'capsule', 'Location', 'northwest')
title('The capsule crawls')
subplot(2, 1, 2)
near = sol.t < 2;
plot(sol.t(near), sol.tangentialReaction(near, 2))      % column 1 is that of the plate
xlabel('time (s)'), ylabel('friction (N)'), axis([0 2 1.2*limit*[-1 1]])
title('Friction: as much as is needed while it sticks, 2 N while it slides')
nsd_style
count = @(kind) sum(strcmp(sol.events.kind, kind));
fprintf('%.0f mm in 10 s; %d impacts; it stuck %d times; friction took %.2f J\n', ...
        1e3*sol.q(end, 1), count('impact'), count('stick'), -sol.energy.friction(end));
