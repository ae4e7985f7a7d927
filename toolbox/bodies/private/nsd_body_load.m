function load = nsd_body_load(world, kind, body, F, given)
%NSD_BODY_LOAD  A force or torque on a body as one entry of world.Loads.
  d = world.Dimension;
  if isempty(F)
    error('nsd:bodies:badForce', '%s needs a body and a value, as in world.%s(1, [0; 0; 5])', ...
          kind, kind);
  end
  body = nsd_body_number(world, body, kind, 1);
  if ~isscalar(body)
    error('nsd:bodies:noBody', '%s acts on one body; call it again for others', kind);
  end
  values = nsd_pair_options(kind, given, struct('Point', [], 'Frame', 'world'));
  frames = {'world', 'body'};
  if ~ischar(values.Frame) || ~any(strcmpi(values.Frame, frames))
    error('nsd:bodies:badFrame', '%s on body %d: Frame is ''world'' or ''body''', kind, body);
  end
  if strcmp(kind, 'torque') && ~isempty(values.Point)
    error('nsd:bodies:badPoint', 'a torque has no Point: it is the same about every point');
  end
  own = strcmpi(values.Frame, 'body');
  load = nsd_body_no_load();
  [load.kind, load.bodies, load.own] = deal(kind, [body 0], own);
  load.F = read_force(kind, body, F, numbers(kind, d));
  if d == 3, load.F = in_own_axes(load.F, world.Turns(:, body), own); end
  if isempty(values.Point), return; end
  point = nsd_check_vector(values.Point, d, [kind ': Point'], 'bodies');
  if own
    load.pointA = [point; zeros(3 - d, 1)];
    if d == 3, load.pointA = nsd_quaternion_rotate(world.Turns(:, body), load.pointA, -1); end
  else
    load.pointA = nsd_body_frame(world, body, point, []);
  end
end

function F = in_own_axes(F, turn, own)
% a force in the frame of a body, or of its state, for a body whose principal axes are not its own
  if isequal(turn, [1; 0; 0; 0]), return; end
  R = nsd_quaternion_matrix(turn);
  if strcmp(F.kind, 'function')
    if ~own, R = eye(3); end
    back = [turn(1); -turn(2:4)];
    f = F.handle;
    if F.takes == 2
      F.handle = @(t, x) R'*reshape(f(t, [x(1:3); nsd_quaternion_product(x(4:7), back); ...
                                          x(8:13)]), 3, 1);
    else
      F.handle = @(t) R'*reshape(f(t), 3, 1);
    end
    return
  elseif ~own
    return
  end
  for name = {'constant', 'values', 'cosine', 'sine'}
    if isfield(F, name{1}) && size(F.(name{1}), 1) == 3, F.(name{1}) = R'*F.(name{1}); end
  end
end

function n = numbers(kind, d)
  n = 3;
  if d == 2, n = 1 + strcmp(kind, 'force'); end
end

function force = read_force(kind, body, F, n)
% as in NsdSystem.linear, but functions may take the state of the body, and columns are no table
  where = sprintf('%s on body %d', kind, body);
  takes = 1;
  try
    if isa(F, 'function_handle')
      F = nsd_wrap_builtin(F);
      takes = nargin(F);
      if ~any(takes == [1 2 -1 -2])
        error('nsd:bodies:badForce', 'a function takes (t) or (t, x), x the state of the body');
      end
      name = regexp(func2str(F), '^@\((x|q|v|y)\)', 'tokens', 'once');
      if ~isempty(name)
        error('nsd:bodies:badForce', ['a function of one argument is called with the time: ' ...
              'write @(t, x) instead of @(%s)'], name{1});
      end
      force = struct('kind', 'function', 'handle', F, 'takes', 1 + any(takes == [2 -1 -2]));
      return
    end
    force = nsd_force_struct(F, n);
  catch err
    error('nsd:bodies:badForce', '%s: %s', where, err.message);
  end
  if strcmp(force.kind, 'columns')
    error('nsd:bodies:badForce', ['%s: a value is %d-by-1, not %s; values over time are ' ...
          'nsd_table(t, F)'], where, n, nsd_size_text(F));
  end
  if strcmp(force.kind, 'none'), force.constant = zeros(n, 1); end
end
