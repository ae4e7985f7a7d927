%% How fast do the schemes converge for an oscillator that impacts?
% A mass on a spring bounces on a stop. Between impacts Newmark's schemes are of second order; with
% impacts every scheme with constant steps is of first order in L1, and so is the distance of the
% graphs with filled jumps (Hausdorff). Newmark and generalized-alpha err alike: what counts is by
% how much the impact is late, and both see it at the end of the same step.

exact = nsd_exact('oscillator');
steps = 5./round(logspace(2.5, 4, 12));
schemes = {'moreau', 'paoli', 'newmark', 'genalpha'};

figure('Position', [100 100 900 760]);
for k = 1:4
  subplot(2, 2, k);
  nsd_order(exact.system, steps, {'L1', 'hausdorff'}, exact, 'Span', [0 5], 'Method', schemes{k});
end
nsd_style
