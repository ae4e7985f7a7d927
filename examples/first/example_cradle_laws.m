%% What does a cradle do under each impact law?
% Five balls touch, the first comes in. Laws that solve all contacts in one problem throw it back
% and send the others off together; one contact after the other gives the cradle of the toy shop;
% the law of Liu, Zhao and Brogliato shares the impact by the energies of the contacts, and is what
% steel balls do: the last ball takes 0.989 of the speed, the others keep a little.

n = 5;
H = zeros(n, n - 1);
for k = 1:n-1, H([k k+1], k) = [-1; 1]; end               % gaps between neighbours, radius 1/2
laws = {'newton', 'simultaneous'; 'poisson', 'simultaneous'; 'energetic', 'simultaneous'; ...
        'fremond', 'simultaneous'; 'newton', 'sequential'; 'newton', 'lzb'};
titles = {'Newton', 'Poisson', 'energetic', 'Fremond', 'sequential', 'Liu, Zhao, Brogliato'};
e = [1 0.8];
after = zeros(numel(titles), n, 2);
for j = 1:2
  for k = 1:numel(titles)
    cradle = NsdSystem.linear(eye(n)).contact(H, -1, 'Restitution', e(j), 'Impact', laws{k, 1}, ...
                                              'MultipleImpact', laws{k, 2});
    sol = nsd_simulate(cradle, [0 1], [-0.5 1 2 3 4]', [1 0 0 0 0]', 'Method', 'event');
    after(k, :, j) = sol.v(end, :);
    fprintf('e = %.1f %-22s%8.3f%8.3f%8.3f%8.3f%8.3f   energy left %.3f\n', e(j), titles{k}, ...
            sol.v(end, :), sum(sol.v(end, :).^2));
  end
end

figure('Position', [100 100 900 460]);
for j = 1:2
  subplot(1, 2, j);
  bar(1:n, after(:, :, j)');
  set(gca, 'XTick', 1:n);
  xlabel('ball'); ylabel('velocity after the impact'); ylim([-0.7 1.1]);
  title(sprintf('Restitution %.1f', e(j)));
end
subplot(1, 2, 1);
legend(titles, 'Location', 'northwest');
nsd_style
