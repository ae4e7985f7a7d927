%% How does a column of a hundred beads fall together?
% Beads of radius 1/2 and mass 1, stacked above the floor with gaps of 0.1. Each bead may touch
% the next: a hundred contacts, solved together in every step. A compaction front runs up the
% column and the top bead still falls when the bottom ones have come to rest.

n = 100;
H = speye(n) - spdiags(ones(n, 1), 1, n, n);     % column k: bead k against bead k-1
b = [-0.5; -ones(n-1, 1)];                       % gaps q1 - 1/2 and q(k) - q(k-1) - 1

beads = NsdSystem.linear(speye(n), 0, 0, -9.81*ones(n, 1));
beads = beads.contact(H, b, 'Restitution', 0.5);
beads = beads.named('a hundred beads');
q0 = 0.6 + 1.1*(0:n-1)';
sol = nsd_simulate(beads, [0 2], q0, zeros(n, 1), 'Step', 1e-3);

figure('Position', [100 100 800 600]);
plot(sol, 'position', 'Coordinates', 1:n);      % all of them, not their band
nsd_style

fprintf('%d impacts; the column is %.3f m high at the end, %d when packed\n', ...
        sum(strcmp(sol.events.kind, 'impact')), sol.q(end, n) + 0.5, n);
fprintf('deepest overlap %.2g m; energy lost in impacts %.1f J\n', -min(sol.gap(:)), ...
        -sol.energy.impact(end));
