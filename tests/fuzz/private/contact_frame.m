function c = contact_frame(s, t, q, v)
%CONTACT_FRAME  Normals, tangents and velocities of the contacts of a system of method_system.
%   C: gap, U (normal velocities), UT (sliding velocities), G (normal and tangent of each contact in
%   turn), X = M^-1 G and W = G'X with the joints held, J. By differences of the functions of S.
  c.gap = s.gap(q, t);
  H = differences(@(x) s.gap(x, t), q)';
  T = s.tangent(q);
  d = 1e-3;
  rate = (8*(s.gap(q, t + d) - s.gap(q, t - d)) - s.gap(q, t + 2*d) + s.gap(q, t - 2*d))/(12*d);
  c.U = H'*v + rate;
  c.UT = T'*v - s.w;
  c.G = zeros(s.n, 2*s.m);
  c.G(:, 1:2:end) = H;
  c.G(:, 2:2:end) = T;
  M = s.mass(q);
  c.J = differences(@(x) s.joint(x), q)';
  c.X = M\c.G;
  c.X = c.X - (M\c.J)*(pinv(c.J'*(M\c.J))*(c.J'*c.X));
  c.W = c.G'*c.X;
end

function D = differences(f, q)
% exact but for rounding: gaps, tangents and joints are at most quadratic in q
  d = 1e-2;
  D = zeros(numel(f(q)), numel(q));
  for j = 1:numel(q)
    step = zeros(numel(q), 1);
    step(j) = d;
    D(:, j) = (f(q + step) - f(q - step))/(2*d);
  end
end
