function [m, w] = nsd_cluster_take(sweep, runs)
%NSD_CLUSTER_TAKE  Members and reduction of some runs of a stored sweep, for nsd_sweep_run.
%   A sweep of these runs alone: what depends on all runs was decided before it was stored.
  [m, w] = deal(sweep.m, sweep.w);
  count = numel(runs);
  for name = {'q0', 'v0'}, m.(name{1}) = taken(m.(name{1})', runs)'; end
  for name = {'t0', 't1', 'h', 'steps'}, m.(name{1}) = taken(m.(name{1}), runs); end
  for name = {'every', 'after', 'period'}, w.(name{1}) = taken(w.(name{1}), runs); end
  whole = cell(m.N, 1);
  whole(:) = {''};
  whole(m.message.run) = m.message.text;
  m.message = whole(runs);
  m.parameters = structfun(@(x) x(runs), m.parameters, 'UniformOutput', false);
  m.N = count;
  if ~isempty(m.compiled), m.compiled = compiled_runs(m.compiled, runs); end
  if isempty(m.sys), return; end
  m.list = list_of(m);
  if isa(m.sys, 'function_handle')
    m.systems = arrayfun(m.sys, reshape(m.list, 1, []), 'UniformOutput', false);
  elseif strcmp(m.sys.class, 'NsdBodies')
    m.sys = NsdBodies.fromStruct(m.sys.data);
  else
    m.sys = NsdSystem.fromStruct(m.sys.data);
  end
end

function x = taken(x, runs)
  if size(x, 1) == 1, x = repmat(x, numel(runs), 1); else, x = x(runs, :); end
end

function c = compiled_runs(c, runs)
  if numel(c.arrays) > 1, c.arrays = c.arrays(runs); end
  if ~isempty(c.parameters), c.parameters = c.parameters(:, runs); end
  if isstruct(c.changes)
    c.changes = structfun(@(x) x(:, runs), c.changes, 'UniformOutput', false);
  end
  for k = 1:numel(c.arrays)           % a library of nsd_compile, where this machine has it
    if isfield(c.arrays{k}, 'library') && ~isempty(c.arrays{k}.library) ...
        && exist(c.arrays{k}.library, 'file') == 0
      c.arrays{k}.library = '';
    end
  end
end

function list = list_of(m)
  list = repmat(struct(), m.N, 1);
  for name = m.names
    cells = num2cell(m.parameters.(name{1}));
    [list(1:m.N, 1).(name{1})] = cells{:};
  end
end
