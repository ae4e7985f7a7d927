function c = bench_case(name)
%BENCH_CASE  Data of one benchmark case, shared by every side.
%   C = BENCH_CASE(NAME) returns a struct with the linear system M v' + C v + K q = F, contacts
%   y = H'q + b >= 0 with restitution e, the start q0, v0, the step h, the number of steps of a
%   timed run (steps), and of a timed run in plain Octave code (plainSteps). A name that starts
%   with 'check-' gives the short run that shows that all sides solve the same problem.
  switch strrep(name, 'check-', '')
    case 'ball'
      c = point_mass(0, -9.81, 1, 0, 0.9, 1e-3, 1e6);
    case 'kern'
      c = point_mass(0, -9.81, 1, 0, 0.9, 1e-3, 1e6);
    case 'oscillator'
      c = point_mass(4, 0, 1, 0.25, 0.8, 1e-3, 1e6);
    case 'beads'
      c = bead_column(100);
    case {'chain', 'chain-whole'}
      c = chain(1000, 10);
    case 'box'
      c = box_on_plane();
    otherwise
      error('nsd:bench:unknownCase', 'there is no benchmark case %s', name);
  end
  c.name = name;
  c.method = 'moreau';
  switch name
    case {'ball', 'oscillator'}
      c.plainSteps = 1e5;
    case 'kern'
      c.plainSteps = 1e5;
      c.method = 'kern';
    case 'check-ball'
      c.h = 0.005;
      c.steps = 2000;
    case 'check-oscillator'
      c.h = 0.01;
      c.steps = 600;
    case 'check-kern'
      c = point_mass(0, -10, 0.5, 0, 0.9, 0.01, 1000);
      c.method = 'kern';
    case 'chain-whole'
      c.steps = 2000;
      c.plainSteps = 2000;
  end
  if ~isfield(c, 'plainSteps')
    c.plainSteps = c.steps;
  end
end

function c = point_mass(k, force, q0, b, e, h, steps)
  c = struct('M', 1, 'C', 0, 'K', k, 'F', force, 'H', 1, 'b', b, 'e', e, 'q0', q0, 'v0', 0, ...
             'h', h, 'steps', steps);
end

function c = bead_column(n)
  % radius 1/2, gaps 0.1; the first contact is that of the lowest bead with the floor
  H = spdiags([ones(n, 1), -ones(n, 1)], [0, 1], n, n);
  b = [-0.5; -ones(n - 1, 1)];
  c = struct('M', speye(n), 'C', 0, 'K', 0, 'F', -9.81 * ones(n, 1), 'H', H, 'b', b, ...
             'e', 0.5, 'q0', 0.6 + 1.1 * (0:n - 1)', 'v0', zeros(n, 1), 'h', 1e-3, 'steps', 2000);
end

function c = box_on_plane()
  % unit cube on four corners with friction, small rotations, dropped flat with 1 m/s
  corner = 0.5 * [-1 -1; 1 -1; 1 1; -1 1];
  H = zeros(6, 4);
  T = zeros(6, 8);
  for k = 1:4
    D = [eye(3); cross(repmat([corner(k, :), -0.5], 3, 1), eye(3), 2)'];
    H(:, k) = D(:, 3);
    T(:, 2 * k + (-1:0)) = D(:, 1:2);
  end
  c = struct('M', diag([1 1 1 1/6 1/6 1/6]), 'C', 0, 'K', 0, 'F', [0; 0; -9.81; 0; 0; 0], ...
             'H', H, 'b', -0.5, 'e', 0, 'q0', [0; 0; 0.6; 0; 0; 0], 'v0', [1; 0; 0; 0; 0; 0], ...
             'h', 1e-3, 'steps', 2000, 'T', T, 'mu', 0.3);
end

function c = chain(n, m)
  % 300 steps reach past the first impacts and are what Siconos can do in ten seconds
  K = 1e4 * spdiags(ones(n, 1) * [-1, 2, -1], -1:1, n, n);
  stops = (2 * (1:m) - 1) * n / (2 * m);
  H = sparse(stops, 1:m, 1, n, m);
  c = struct('M', speye(n), 'C', 0.1 * speye(n), 'K', K, 'F', -9.81 * ones(n, 1), 'H', H, ...
             'b', 1e-3 * ones(m, 1), 'e', 0.5, 'q0', zeros(n, 1), 'v0', zeros(n, 1), ...
             'h', 1e-4, 'steps', 300);
end
