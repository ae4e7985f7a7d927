function [x, info] = nsd_project_system(sys, q, given)
%NSD_PROJECT_SYSTEM  nsd_project(sys, q, ...): the nearest admissible position of a system.
%   Rounds of linear projections in the metric M(c) on the gaps and joints linearised in c, of the
%   target q plus the bend of the geodesic that leads from c to q.                        (PR.3)
  own = struct('Metric', 'geodesic', 'Time', 0, 'Tolerance', 1e-10, 'MaxIter', 100);
  own = nsd_pair_options('nsd_project', given, own, 'project', 'badOption');
  [sys, q, own] = checked(sys, q, own);
  lambda = zeros(sys.Contacts, 1);
  [x, mu] = deal(q, zeros(sys.Joints, 1));
  geodesic = geodesics(sys, q, own);
  [status, scale] = deal('maxIter', max([1; abs(q)]));
  for k = 1:own.MaxIter
    [before, at] = deal(x, nsd_relations_at(sys, x, own.Time));
    M = full(sys.mass(own.Frozen(x)));
    u = -(M\(at.H*lambda + at.J*mu));
    bend = x + u - geodesic(x, u);
    free = [at.gap - at.H'*x; at.joint - at.J'*x; at.J'*x - at.joint];
    [x, step] = nsd_project(M, q + bend, [at.H, at.J, -at.J], free);
    [m, p] = deal(numel(lambda), numel(mu));
    lambda = step.lambda((1:m)');
    mu = step.lambda(m + (1:p)') - step.lambda(m + p + (1:p)');
    if ~strcmp(step.status, 'ok') || ~all(isfinite(x))
      status = step.status;
      break
    elseif max(abs(x - before)) <= own.Tolerance*scale
      status = 'ok';
      break
    end
  end
  [residual, distance] = miss(sys, x, q, lambda, mu, geodesic, own);
  if strcmp(status, 'ok') && ~(residual <= 1e3*own.Tolerance*scale), status = 'stalled'; end
  info = struct('lambda', lambda, 'multiplier', mu, 'distance', distance, 'status', status, ...
                'iterations', k, 'residual', residual, 'solver', own.Metric);
end

function [sys, q, own] = checked(sys, q, own)
  if ~nsd_kind(sys).mechanical
    error('nsd:project:badSystem', 'nsd_project takes mechanical systems, with gaps or joints');
  end
  n = sys.Coordinates;
  if isnan(n), n = numel(q); end
  q = nsd_check_vector(q, n, 'q', 'project');
  own.Metric = nsd_check_word(own.Metric, {'geodesic', 'frozen'}, 'Metric', 'nsd:project:badValue');
  nsd_check_number(own.Time, 'finite', 'Time', 'nsd:project:badValue');
  nsd_check_number(own.Tolerance, 'positive', 'Tolerance', 'nsd:project:badValue');
  nsd_check_number(own.MaxIter, 'count', 'MaxIter', 'nsd:project:badValue');
  own.Frozen = @(x) x;
  if strcmp(own.Metric, 'frozen'), own.Frozen = @(x) q; end
  if strcmp(sys.Kind, 'lagrangian'), sys = sys.resolved(q, own.Time); end
end

function shoot = geodesics(sys, q, own)
% @(c, u): where the geodesic from c with velocity u is after unit time
  shoot = @(c, u) c + u;
  if ~isa(sys.Mass, 'function_handle') || strcmp(own.Metric, 'frozen'), return; end
  free = NsdSystem.energies(sys.Mass);            % the motion with M(q) alone        (PR.4)
  try
    free.force(0, q, 0*q);
  catch problem
    if ~strcmp(problem.identifier, 'nsd:system:energyNotRecorded'), rethrow(problem); end
    free = NsdSystem.lagrangian(sys.Mass, @(t, q, v) inertia_force(sys.Mass, q, v));
  end
  shoot = @(c, u) end_of(free, c, u);
end

function f = inertia_force(M, q, v)
% grad(v'M v)/2 - (dM/dt) v by differences, for mass matrices that cannot be recorded
  momenta = nsd_differences(@(x) M(x)*v, q);      % d(M v)/dq
  f = momenta'*v/2 - momenta*v;
end

function x = end_of(free, c, u)
  x = c;
  if ~any(u), return; end
  sol = nsd_simulate(free, [0 1], c, u, 'Method', 'event', 'RelTol', 1e-11, 'AbsTol', 1e-13, ...
                     'Progress', 'off');
  x = sol.q(end, :)';
end

function [residual, distance] = miss(sys, x, q, lambda, mu, geodesic, own)
% how far the conditions (PR.3) are from zero, recomputed, and the distance of x and q
  at = nsd_relations_at(sys, x, own.Time);
  M = full(sys.mass(own.Frozen(x)));
  u = -(M\(at.H*lambda + at.J*mu));
  parts = [abs(geodesic(x, u) - q); abs(min(at.gap, lambda)); abs(at.joint); 0];
  residual = max(parts);
  distance = sqrt(u'*M*u);
end
