function sys = nsd_elastic_bar(varargin)
%NSD_ELASTIC_BAR  Elastic bar that falls on a rigid floor: linear finite elements.
%   SYS = NSD_ELASTIC_BAR() is a vertical bar of N elements of two nodes,
%       rho S u'' = E S u_xx - rho S g,   0 <= u(0) + gap  _|_  P >= 0,
%   with displacements u_1 (lower end) to u_N+1 as coordinates, as an NsdSystem.linear
%   with sparse matrices. Its initial state: u = 0 and one velocity.
%   SYS = NSD_ELASTIC_BAR('Name', VALUE, ...) changes
%       Case         'steel', or 'doyen': the bar of Doyen, Ern and Piperno   ['steel']
%       Elements     N                                                            [100]
%       Length, Young, Density, Area                [1, 210e9, 7800, 3.14e-4; 10, 900, 1, 1]
%       Gap          of the lower end at the start                           [5e-5; 5]
%       Velocity     at the start                                            [-0.1; 0]
%       Gravity      g                                                         [0; 10]
%       Restitution  e of the lower end, 0 to 1                                     [0]
%       MassDamping, StiffnessDamping   a, b of C = a M + b K (Rayleigh)         [0, 0]
%       MassMatrix   'consistent' or 'lumped'                            ['consistent']
%   (where there are two defaults, the second is that of 'doyen').
%
%   A wave crosses an element in the time L/(N c), c = sqrt(E/rho); steps of half of that
%   resolve what the mesh can. With exactly that step, newmark with Beta = 1/6 (or 0 and
%   a lumped mass) carries waves without dispersion. Exact answers: steel, contact from 5.0e-4 to
%   8.85449645e-4 s with the force rho c S v = 1270.83 N; doyen, contacts [1, 5/3] and
%   [11/3, 13/3], period 16/3. Unknown names raise nsd:model:unknownOption, bad values
%   nsd:model:badValue.
%
%   Example
%       bar = nsd_elastic_bar('Elements', 200);
%       sol = nsd_simulate(bar, [0 1e-3], 'Step', 4.8e-7, 'Method', 'hht');
%       plot(sol, 'reaction')
%
%   See also NSD_SIMULATE, NSDSYSTEM, NSD_TWO_BALLS, NSD_BAR.
  p = parameters(varargin);
  N = p.Elements;
  l = p.Length/N;
  one = ones(N + 1, 1);
  inner = [1; 2*ones(N - 1, 1); 1];
  K = p.Young*p.Area/l*spdiags([-one, inner, -one], -1:1, N + 1, N + 1);
  weight = p.Density*p.Area*l/2*inner;
  M = spdiags(weight, 0, N + 1, N + 1);
  if strcmp(p.MassMatrix, 'consistent')
    M = p.Density*p.Area*l/6*spdiags([one, 2*inner, one], -1:1, N + 1, N + 1);
  end
  C = [];
  if p.MassDamping ~= 0 || p.StiffnessDamping ~= 0
    C = p.MassDamping*M + p.StiffnessDamping*K;
  end
  F = [];
  if p.Gravity ~= 0, F = -p.Gravity*weight; end
  sys = NsdSystem.linear(M, C, K, F);
  sys = sys.contact(sparse(1, 1, 1, N + 1, 1), p.Gap, 'Restitution', p.Restitution);
  sys = sys.start(zeros(N + 1, 1), p.Velocity*one).named('impacting elastic bar');
  [X, gap, wide] = deal((0:N)'*l, p.Gap, p.Length*[-0.3 0; 0.3 0]);
  large = 0.2*p.Length/nsd_or(gap(gap > 0), p.Length);  % displacements are enlarged in pictures
  sys = sys.drawing(@(t, q) {{'line', wide}, ...
                             {'line', [0*X, X + large*(q + gap)], 'Marker', '.', 'LineWidth', 4}});
end

function p = parameters(given)
  p = struct('Case', 'steel', 'Elements', 100, 'Length', [], 'Young', [], 'Density', [], ...
             'Area', [], 'Gap', [], 'Velocity', [], 'Gravity', [], 'Restitution', 0, ...
             'MassDamping', 0, 'StiffnessDamping', 0, 'MassMatrix', 'consistent');
  p = nsd_model_parameters('nsd_elastic_bar', p, given);
  switch p.Case
    case 'steel', defaults = {1, 210e9, 7800, 3.14e-4, 5e-5, -0.1, 0};
    case 'doyen', defaults = {10, 900, 1, 1, 5, 0, 10};
    otherwise, error('nsd:model:badValue', 'Case must be ''steel'' or ''doyen''');
  end
  names = {'Length', 'Young', 'Density', 'Area', 'Gap', 'Velocity', 'Gravity'};
  for k = 1:numel(names), p.(names{k}) = nsd_or(p.(names{k}), defaults{k}); end
  nsd_check_number(p.Elements, 'count', 'Elements', 'nsd:model:badValue');
  if p.Elements > 1e7
    error('nsd:model:badValue', 'Elements = %g: more than 1e7 elements are not made', p.Elements);
  end
  p.MassMatrix = nsd_check_word(p.MassMatrix, {'consistent', 'lumped'}, 'MassMatrix', ...
                                'nsd:model:badValue');
  for k = 1:4, nsd_check_number(p.(names{k}), 'positive', names{k}, 'nsd:model:badValue'); end
end
