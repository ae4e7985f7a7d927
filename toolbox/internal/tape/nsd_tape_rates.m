function given = nsd_tape_rates(s, x, t)
%NSD_TAPE_RATES  The functions of a first-order, hybrid or Filippov system for nsd_tape_functions.
%   S is sys.FirstOrder: s.given has the functions as they were given, s.counts the numbers of their
%   arguments with the parameters p. z is lambda, the sides, or a direction of x.
  if isfield(s, 'reset')
    given = hybrid(s, x, t);
  elseif isfield(s, 'surface')
    given = filippov(s);
  else
    given = first_order(s);
  end
end

function given = first_order(s)
  f = s.given;
  given = one(s, 'rate', {'rateJacobian'}, {'stateJacobian'}, ...
              @(t, x, z, p) nsd_called(f.rate, s.counts.rate, p, t, x), ...
              @(t, x, z, p) nsd_called(f.rateJacobian, s.counts.rate, p, t, x));
  for name = {'output', 'action'}
    value = f.(name{1});
    slope = f.([name{1} 'Jacobian']);
    count = s.counts.(name{1});
    given(end+1) = one(s, name{1}, {[name{1} 'Jacobian']}, {'jacobian'}, ...
                       @(t, x, z, p) nsd_called(value, count, p, x, z, t), ...
                       @(t, x, z, p) both_slopes(slope, count, x, z, t, p)); %#ok<AGROW>  two
  end
end

function given = hybrid(s, x, t)
  f = s.given;
  if s.withTime, h = s.guards(x, t); else, h = s.guards(x); end
  m = numel(h);
  given = [one(s, 'rate', {}, {}, @(t, x, z, p) nsd_called(f.rate, s.counts.rate, p, t, x), []), ...
           one(s, 'guards', {'guardJacobian', 'guardBias'}, {'relationJacobian', 'bias'}, ...
               @(t, x, z, p) nsd_called_at(f.guards, x, t, p), []), ...
           one(s, 'reset', {}, {}, @(t, x, z, p) all_resets(f.reset, m, x, t, p), [])];
  given(2).name = 'guard';
  given(2).fields{1} = 'guard';
  if isnumeric(f.mass) && ~isempty(f.mass)
    given(end+1) = one(s, 'mass', {}, {}, @(t, x, z, p) f.mass, []);
  elseif ~isempty(f.mass)
    value = @(t, x, z, p) nsd_called(f.mass, s.counts.mass, p, x);
    given(end+1) = one(s, 'mass', {}, {}, value, []);
  end
end

function given = filippov(s)
  f = s.given;
  rate = @(t, x, z, p) nsd_called(f.rate, s.counts.rate, p, t, x, z);
  given = [one(s, 'rate', {}, {}, rate, []), ...
           one(s, 'surface', {'surfaceJacobian'}, {'stateJacobian'}, ...
               @(t, x, z, p) nsd_called_at(f.surface, x, t, p), ...
               @(t, x, z, p) nsd_called_at(f.surfaceJacobian, x, t, p))];
end

function given = one(s, name, derivatives, requests, value, slope)
% a line of nsd_tape_functions; slope is used when the user gave the derivative
  given = struct('name', name, 'value', value, 'takes', takes(s, name), 'slope', [], ...
                 'requests', {[{'value'}, requests]}, 'fields', {[{name}, derivatives]});
  jacobian = [name 'Jacobian'];
  if isfield(s.given, jacobian) && ~isempty(s.given.(jacobian))
    given.slope = slope;
    given.takes = given.takes || takes(s, jacobian);
  end
end

function yes = takes(s, name)
% true when the function takes the parameters
  f = s.given.(name);
  if ~iscell(f), f = {f}; end
  yes = any(cellfun(@(f) isa(f, 'function_handle') && nargin(f) == s.counts.(name), f));
end

function D = both_slopes(f, count, x, z, t, p)
  if nargin(f) == count
    [Dx, Dz] = f(x, z, t, p);
  else
    [Dx, Dz] = f(x, z, t);
  end
  D = [reshape(full(Dx), numel(Dx), 1); reshape(full(Dz), numel(Dz), 1)];
end

function X = all_resets(resets, m, x, t, p)
% the states after the resets of all guards, one below the other
  after = cell(m, 1);
  for i = 1:m, after{i} = nsd_state_after_reset(resets, x, i, t, p); end
  X = vertcat(zeros(0, 1), after{:});
end
