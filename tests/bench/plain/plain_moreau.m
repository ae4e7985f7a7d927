function [q, v, P] = plain_moreau(c, N)
%PLAIN_MOREAU  Moreau-Jean, theta = 1/2, for any linear system, in plain code.
%   What a careful user would write: the iteration matrix is factored once, the Delassus matrix
%   computed once, and each step solves an LCP over its active contacts, warm-started. Columns
%   are times.
  n = numel(c.q0);
  m = numel(c.b);
  h = c.h;
  C = speye(n) * c.C; % a scalar 0 becomes a matrix
  K = speye(n) * c.K;
  [R, ~, S] = chol(c.M + h / 2 * C + h^2 / 4 * K);
  response = full(S * (R \ (R' \ (S' * c.H))));
  W = full(c.H' * response);
  Ht = c.H';
  KC = h * C + h^2 / 2 * K;
  q = zeros(n, N + 1);
  v = zeros(n, N + 1);
  P = zeros(m, N + 1);
  q(:, 1) = c.q0;
  v(:, 1) = c.v0;
  pushed = false(m, 1);
  qk = c.q0;
  vk = c.v0;
  for k = 1:N
    vnew = vk + S * (R \ (R' \ (S' * (h * c.F - h * (K * qk) - KC * vk))));
    U = Ht * vk;
    active = find(Ht * qk + c.b + h / 2 * U <= 0);
    if ~isempty(active)
      guess = pushed(active); % most contacts go on pushing
      p = plain_lcp(W(active, active), Ht(active, :) * vnew + c.e .* U(active), guess);
      vnew = vnew + response(:, active) * p;
      P(active, k + 1) = p;
      pushed(active) = p > 0;
    end
    qk = qk + h / 2 * (vk + vnew);
    vk = vnew;
    q(:, k + 1) = qk; % reading q(:, k) back would make Octave copy q at every step
    v(:, k + 1) = vk;
  end
end
