function arrays = nsd_mechanism_arrays(world, t0, q0, v0, compile)
%NSD_MECHANISM_ARRAYS  Loads and joints as gateways take them (mex/family/mex_mechanism.h), or [].
%   Functions are evaluated once at the start and recorded as option COMPILE says, all as one.
  arrays = [];
  if isempty(world.Loads) && isempty(world.Links), return; end
  calls = struct('f', {}, 'body', {}, 'rows', {}, 'takes', {}, 'name', {}, ...
                 'limits', {});
  arrays = struct('load', {cell(1, 0)}, 'joint', {cell(1, 0)}, 'tables', {cell(1, 0)}, ...
                  'functions', []);
  for k = 1:numel(world.Loads)
    [arrays, calls] = with_load(arrays, calls, world, k);
  end
  for k = 1:numel(world.Links)
    [arrays, calls] = with_joint(arrays, calls, world, k);
  end
  if ~isempty(calls), arrays.functions = functions_of(world, calls, t0, q0, v0, compile); end
end

function number = kernel_numbers(world, bodies)
% bodies as the kernel counts them: from 0, the ground last
  number = bodies(:) - 1;
  number(number < 0) = world.Bodies;
end

function [arrays, calls] = with_load(arrays, calls, world, k)
  one = world.Loads(k);
  load = one;
  [load.source, load.place, load.F] = deal('constant', 0, zeros(3, 1));
  [load.bodies, load.own] = deal(kernel_numbers(world, one.bodies), double(one.own));
  if ~isempty(one.F)
    rows = 3;
    if world.Dimension == 2, rows = 1 + strcmp(one.kind, 'force'); end
    switch one.F.kind
      case {'constant', 'none'}
        load.F(1:rows) = one.F.constant;
      case 'table'
        [load.source, load.place] = deal('table', numel(arrays.tables));
        values = [one.F.values; zeros(3 - rows, numel(one.F.times))];
        arrays.tables{end+1} = struct('times', one.F.times(:)', 'values', values);
      otherwise
        [load.source, load.place] = deal('function', sum([calls.rows, 0]));
        calls(end+1) = call_of(one, k, rows);
    end
  end
  arrays.load{end+1} = load;
end

function [arrays, calls] = with_joint(arrays, calls, world, k)
  joint = world.Links(k);
  [joint.source, joint.place] = deal('constant', 0);
  if isa(joint.target, 'function_handle')
    calls(end+1) = struct('f', joint.target, 'body', max(joint.bodies), 'rows', 1, 'takes', 1, ...
                          'name', sprintf('Target of joint %d', k), 'limits', []);
    if strcmp(joint.motor, 'position'), calls(end).limits = joint.limits; end
    [joint.source, joint.place, joint.target] = deal('function', sum([calls(1:end-1).rows, 0]), 0);
  end
  joint.bodies = kernel_numbers(world, joint.bodies);
  arrays.joint{end+1} = joint;
end

function call = call_of(one, k, rows)
  call = struct('f', one.F.handle, 'body', one.bodies(1), 'rows', rows, 'takes', 1, ...
                'name', sprintf('load %d, the %s on body %d', k, one.kind, one.bodies(1)), ...
                'limits', []);
  if strcmp(one.F.kind, 'harmonic')
    [F, C, S, w] = deal(one.F.constant, one.F.cosine, one.F.sine, one.F.omega);
    call.f = @(t) F + C*cos(w*t) + S*sin(w*t);
  else
    call.takes = one.F.takes;
  end
end

function functions = functions_of(world, calls, t0, q0, v0, compile)
  d = world.Dimension;
  width = 7*d - 8;                                % 6 or 13 numbers of a body
  q = reshape(q0, 4*d - 5, []);
  v = reshape(v0, 3*(d - 1), []);
  bodies = [calls.body];
  x0 = reshape([q(:, bodies); v(:, bodies)], [], 1);
  for k = 1:numel(calls)
    check_value(calls(k), t0, x0((k - 1)*width + (1:width)));
  end
  all_of = @(t, x) values_of(calls, width, t, x);
  tape = [];
  if ~strcmp(compile, 'off')
    at = struct('t', t0, 'q', x0, 'v', zeros(0, 1));
    [tapes, hint] = nsd_taped(@(t, x, unused, p) all_of(t, x), [1, numel(x0), 0], {'value'}, ...
                              @(x) all_of(x.t, x.q), at, struct());
    if isempty(hint)
      tape = tapes{1};
    elseif strcmp(compile, 'on')
      error('nsd:compile:notTraceable', 'the forces on bodies cannot be compiled: %s', hint);
    end
  end
  functions = struct('n', numel(x0), 'outputs', sum([calls.rows]), 'body', bodies - 1, ...
                     'handle', all_of, 'tapes', struct('value', tape), ...
                     'parameters', zeros(0, 1), 'library', '', 'recorded', ~isempty(tape));
end

function check_value(call, t0, x0)
  try
    F = called(call, t0, x0);
  catch err
    nsd_raise_in(err, call.name, t0);
  end
  if ~isnumeric(F) || ~isreal(F) || numel(F) ~= call.rows
    error('nsd:bodies:forceSize', '%s must return %s, not %s %s', call.name, ...
          nsd_count_text(call.rows, 'real number'), nsd_size_text(F), class(F));
  elseif ~all(isfinite(F(:)))
    error('nsd:bodies:notFinite', '%s is NaN or Inf at t = %g', call.name, t0);
  elseif ~isempty(call.limits) && (F < call.limits(1) || F > call.limits(2))
    error('nsd:bodies:badJoint', ['%s is %g at t = %g, outside of its Limits [%g %g], which ' ...
          'the motor cannot reach: change one of them'], call.name, F, t0, call.limits);
  end
end

function F = called(call, t, x)
  if call.takes == 1
    F = call.f(t);
  else
    F = call.f(t, x);
  end
end

function y = values_of(calls, width, t, x)
% the values of all functions, one below the other
  parts = cell(1, numel(calls));
  for k = 1:numel(calls)
    value = called(calls(k), t, x((k - 1)*width + (1:width)));
    parts{k} = reshape(value, [], 1);
  end
  y = vertcat(parts{:});
end
