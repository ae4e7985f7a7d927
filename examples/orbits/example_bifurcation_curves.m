%% When does a ball stop bouncing once per shake, and what can it do at all?
% A table shakes a ball with A sin(w t). One bounce in every period exists to the right of the fold,
% and is stable up to the period doubling: both are curves in the plane of the strength of the
% shaking, Gamma = A w^2/g, and the restitution e. nsd_branch finds one point of each curve, over
% Gamma at one restitution; nsd_curve follows the point. Formulas:
%   fold      Gamma = pi (1 - e)/(1 + e)
%   doubling  Gamma^2 = (2 (1 + e^2)/(1 + e)^2)^2 + (pi (1 - e)/(1 + e))^2

[w, g, e] = deal(20, 9.81, 0.5);
T = 2*pi/w;
table = NsdSystem.lagrangian(1, @(t, q, v) -g);
table = table.contact(@(q, t, p) q - p.Gamma*g/w^2*sin(w*t), 'Restitution', 'e');

phi = acos(pi*(1 - e)/(1 + e)/1.1);                  % phase of the impact for Gamma = 1.1
flown = T - phi/w;                                   % time since the impact before t = 0
q0 = 1.1*g/w^2*sin(phi) + g*T/2*flown - g*flown^2/2;
v0 = g*T/2 - g*flown;
family = @(Gamma, e) table.parameter('Gamma', Gamma, 'e', e).start(q0, v0);

down = nsd_branch(@(Gamma) family(Gamma, e), [1.1 0.9], T, 'Points', 8);
up = nsd_branch(@(Gamma) family(Gamma, e), [1.1 1.7], T, 'Points', 6);
fold = down.bifurcations(strcmp({down.bifurcations.kind}, 'fold'));
doubling = up.bifurcations(strcmp({up.bifurcations.kind}, 'doubling'));
curves = {nsd_curve(family, fold(1), [e 0.8], T, 'Points', 6), ...
          nsd_curve(family, doubling(1), [e 0.8], T, 'Points', 6)};

r = linspace(e, 0.8, 200)';
rest = pi*(1 - r)./(1 + r);
figure('Position', [100 100 760 480]);
plot(rest, r, '-', sqrt((2*(1 + r.^2)./(1 + r).^2).^2 + rest.^2), r, '-', ...
     curves{1}.p, curves{1}.s, 'ko', curves{2}.p, curves{2}.s, 'ks', 'LineWidth', 1.5);
grid('on');
xlabel('Gamma, acceleration of the table over g');
ylabel('restitution e');
legend({'fold, formula', 'doubling, formula', 'fold, nsd\_curve', 'doubling, nsd\_curve'}, ...
       'Location', 'northeast');
title('One bounce per shake: stable between the two curves');

fprintf('fold at %.9f (formula %.9f), doubling at %.9f\n', fold(1).parameter, rest(1), ...
        doubling(1).parameter);
