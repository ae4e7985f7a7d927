%% Course 5: when does a spring throw the mass against the wall?
% q'' + 4 q = 0 from q = 1 at rest, wall at q = -0.25, e = 0.8. The phase portrait is made of
% circles (in q and v/2) cut off at the wall, and jumps from one to the next.
%
% Find the time of the first impact by hand. Why does the motion never come to rest?

answer = [];                                    % seconds

[k, wall] = deal(4, -0.25);
osc = nsd_oscillator('Stiffness', k, 'Wall', wall);
sol = nsd_simulate(osc, [0 12]);

figure('Position', [100 100 900 400]);
subplot(1, 2, 1)
plot(sol, 'position'); title('the mass and its wall')
subplot(1, 2, 2)
plot(sol, 'phase'); title('phase portrait')
daspect([1 2 1])                                % circles look like circles
nsd_style

% the first impacts of the run, once you have an answer
if ~isempty(answer), fprintf('impacts at%s s\n', sprintf(' %.4f', sol.events.t(1:4))); end
nsd_check('oscillator', answer, 'k', k, 'wall', wall);
