function scope = nsd_sweep_scope(file, info)
%NSD_SWEEP_SCOPE  Functions of a file by name, without lines of comment: file, names, texts.
%   With INFO = functions(HANDLE) of a nested function, whose file Octave does not tell, the file is
%   the first on the stack of calls that holds a function of this name; nsd:sweep:badValue if none.
  if nargin > 1 && isempty(file) && isfield(info, 'type') && strcmp(info.type, 'nested')
    scope = nested_scope(info.function);
    return
  end
  scope = struct('file', file, 'names', {{}}, 'texts', {{}});
  if isempty(file) || exist(file, 'file') ~= 2, return; end
  whole = regexprep(sprintf('\n%s\n', nsd_read_text(file)), '\n[ \t]*[%#][^\n]*(?=\n)', '');
  starts = [regexp(whole, '\n[ \t]*function\>'), numel(whole) + 1];
  for k = 1:numel(starts) - 1
    text = whole(starts(k):starts(k+1) - 1);
    opening = regexp(text, 'function[^\n]*', 'match', 'once');
    opening = regexprep(opening, '^function\s*([^=(]*=)?\s*', '');
    scope.names{k} = regexp(opening, '^[\w.]*', 'match', 'once');
    scope.texts{k} = text;
  end
end

function scope = nested_scope(name)
  stack = dbstack('-completenames');
  for k = 1:numel(stack)
    scope = nsd_sweep_scope(stack(k).file);
    if any(strcmp(scope.names, name)), return; end
  end
  error('nsd:sweep:badValue', ['File: %s is a nested function, whose changes could not be seen ' ...
        'when the sweep goes on. Put it into a file of its own, or leave out File'], name);
end
