%% Course 9: how fast do the schemes converge?
% Halving the step of a good smooth scheme takes the error down by four. With impacts? The error
% of the velocity of a ball is measured in L1, in L2, and between graphs with filled jumps.
%
% Which order do you read off in L1, roughly? Why about the same for all schemes, why do the points
% scatter, and why is the largest difference ('sup') no use here? The last picture is of the event
% solver, which locates impacts and is asked for a tolerance in place of a step: what does a digit
% more cost?

answer = [];                                    % a whole number

exact = nsd_exact('ball');
steps = 5./round(logspace(3, log10(200000), 20));

figure('Position', [100 100 900 760]);
schemes = {'moreau', 'paoli', 'newmark'};
for k = 1:3
  subplot(2, 2, k)
  nsd_order(exact.system, steps, {'L1', 'L2', 'hausdorff'}, exact, 'Span', [0 5], ...
            'Method', schemes{k});
end
subplot(2, 2, 4)
nsd_order(nsd_pendulum(), 10.^-(4:0.5:10), {'L1', 'L2', 'hausdorff'}, [], 'Span', [0 10], ...
          'Method', 'event');
nsd_style

nsd_check('order', answer);
