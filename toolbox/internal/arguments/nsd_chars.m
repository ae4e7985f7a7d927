function x = nsd_chars(x)
%NSD_CHARS  Strings of MATLAB ("moreau") as character vectors, also inside cells and structs.
%   The one door for text: every function that takes words passes its arguments through here, so
%   that the rest knows only character vectors and cells of them. Octave has no strings.
  if isa(x, 'string')
    if isscalar(x), x = char(x); else, x = cellstr(x); end
  elseif iscell(x)
    if all(cellfun('isclass', x, 'char') | cellfun('isclass', x, 'double')), return; end
    holds = cellfun('isclass', x, 'string') | cellfun('isclass', x, 'cell') ...
            | cellfun('isclass', x, 'struct');
    for k = reshape(find(holds), 1, []), x{k} = nsd_chars(x{k}); end
  elseif isstruct(x) && isscalar(x)
    for name = fieldnames(x)'
      if isa(x.(name{1}), 'string'), x.(name{1}) = nsd_chars(x.(name{1})); end
    end
  end
end
