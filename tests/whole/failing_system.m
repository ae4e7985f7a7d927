function sys = failing_system(name, part, fault)
%FAILING_SYSTEM  A system whose function PART may fail: FAULT(Y, CALLS) returns what it returns.
%   Y is the right value and CALLS the number of calls of this function so far, or raises. PART is
%   a letter of FAILING_SYSTEM(NAME), all letters of the system NAME. FAILING_SYSTEM() is the number
%   of calls since the system was made.
  if nargin == 0
    sys = count('read');
    return
  end
  letters = struct('linear', 'F', 'nonlinear', 'MFgU', 'given', 'DHJ', 'rough', 'FgT', ...
                   'functions', 'Fgh', 'inputs', 'F', 'hybrid', 'Fgr', 'filippov', 'Fg');
  if nargin == 1
    sys = letters.(name);
    return
  end
  f = @(letter, y) value_of(letter == part, y, fault);
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
  end
  count('reset');
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
