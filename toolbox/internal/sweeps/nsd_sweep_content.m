function content = nsd_sweep_content(m, w, options)
%NSD_SWEEP_CONTENT  System, parameters, start and options of a sweep, to recognise its file.
%   Functions are compared by their text, the values they hold, and the text of functions they call.
  options.Progress = [];
  given = {m.sys, w.fun, options};
  handles = {};
  for k = 1:numel(given), [given{k}, handles] = plain(given{k}, handles); end
  w.fun = given{2};
  content = struct('version', nsd_version(), 'system', {given{1}}, 'parameters', m.parameters, ...
                   'q0', m.q0, 'v0', m.v0, 't0', m.t0, 't1', m.t1, 'h', m.h, 'reduction', w, ...
                   'options', given{3}, 'functions', {nsd_sweep_code(handles)});
end

function [x, handles] = plain(x, handles)
% data that save can store: functions as text with their captured values, objects as structs; the
% functions are added to the handles
  if isa(x, 'function_handle')
    handles{end+1} = x;
    [captured, handles] = plain(captured_values(x), handles);
    x = {func2str(x), captured};
  elseif isa(x, 'NsdSystem') || isa(x, 'NsdBodies')
    names = properties(x);
    s = struct();
    for k = 1:numel(names)
      [s.(names{k}), handles] = plain(x.(names{k}), handles);
    end
    x = s;
  elseif iscell(x)
    for k = 1:numel(x), [x{k}, handles] = plain(x{k}, handles); end
  elseif isstruct(x)
    [values, handles] = plain(struct2cell(x), handles);
    x = cell2struct(values, fieldnames(x), 1);
  elseif issparse(x)
    [i, j, values] = find(x);
    x = {size(x), i, j, values};
  elseif isa(x, 'containers.Map')
    [x, handles] = plain({x.keys(), x.values()}, handles);
  elseif ~isnumeric(x) && ~ischar(x) && ~islogical(x)
    error('nsd:sweep:badValue', ['File: a function holds a value of class %s, whose changes ' ...
          'could not be seen when the sweep goes on. Let the function make it, or leave out ' ...
          'File'], class(x));
  end
end

function values = captured_values(f)
% values that a function holds. In a function with nested functions Octave lets every handle hold
% all variables, the handle itself among them: only those that its text names count
  values = {};
  info = functions(f);
  if ~isfield(info, 'workspace'), return; end
  text = info.function;
  if ~any(text == '(')                                     % a nested function
    scope = nsd_sweep_scope('', info);
    text = strjoin(scope.texts(strcmp(scope.names, text)), ' ');
  end
  words = regexp(text, '[A-Za-z]\w*', 'match');
  for k = 1:numel(info.workspace)
    names = fieldnames(info.workspace{k});
    values{k} = rmfield(info.workspace{k}, names(~ismember(names, words))); %#ok<AGROW>
  end
end
