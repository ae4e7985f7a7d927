function given = nsd_tape_functions(sys, q, t)
%NSD_TAPE_FUNCTIONS  The functions of a system in one form, for nsd_tapes.
%   GIVEN is a struct array: name; value @(t,q,v,p), the user's function; takes (true when this
%   function takes p); slope @(t,q,v,p), the user's derivative in the layout of the second tape, or
%   []; requests to gateway 'tape'; fields of the tapes that these requests make. In first-order
%   systems q is x, and v is lambda, the sides (Filippov) or a direction of x (hybrid).
  kind = nsd_kind(sys);
  f = sys.Originals;
  if ~kind.mechanical, f = sys.FirstOrder.given; end
  line = @(name, inputs, requests) one(f, kind.counts, name, inputs, requests);
  state = @(t, x, z) {x};
  rate = @(t, x, z) {t, x};
  law = @(t, x, z) {x, z, t};
  switch kind.name
    case 'firstOrderNonlinear'
      given = [line('rate', rate, {'stateJacobian'}), line('output', law, {'jacobian'}), ...
               line('action', law, {'jacobian'})];
    case 'filippov'
      given = [line('rate', @(t, x, z) {t, x, z}, {}), line('surface', [], {'stateJacobian'})];
    case 'hybrid'
      m = numel(nsd_called_at(sys.FirstOrder.guard, q, t));
      resets = line('reset', state, {});
      resets.value = @(t, x, z, p) all_resets(f.reset, m, x, t, p);
      given = [line('rate', rate, {}), line('guard', [], {'relationJacobian', 'bias'}), ...
               resets, line('mass', state, {})];
    otherwise
      given = [line('mass', state, {'massJacobian'}), ...
               line('force', @(t, q, v) {t, q, v}, {'jacobian'}), line('potential', state, {}), ...
               relations('gap', sys.Gaps), relations('joint', sys.JointGroups), ...
               tangents(nsd_surface_arrays(sys.Gaps, numel(q), q, t))];
  end
end

function given = one(f, counts, name, inputs, requests)
% the line of a function, [] without it; INPUTS(t, q, v): its arguments, [] for (q), (q, t)
  given = [];
  if ~isfield(f, name) || isempty(f.(name)), return; end
  [own, count, jacobian] = deal(f.(name), counts.(name), [name 'Jacobian']);
  fields = {name, jacobian, [name 'Bias']};
  given = struct('name', name, 'value', @(t, q, v, p) called(own, count, inputs, t, q, v, p), ...
                 'takes', takes(own, count), 'slope', [], 'requests', {[{'value'}, requests]}, ...
                 'fields', {fields(1:1 + numel(requests))});
  if isfield(f, jacobian) && ~isempty(f.(jacobian))
    slope = f.(jacobian);
    given.slope = @(t, q, v, p) called(slope, count, inputs, t, q, v, p);
    if strcmp(requests{1}, 'jacobian')
      given.slope = @(t, q, v, p) both_slopes(slope, count, inputs(t, q, v), p);
    end
    given.takes = given.takes || takes(slope, count);
  end
end

function yes = takes(f, count)
% true when a function, or one of a cell, takes the parameters
  if ~iscell(f), f = {f}; end
  yes = any(cellfun(@(f) isa(f, 'function_handle') && nargin(f) == count, f));
end

function y = called(f, count, inputs, t, q, v, p)
  if isnumeric(f)
    y = f;
  elseif isempty(inputs)
    y = nsd_called_at(f, q, t, p);
  else
    inputs = inputs(t, q, v);
    if nargin(f) == count, inputs{end+1} = p; end
    y = f(inputs{:});
  end
end

function D = both_slopes(f, count, inputs, p)
  if nargin(f) == count, inputs{end+1} = p; end
  [D1, D2] = f(inputs{:});
  D = [reshape(full(D1), numel(D1), 1); reshape(full(D2), numel(D2), 1)];
end

function X = all_resets(resets, m, x, t, p)
% the states after the resets of all guards, one below the other
  after = cell(m, 1);
  for i = 1:m, after{i} = nsd_state_after_reset(resets, x, i, t, p); end
  X = vertcat(zeros(0, 1), after{:});
end

function given = tangents(surface)
  given = [];
  T = surface.tangents;
  if ~isa(T, 'function_handle'), return; end
  given = struct('name', 'tangent', 'value', @(t, q, v, p) nsd_called_at(T, q, t), ...
                 'takes', false, 'slope', [], 'requests', {{'value'}}, 'fields', {{'tangent'}});
end

function given = relations(name, groups)
  given = [];
  if isempty(groups), return; end
  given = struct('name', name, 'value', @(t, q, v, p) nsd_relation_value(groups, q, t, p), ...
                 'takes', any(cellfun(@(r) takes(r.original.value, 3), groups)), ...
                 'slope', [], 'requests', {{'value', 'relationJacobian', 'bias'}}, ...
                 'fields', {{name, [name 'Jacobian'], [name 'Bias']}});
  complete = @(r) isempty(r.value) || (~isempty(r.jacobian) && (~r.withTime || ~isempty(r.rate)));
  functional = any(cellfun(@(r) ~isempty(r.value), groups));
  if functional && all(cellfun(complete, groups))
    given.slope = @(t, q, v, p) slopes(groups, q, t, p);
    given.takes = any(cellfun(@(r) takes(struct2cell(r.original), 3), groups));
  end
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
