function given = nsd_tape_functions(sys, q, t)
%NSD_TAPE_FUNCTIONS  The functions of a system in one form, for nsd_tapes.
%   GIVEN is a struct array: name; value @(t,q,v,p), the user's function; takes (true when this
%   function takes p); slope @(t,q,v,p), the user's derivative in the layout of the second tape, or
%   []; requests to gateway 'tape'; fields of the tapes that these requests make. For q and v of
%   first-order systems see nsd_tapes.
  if ~isempty(sys.FirstOrder)
    given = nsd_tape_rates(sys.FirstOrder, q, t);
    return
  end
  given = struct('name', {}, 'value', {}, 'takes', {}, 'slope', {}, ...
                 'requests', {}, 'fields', {});
  if isa(sys.Mass, 'function_handle')
    f = sys.Originals.mass;
    given(end+1) = struct('name', 'mass', 'value', @(t, q, v, p) nsd_called(f, 2, p, q), ...
                          'takes', nargin(f) == 2, ...
                          'slope', [], 'requests', {{'value', 'massJacobian'}}, ...
                          'fields', {{'mass', 'massJacobian'}});
  end
  f = sys.Originals.force;
  given(end+1) = struct('name', 'force', 'value', @(t, q, v, p) nsd_called(f, 4, p, t, q, v), ...
                        'takes', nargin(f) == 4, 'slope', [], ...
                        'requests', {{'value', 'jacobian'}}, ...
                        'fields', {{'force', 'forceJacobian'}});
  if ~isempty(sys.ForceJacobian)
    jacobian = sys.Originals.forceJacobian;
    given(end).slope = @(t, q, v, p) force_slope(jacobian, t, q, v, p);
    given(end).takes = given(end).takes || nargin(jacobian) == 4;
  end
  if ~isempty(sys.Potential)
    f = sys.Originals.potential;
    given(end+1) = struct('name', 'potential', 'value', @(t, q, v, p) nsd_called(f, 2, p, q), ...
                          'takes', nargin(f) == 2, ...
                          'slope', [], 'requests', {{'value'}}, 'fields', {{'potential'}});
  end
  if ~isempty(sys.Gaps), given(end+1) = relations('gap', sys.Gaps); end
  if ~isempty(sys.JointGroups), given(end+1) = relations('joint', sys.JointGroups); end
  surface = nsd_surface_arrays(sys.Gaps, numel(q), q, t);
  if isa(surface.tangents, 'function_handle'), given(end+1) = tangents(surface); end
end

function one = tangents(surface)
  T = surface.tangents;
  f = @(t, q, v, p) T(q);
  if surface.withTime, f = @(t, q, v, p) T(q, t); end
  one = struct('name', 'tangent', 'value', f, 'takes', false, 'slope', [], ...
               'requests', {{'value'}}, 'fields', {{'tangent'}});
end

function one = relations(name, groups)
  one = struct('name', name, 'value', @(t, q, v, p) values(groups, q, t, p), ...
               'takes', any(cellfun(@(r) takes_parameters(r.original.value), groups)), ...
               'slope', [], 'requests', {{'value', 'relationJacobian', 'bias'}}, ...
               'fields', {strcat(name, {'', 'Jacobian', 'Bias'})});
  complete = @(r) isempty(r.value) || (~isempty(r.jacobian) && (~r.withTime || ~isempty(r.rate)));
  functional = any(cellfun(@(r) ~isempty(r.value), groups));
  if functional && all(cellfun(complete, groups))
    one.slope = @(t, q, v, p) slopes(groups, q, t, p);
    one.takes = one.takes || any(cellfun(@(r) takes_parameters(r.original.jacobian) ...
                                              || takes_parameters(r.original.rate), groups));
  end
end

function yes = takes_parameters(f)
  yes = ~isempty(f) && nargin(f) == 3;
end

function y = values(groups, q, t, p)
  parts = cell(numel(groups), 1);
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value)
      part = r.H'*q + r.b;
    else
      part = nsd_called_at(r.original.value, q, t, p);
    end
    parts{k} = reshape(part, numel(part), 1);
  end
  y = vertcat(parts{:});
end

function D = force_slope(jacobian, t, q, v, p)
  if nargin(jacobian) == 4
    [Fq, Fv] = jacobian(t, q, v, p);
  else
    [Fq, Fv] = jacobian(t, q, v);
  end
  D = [reshape(full(Fq), numel(Fq), 1); reshape(full(Fv), numel(Fv), 1)];
end

function D = slopes(groups, q, t, p)
% the user's derivatives of relations: H column by column, then dy/dt
  [normals, rates] = deal(cell(numel(groups), 1));
  for k = 1:numel(groups)
    r = groups{k};
    rates{k} = zeros(r.rows, 1);
    if isempty(r.value)
      D = r.H';
    else
      D = nsd_called_at(r.original.jacobian, q, t, p);
    end
    normals{k} = reshape(full(D)', numel(D), 1);
    if r.withTime
      rate = nsd_called_at(r.original.rate, q, t, p);
      rates{k} = reshape(rate, numel(rate), 1);
    end
  end
  D = vertcat(normals{:}, rates{:});
end
