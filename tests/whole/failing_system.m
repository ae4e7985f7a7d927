function [sys, options] = failing_system(name, part, fault)
%FAILING_SYSTEM  A system whose function PART may fail: FAULT(Y, CALLS) returns what it returns.
%   Y is the right value and CALLS the number of calls of this function so far, or raises. PART is
%   a letter of FAILING_SYSTEM(NAME), all letters of the system NAME. FAILING_SYSTEM() is the number
%   of calls since the system was made. OPTIONS: a cell that nsd_simulate gets, where PART is a
%   function among the options.
  if nargin == 0
    sys = count('read');
    return
  end
  letters = struct('linear', 'F', 'nonlinear', 'MFgU', 'given', 'DHJ', 'rough', 'FgT', ...
                   'functions', 'Fgh', 'inputs', 'F', 'hybrid', 'Fgr', 'filippov', 'Fg', ...
                   'energies', 'TVDQ', 'braked', 'LT', 'bodies', 'Fmu', 'controlled', 'c', ...
                   'watched', 'EO');
  if nargin == 1
    sys = letters.(name);
    return
  end
  f = @(letter, y) value_of(letter == part, y, fault);
  options = {};
  count('reset');
  switch name
    case 'linear'
      sys = NsdSystem.linear(1, 0, 1, @(t) f('F', -9.81 - 0*t)).contact(1, 0).start(0.02, 0);
    case 'nonlinear'
      sys = NsdSystem.lagrangian(@(q) f('M', eye(2)), @(t, q, v) f('F', [-q(1); -9.81]));
      sys = sys.contact(@(q) f('g', q(2)), 'Restitution', 0.5);
      sys = sys.potential(@(q) f('U', 9.81*q(2) + q(1)^2/2)).start([0.5; 0.02], [0; 0]);
    case 'given'
      sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [-q(1); -9.81], 'ForceJacobian', ...
                                 @(t, q, v) deal(f('D', [-1 0; 0 0]), zeros(2)));
      sys = sys.contact(@(q) q(2), 'Jacobian', @(q) f('H', [0 1]));
      sys = sys.joint(@(q, t) f('J', q(1) - 0.5)).start([0.5; 0.02], [0; 0]);
    case 'rough'
      sys = NsdSystem.lagrangian(eye(2), @(t, q, v) f('F', [-q(1); -9.81]));
      sys = sys.contact(@(q) f('g', q(2)), 'Friction', 0.3, 'Tangent', @(q) f('T', [1; 0]));
      sys = sys.start([0.5; 0.01], [1; 0]);
    case 'functions'
      sys = NsdSystem.firstOrder(@(t, x) f('F', 1 - x), @(x, l, t) f('g', x + l), ...
                                 @(x, l, t) f('h', l)).start(1);
    case 'inputs'
      sys = NsdSystem.firstOrder(-1, 1, 1, 1, 'Input', @(t) f('F', sin(t))).start(1);
    case 'hybrid'
      sys = NsdSystem.hybrid(@(t, x) f('F', [x(2); -9.81]), @(x) f('g', x(1)), ...
                             @(x) f('r', [0; -0.5*x(2)])).start([0.02; 0]);
    case 'filippov'
      sys = NsdSystem.filippov(@(t, x, side) f('F', -side), @(x) f('g', x)).start(0.03);
    otherwise
      [sys, options] = later_system(name, f);
  end
  count('reset');
end

function [sys, options] = later_system(name, f)
  ball = NsdSystem.linear(1, 0, 1, -9.81).contact(1, 0, 'Restitution', 0.5).start(0.02, 0);
  options = {};
  switch name
    case 'energies'
      sys = NsdSystem.energies(@(q, v) f('T', v'*v/2), @(q) f('V', 9.81*q(2) + q(1)^2/2), ...
                               'Dissipation', @(q, v) f('D', v'*v/20), 'Force', ...
                               @(t, q, v) f('Q', [sin(t); 0]));
      sys = sys.contact(@(q) q(2), 'Restitution', 0.5).start([0.5; 0.02], [0; 0]);
    case 'braked'
      sys = NsdSystem.lagrangian(1, @(t, q, v) -10*q).start(0.1, 1);
      sys = sys.friction(@(q) f('T', 1), @(t, q, v) f('L', 0.2 + q^2));
    case 'bodies'
      sys = NsdBodies('Gravity', [0 -9.81]).plane([0; 1], 0);
      sys = sys.box('Size', [1; 0.1], 'Position', [0.5 2; 1 0.06]);
      sys = sys.force(2, @(t, x) f('F', [-x(1); 0])).torque(2, @(t) f('u', 0.1*cos(t)));
      sys = sys.joint('hinge', [0 1], 'Point', [0; 1], 'Motor', 'speed', 'Target', ...
                      @(t) f('m', sin(t)), 'MaxTorque', 3);
    case 'controlled'
      sys = ball;
      options = {'Controller', @(t, x, memory) deal(f('c', -x(1)), memory), 'Sample', 0.01, ...
                 'Input', 1};
    case 'watched'
      sys = ball;
      options = {'Events', @(t, q, v) deal(f('E', q - 0.01), 0, 0), 'OutputFcn', ...
                 @(t, y, flag) f('O', false)};
  end
end

function y = value_of(counted, y, fault)
  if counted, y = fault(y, count('add')); end
end

function n = count(what)
  persistent calls
  switch what
    case 'reset', calls = 0;
    case 'add', calls = calls + 1;
  end
  n = calls;
end
