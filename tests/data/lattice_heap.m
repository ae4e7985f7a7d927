function [W, q, mu] = lattice_heap(k, friction, seed)
%LATTICE_HEAP  Contact problem of k^3 touching spheres on a floor, for nsd_friction.
%   [W, Q, MU] = LATTICE_HEAP(K, FRICTION, SEED): spheres of diameter and mass 1 in a cube of
%   K-by-K-by-K; each touches its neighbours and the lowest ones the floor, 3*K^3 - 2*K^2
%   contacts. They move with the velocity of 5 ms of falling and random velocities of 0.02.
  restore = seeded(seed); %#ok<NASGU>  until the end of this function
  at = reshape(1:k^3, [k k k]);
  below = [zeros(k^2, 1); reshape(at(:, :, 1:end-1), [], 1)];
  pairs = {below, at(:), [0; 0; 1]; ...
           reshape(at(1:end-1, :, :), [], 1), reshape(at(2:end, :, :), [], 1), [1; 0; 0]; ...
           reshape(at(:, 1:end-1, :), [], 1), reshape(at(:, 2:end, :), [], 1), [0; 1; 0]};
  H = sparse(6*k^3, 0);
  for p = 1:3
    frame = [pairs{p, 3}, null(pairs{p, 3}')];
    arm = cross(repmat(0.5*pairs{p, 3}, 1, 3), frame);
    m = numel(pairs{p, 1});
    first = sparse(pairs{p, 1}(pairs{p, 1} > 0), find(pairs{p, 1} > 0), 1, k^3, m);
    second = sparse(pairs{p, 2}, 1:m, 1, k^3, m);
    H = [H, kron(second, [frame; -arm]) - kron(first, [frame; arm])]; %#ok<AGROW>
  end
  inverse = kron(speye(k^3), diag([1 1 1 10 10 10]));       % inertia 0.4*0.5^2
  W = H'*inverse*H;
  W = (W + W')/2;
  v = kron(ones(k^3, 1), [0; 0; -9.81*5e-3; 0; 0; 0]) + 0.02*randn(6*k^3, 1);
  q = H'*v;
  mu = friction*ones(size(q, 1)/3, 1);
end
