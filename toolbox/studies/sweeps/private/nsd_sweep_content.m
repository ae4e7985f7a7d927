function content = nsd_sweep_content(m, w, options)
%NSD_SWEEP_CONTENT  System, parameters, start and options of a sweep, to recognise its file.
  options.Progress = [];
  w.fun = plain(w.fun);
  content = struct('system', {plain(m.sys)}, 'parameters', m.parameters, 'q0', m.q0, 'v0', m.v0, ...
                   't0', m.t0, 't1', m.t1, 'h', m.h, 'reduction', w, 'options', plain(options));
end

function x = plain(x)
% data that save can store: functions as text with their captured values, objects as structs
  if isa(x, 'function_handle')
    info = functions(x);
    captured = {};
    if isfield(info, 'workspace'), captured = plain(info.workspace); end
    x = {func2str(x), captured};
  elseif isa(x, 'NsdSystem')
    names = properties(x);
    s = struct();
    for k = 1:numel(names)
      s.(names{k}) = plain(x.(names{k}));
    end
    x = s;
  elseif iscell(x)
    x = cellfun(@plain, x, 'UniformOutput', false);
  elseif isstruct(x) && isscalar(x)
    x = structfun(@plain, x, 'UniformOutput', false);
  elseif issparse(x)
    [i, j, values] = find(x);
    x = {size(x), i, j, values};
  end
end
