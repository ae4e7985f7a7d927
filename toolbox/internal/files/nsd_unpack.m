function x = nsd_unpack(x)
%NSD_UNPACK  The data that nsd_pack was given, with its functions.
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
  if nsd_text(1) ~= '@'
    nsd_made = str2func(nsd_text);
    return
  end
  for nsd_name = fieldnames(nsd_values)'
    eval([nsd_name{1} ' = nsd_values.(nsd_name{1});']);
  end
  nsd_made = eval(nsd_text);
end
