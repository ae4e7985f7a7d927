%% Does a bouncing elastic bar stay on its orbit for ten periods?
% The bar of Doyen, Ern and Piperno (2011) falls from 5 m and lands twice per period of 16/3: from 1
% to 5/3 with a pressure that rises from 300 to 500, and from 11/3 to 13/3, falling. Its energy is
% constant. With h = l/c and Beta = 1/6 waves travel without dispersion and the orbit is kept.

before = warning('off', 'nsd:simulate:unstableParameters'); % the limit of stability is meant

figure('Position', [100 100 1000 600]);
if ~exist('elements', 'var'), elements = [2000 500 500]; end
runs = {sprintf('newmark, beta = 1/6, %d elements', elements(1)), {'newmark', 'Beta', 1/6}; ...
        sprintf('newmark, %d elements', elements(2)), {'newmark'}; ...
        sprintf('genalpha, rho = 0.8, %d elements', elements(3)), {'genalpha'}};
for k = 1:3
  h = 10/30/elements(k);                           % one element per step
  steps = round(54/h);
  bar = nsd_elastic_bar('Case', 'doyen', 'Elements', elements(k));
  sol = nsd_simulate(bar, [0 steps*h], 'Step', h, 'Method', runs{k, 2}{:}, ...
                     'OutputEvery', elements(k)/20, 'Progress', 'off');
  subplot(2, 1, 1);
  hold on
  plot(sol.t, sol.gap);
  subplot(2, 1, 2);
  hold on
  plot(sol.t, (500 + sol.energy.total - sol.energy.external)/500);
  hits = sol.events.t(strcmp(sol.events.kind, 'impact'));
  hits = hits([true; diff(hits) > 0.5]);
  fprintf('%-34s %d contacts, energy at the end %.4f\n', runs{k, 1}, numel(hits), ...
          (500 + sol.energy.total(end) - sol.energy.external(end))/500);
end
legend(runs(:, 1), 'Location', 'southwest');
xlim([0 54]);
ylabel('energy over that of the start');
xlabel('time');
subplot(2, 1, 1);
plot([1; 1]*(1 + 16/3*(0:9)), repmat([0; 6], 1, 10), 'k:');
ylabel('gap');
axis([0 54 0 6]);
title('Bouncing bar of Doyen, Ern and Piperno: ten periods');
nsd_style
warning(before);
