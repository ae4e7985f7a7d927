function [m, w, handles] = nsd_cluster_pack(m, w)
%NSD_CLUSTER_PACK  Members M and reduction W of a sweep as data for a file, short where they can be.
%   Sweeps that run in C without a function of the user's lose their system: recorded operations
%   and numbers are all that their workers need. Other systems become structs with their functions,
%   HANDLES. Columns that are equal for all runs are kept once. See nsd_cluster_take.
  needed = isempty(m.compiled) || ~isempty(w.fun);
  handles = {};
  if needed
    m.sys = object_as_struct(m.sys);
    handles = [handles_in(m.sys), handles_in(w.fun)];
  else
    m.sys = [];
  end
  m.list = [];
  m.systems = {};
  if ~isempty(m.compiled)
    sys = m.compiled.sys;
    summary = struct('Kind', nsd_kind(sys).name);
    if isa(sys, 'NsdBodies')
      [summary.Dimension, summary.Bodies] = deal(sys.Dimension, sys.Bodies);
    end
    m.compiled.sys = summary;
    m.compiled = without_handles(m.compiled);
  end
  spoken = find(~cellfun('isempty', m.message));
  m.message = struct('run', spoken, 'text', {m.message(spoken)});
  for name = {'q0', 'v0'}, m.(name{1}) = one_column(m.(name{1})')'; end
  for name = {'t0', 't1', 'h', 'steps'}, m.(name{1}) = one_column(m.(name{1})); end
  for name = {'every', 'after', 'period'}, w.(name{1}) = one_column(w.(name{1})); end
end

function x = one_column(x)
% the first row alone if all rows are equal
  if size(x, 1) > 1 && all(all(bsxfun(@eq, x, x(1, :)))), x = x(1, :); end
end

function x = object_as_struct(x)
  if isa(x, 'NsdSystem') || isa(x, 'NsdBodies')
    x = struct('class', class(x), 'data', x.toStruct());
  end
end

function x = without_handles(x)
% functions that were recorded are not called; none of them is stored
  if isa(x, 'function_handle')
    x = @nsd_recorded_only;
  elseif iscell(x)
    for k = 1:numel(x), x{k} = without_handles(x{k}); end
  elseif isstruct(x)
    x = cell2struct(without_handles(struct2cell(x)), fieldnames(x), 1);
  end
end

function found = handles_in(x)
  found = {};
  if isa(x, 'function_handle')
    found = {x};
    info = functions(x);
    if isfield(info, 'workspace'), found = [found, handles_in(info.workspace)]; end
  elseif isstruct(x)
    found = handles_in(struct2cell(x));
  elseif iscell(x)
    for k = 1:numel(x), found = [found, handles_in(x{k})]; end %#ok<AGROW>
  end
end
