function x = nsd_unpack(x)
%NSD_UNPACK  The data that nsd_pack was given, with its functions.
%   A function is made of its text, and is not run. Text that is more than one function on one line,
%   and values with names that are no names of variables, raise nsd:file:notRead: what stands behind
%   a line would be executed here.
  if isstruct(x) && isscalar(x) && isfield(x, 'nsdFunction')
    x = made_function(x.nsdFunction, nsd_unpack(x.nsdValues));
  elseif iscell(x)
    x = cellfun(@nsd_unpack, x, 'UniformOutput', false);
  elseif isstruct(x)
    x = cell2struct(nsd_unpack(struct2cell(x)), fieldnames(x), 1);
  end
end

function nsd_made = made_function(nsd_text, nsd_values)
% long names: those that the function holds become variables here
  if ~is_function(nsd_text, nsd_values)
    error('nsd:file:notRead', 'what the file holds in the place of a function is none');
  elseif nsd_text(1) ~= '@'
    nsd_made = str2func(nsd_text);
    return
  end
  for nsd_name = fieldnames(nsd_values)'
    eval([nsd_name{1} ' = nsd_values.(nsd_name{1});']);
  end
  try
    nsd_made = eval(nsd_text);                    % of several statements none is executed
  catch
    nsd_made = [];
  end
  if ~is_handle(nsd_made)
    error('nsd:file:notRead', 'this is no function: %s', nsd_text);
  end
end

function yes = is_function(text, values)
% a name, or one line that begins with @(; values have names, and none of those in made_function
  yes = ischar(text) && size(text, 1) == 1 && isstruct(values) && isscalar(values);
  if ~yes, return; end
  names = fieldnames(values);
  used = {'eval', 'is_handle', 'error', 'nsd_text', 'nsd_values', 'nsd_name', 'nsd_made'};
  yes = ~isempty(regexp(text, '^([A-Za-z]\w*(\.\w+)*|@\([\w\s,~]*\).*)$', 'once')) ...
        && all(text >= ' ') && all(cellfun(@isvarname, names)) && ~any(ismember(names, used));
end

function yes = is_handle(x)
  yes = isa(x, 'function_handle');
end
