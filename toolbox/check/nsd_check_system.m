function varargout = nsd_check_system(sys, q, v, t)
%NSD_CHECK_SYSTEM  Test the functions of a system before it is run, and say what to correct.
%   NSD_CHECK_SYSTEM(SYS, Q, V, T) prints one line per test of the NsdSystem SYS at
%   position Q, velocity V and time T: ok, note (may be intended) or error (must be corrected).
%   Q and V default to the initial state of SYS, V to zeros, T to 0. A system without an initial
%   state whose size is known (M is a matrix) is tested at zeros, and a note says so. Of a world of
%   NsdBodies it looks at overlaps and angles. First-order systems have a state X alone:
%   NSD_CHECK_SYSTEM(SYS, X, [], T).
%   REPORT = NSD_CHECK_SYSTEM(...) prints nothing and returns a struct:
%       ok       true when no test has the level 'error'
%       checks   struct array with name, level ('ok', 'note', 'error') and message
%       equations   of a nonlinear system of up to 6 coordinates whose functions can be recorded,
%                as text (a cell with a line per coordinate, a for v') and latex
%
%   Tested are, at Q and at points nearby:
%       M(q)          size, finite, symmetric, positive definite
%       F(t,q,v)      size, finite; its quadratic part against dM/dq, since for every
%                     Lagrangian system v'F_quadratic = -v'(dM/dt)v/2
%       derivatives   ForceJacobian, Jacobian and Rate against central differences
%       gaps          size, finite, normals that are not zero, sign at Q
%       kinetic angles   between contacts closed at Q: obtuse ones, or acute ones with
%                     restitution, where motions do not depend continuously on the start
%       tangents      size, finite; along the normal, parallel, zero, jumping at Q; of a mass
%                     point: as long as the normal and at right angles to it
%       joints        the same; whether Q and V obey the joints; redundant joints are counted
%       potential     dU/dq against -F(t,q,0)
%       first-order systems   f, guard, reset, surface, h, g: size, finite, Jacobians; guards are
%                     not negative, and a reset leads away from its guard, or turns its rate
%       angles        coordinates with names of angles: above 2*pi they may be meant in degrees
%   Errors in the functions of SYS are reported, not raised; bad arguments raise
%   nsd:checkSystem:<reason>.
%
%   Example
%       sys = NsdSystem.lagrangian(@(q) 1 + q^2, @(t,q,v) -q*v^2 - 9.81*q);
%       sys = sys.contact(@(q) q - 1, 'Jacobian', @(q) 2);     % should be 1
%       nsd_check_system(sys, 1.5, 0.3)
%       tank = NsdSystem.hybrid(@(t,x) 1, @(x) 3 - x, @(x) 4);   % lands beyond its guard
%       nsd_check_system(tank, 0)
%       rod = NsdSystem.energies(@(q,v) v^2/6, @(q) -9.81*cos(q)/2);
%       nsd_check_system(rod, 0.1)                    % its equation of motion, among others
%
%   See also NSDSYSTEM, NSD_SIMULATE.
  if nargin < 1 || ~(isa(sys, 'NsdSystem') || isa(sys, 'NsdBodies'))
    error('nsd:checkSystem:badSystem', 'the first argument must be an NsdSystem or NsdBodies');
  end
  if nargin < 2, q = []; end
  if nargin < 3, v = []; end
  if nargin < 4 || isempty(t), t = 0; end
  bodies = isa(sys, 'NsdBodies');
  [q, v, checks] = state_of(sys, q, v);
  t = nsd_check_number(t, 'finite', 't', 'nsd:checkSystem:badTime');
  if bodies
    checks = [checks, nsd_check_bodies(sys, q)];
  elseif strcmp(sys.Kind, 'lagrangian')
    checks = [checks, nsd_check_nonlinear(sys, q, v, t)];
  elseif ~isempty(sys.FirstOrder)
    checks = [checks, nsd_check_states(sys, q, t)];
  else
    checks = [checks, check_linear(sys, t)];
  end
  if ~bodies && isempty(sys.FirstOrder)
    names = reshape(sys.Labels, 1, []);
    angles = cellfun(@nsd_is_angle, names);
    checks = [checks, nsd_check_relations(sys, q, v, t), ...
              nsd_check_degrees(names(angles), q(angles))];
  end
  report = struct('ok', ~any(strcmp({checks.level}, 'error')), 'checks', checks);
  report.equations = nsd_equations(sys, q);
  if nargout > 0
    varargout{1} = report;
  else
    show(report);
  end
end

function [q, v, checks] = state_of(sys, q, v)
% where the system is tested; CHECKS has a note where that is zero for want of a start
  checks = struct('name', {}, 'level', {}, 'message', {});
  n = sys.Coordinates;
  first = isa(sys, 'NsdSystem') && ~isempty(sys.FirstOrder);
  if first && ~isempty(v)
    error('nsd:checkSystem:badSize', ['a first-order system has a state x alone, no velocity: ' ...
          'write nsd_check_system(sys, x, [], t)']);
  end
  if isempty(q)
    q = sys.InitialPosition;
    if isempty(v) && ~first, v = sys.InitialVelocity; end
  end
  if isempty(q) && isnan(n)
    wanted = 'q (and v)';
    if first, wanted = 'the state x'; end
    error('nsd:checkSystem:noState', ['give %s: this system has no initial state of its ' ...
          'own (see sys.start), and how many coordinates it has is not known'], wanted);
  elseif isempty(q)
    q = zeros(n, 1);
    checks(1) = nsd_check_line('start', 'note', ['none given (see sys.start): tested at q = 0 ' ...
                               'with %s'], nsd_count_text(n, 'coordinate'));
  end
  if isnan(n), n = numel(q); end
  rates = numel(sys.InitialVelocity);             % of bodies: spins have three numbers
  if ~isa(sys, 'NsdBodies'), rates = n; end
  if isempty(v), v = zeros(rates, 1); end
  q = nsd_check_vector(q, n, 'q', 'checkSystem');
  v = nsd_check_vector(v, rates, 'v', 'checkSystem');
end

function show(report)
  if report.ok && ~isempty(report.equations.text)
    fprintf('  equations of motion, a = v'' (LaTeX: report.equations.latex)\n');
    fprintf('    %s\n', report.equations.text{:});
  end
  for k = 1:numel(report.checks)
    c = report.checks(k);
    fprintf('  %-5s %-22s %s\n', c.level, c.name, c.message);
  end
  errors = sum(strcmp({report.checks.level}, 'error'));
  notes = sum(strcmp({report.checks.level}, 'note'));
  fprintf('  %s, %s, %s\n', nsd_count_text(numel(report.checks), 'test'), ...
          nsd_count_text(errors, 'error'), nsd_count_text(notes, 'note'));
end

function lines = check_linear(sys, t)
% Matrices and force of a linear system, for nsd_check_system.
  lines = nsd_check_line('mass M', 'ok', 'symmetric, positive definite');
  n = sys.Coordinates;
  [~, line] = nsd_check_value('force F(t)', @() nsd_force_value(sys.Force, t, n), [n 1]);
  if isempty(line), line = nsd_check_line('force F(t)', 'ok', '%s', sys.Force.kind); end
  lines = [lines, line, check_square(sys.Damping, 'damping C'), ...
           check_square(sys.Stiffness, 'stiffness K')];
end

function line = check_square(A, name)
  line = [];
  if isempty(A), return; end
  if norm(A - A', 1) > 1e-12*norm(A, 1)
    line = nsd_check_line(name, 'note', ['not symmetric: gyroscopic or circulatory terms; ' ...
                          'work counts as external']);
    return
  end
  [~, flag] = chol((A + A')/2 + 1e-10*norm(A, 1)*speye(size(A, 1)));
  if flag ~= 0
    line = nsd_check_line(name, 'note', 'has a negative eigenvalue: it drives the system');
  else
    line = nsd_check_line(name, 'ok', 'symmetric, semidefinite');
  end
end
