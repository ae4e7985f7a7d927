function [arrays, sys] = nsd_model_arrays(sys, t0, q0, v0)
%NSD_MODEL_ARRAYS  A nonlinear system as its gateway takes it (mex/family/mex_model.c).
%   Every function is evaluated once at the start: sizes are checked, rows are counted, and
%   errors name the function. SYS is returned with the number of its relations known.
  n = numel(q0);
  if ~isempty(sys.Builtin)
    sys = sys.resolved(q0, t0);
    arrays = struct('builtin', sys.Builtin.name, 'parameters', sys.Builtin.parameters, ...
                    'e', restitution(sys.Gaps));
    return
  end
  require_mass(sys, t0, q0);
  nsd_first_value(@() sys.force(t0, q0, v0), [n 1], 'F(t,q,v)', 'force', t0, sys);
  nsd_require_values(sys);
  sys = sys.resolved(q0, t0);
  check_rows([sys.Gaps, sys.JointGroups], n);
  arrays = struct('n', n, 'M', [], 'mass', [], 'force', sys.Force.handle, ...
                  'forceJacobian', sys.ForceJacobian, 'potential', sys.Potential, ...
                  'gap', relation(sys.Gaps, n), 'joint', relation(sys.JointGroups, n), ...
                  'e', restitution(sys.Gaps), 'eParameter', named(sys, @(r) r.restitution), ...
                  'muParameter', named(sys, @(r) r.surface.parameter), ...
                  'parameters', nsd_parameter_values(sys), ...
                  'tapes', nsd_no_tapes(sys), 'library', '', ...
                  'compliance', nsd_compliance_arrays(sys.Gaps));
  arrays.impact = nsd_impact_arrays(sys.Gaps);
  surface = nsd_surface_arrays(sys.Gaps, n, q0, t0);
  for name = {'layout', 'mu', 'eT', 'surfaceVelocity', 'tangents', 'laws', 'curves'}
    arrays.(name{1}) = surface.(name{1});
  end
  arrays.tangentWithTime = surface.withTime;
  if isa(sys.Mass, 'function_handle')
    arrays.mass = sys.Mass;
  else
    arrays.M = full(sys.Mass);
  end
  if ~isempty(sys.Potential)
    nsd_first_value(@() sys.Potential(q0), [1 1], 'potential(q)', 'potential', t0, sys);
  end
end

function require_mass(sys, t0, q0)
% the mass matrix at the start is symmetric and positive definite, that of energies as well
  mass = @() sys.mass(q0);
  energies = isfield(sys.Force, 'damped');
  if energies
    M = nsd_first_call(mass, 'energies', t0, sys);
    mass = @() M;
  end
  M = nsd_first_value(mass, numel(q0)*[1 1], 'M(q)', 'mass', t0, sys);
  if norm(M - M', 1) > 1e-9*norm(M, 1)
    error('nsd:simulate:massNotSymmetric', 'M(q) is not symmetric at the initial position');
  end
  [~, flag] = chol((M + M')/2);
  if flag == 0, return; end
  text = 'M(q) is not positive definite';
  still = find(~any(M, 1), 1);
  if energies && isempty(still)
    text = 'T is not positive definite in v: some velocity has a kinetic energy of zero or less';
  elseif energies
    rate = 'v';
    if numel(q0) > 1, rate = sprintf('v(%d)', still); end
    text = sprintf(['T has no square of %s: a kinetic energy is @(q,v), as in ' ...
                    'NsdSystem.energies(@(q,v) v''*v/2, V)'], rate);
  end
  error('nsd:simulate:notDefinite', '%s (at the initial position)', text);
end

function check_rows(groups, n)
% the start tells how many coordinates there are, where M is a function
  for k = 1:numel(groups)
    H = groups{k}.H;
    if isempty(groups{k}.value) && size(H, 1) ~= n
      error('nsd:simulate:badSize', ['a contact or joint is given by %s, but the start has %s: ' ...
            'its columns need as many entries'], nsd_size_text(H), ...
            nsd_count_text(n, 'coordinate'));
    end
  end
end

function f = same_inputs(f, withTime)
% a Jacobian may take t although the gap does not, or the other way round
  given = abs(nargin(f)) > 1;
  if given && ~withTime
    f = @(q) f(q, 0);
  elseif withTime && ~given
    f = @(q, t) f(q);
  end
end

function e = restitution(groups)
  parts = cellfun(@(r) r.e.*ones(r.rows, 1), groups, 'UniformOutput', false);
  e = vertcat(zeros(0, 1), parts{:});
end

function number = named(sys, name_of)
% for each contact the number of the parameter that NAME_OF its call gives, or 0
  names = fieldnames(sys.Parameters);
  at = @(r) max([0; find(strcmp(name_of(r), names))]);
  parts = cellfun(@(r) repmat(at(r), r.rows, 1), sys.Gaps, 'UniformOutput', false);
  number = vertcat(zeros(0, 1), parts{:});
end

function r = relation(groups, n)
% all groups as one relation for the kernel: a matrix when all are linear, otherwise functions
  r = struct('rows', nsd_count_rows(groups), 'withTime', 0, 'value', [], 'jacobian', [], ...
             'rate', [], 'H', zeros(n, 0), 'b', zeros(0, 1));
  if all(cellfun(@(g) isempty(g.value), groups))
    for k = 1:numel(groups)
      r.H = [r.H, full(groups{k}.H)];
      r.b = [r.b; groups{k}.b];
    end
    return
  end
  r.withTime = double(any(cellfun(@(g) g.withTime, groups)));
  complete = all(cellfun(@(g) isempty(g.value) || ~isempty(g.jacobian), groups)) ...
             && all(cellfun(@(g) ~g.withTime || ~isempty(g.rate), groups));
  if isscalar(groups)         % the user's own functions, without a layer between
    r.value = groups{1}.value;
    if complete
      r.jacobian = same_inputs(groups{1}.jacobian, r.withTime);
      if r.withTime, r.rate = groups{1}.rate; end
    end
  elseif r.withTime
    r.value = @(q, t) nsd_relation_value(groups, q, t);
    if complete
      r.jacobian = @(q, t) nsd_relation_jacobian(groups, q, t);
      r.rate = @(q, t) relation_rate(groups, q, t);
    end
  else
    r.value = @(q) nsd_relation_value(groups, q, 0);
    if complete, r.jacobian = @(q) nsd_relation_jacobian(groups, q, 0); end
  end
end

function rate = relation_rate(groups, q, t)
% dy/dt of all groups, m-by-1; zero for groups that do not depend on time.
  parts = cell(numel(groups), 1);
  for k = 1:numel(groups)
    if isempty(groups{k}.rate)
      parts{k} = zeros(groups{k}.rows, 1);
    else
      parts{k} = groups{k}.rate(q, t);
    end
    parts{k} = parts{k}(:);
  end
  rate = vertcat(parts{:});
end
