%% Course 15: what do two balls do to a cradle on ropes?
% Five balls hang side by side on ropes of 0.25 m, with tiny gaps between them. Two are lifted and
% let go. Which balls swing out on the other side, and how long is it from one click to the next?
%
% Then lift three. Then put in e = 0.9, as balls of steel have: what remains after a minute?

answer = [];                                    % seconds

[n, rope, g] = deal(5, 0.25, 9.81);
cradle = NsdSystem.linear(eye(n), 0, g/rope*eye(n));               % small swings: q in m
cradle = cradle.contact(diff(eye(n))', 1e-5, 'Restitution', 1).start([-0.05; -0.05; 0; 0; 0]);
sol = nsd_simulate(cradle, [0 2]);

figure('Position', [100 100 900 480]);
plot(sol.t, 1e3*bsxfun(@plus, sol.q, 0.12*(1:n)))
grid on
xlabel('time (s)')
ylabel('place of the balls (mm), drawn apart')
title('Two in, two out')
nsd_style

nsd_check('ropes', answer, 'length', rope, 'g', g);
