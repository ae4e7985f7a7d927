function names = nsd_argument_names(f)
%NSD_ARGUMENT_NAMES  Names of the arguments of a function, {} where they cannot be known.
%   They stand in the text of an anonymous function, and in the file of another one: a function of
%   its own, a local or a nested one. Octave keeps the text of functions typed at the prompt or in a
%   script. Compiled code, built-in and protected functions tell nothing.
  inside = regexp(func2str(f), '^@\(([^)]*)\)', 'tokens', 'once');
  if isempty(inside)
    try
      inside = regexp(opening(functions(f)), ...
                      'function\s*(?:[^=(]*=)?\s*[\w.]+[ \t]*\(([^)]*)\)', 'tokens', 'once');
    catch                                         % no file, or one that cannot be read
      inside = {};
    end
  end
  names = {};
  if ~isempty(inside), names = strtrim(strsplit(inside{1}, ',')); end
end

function text = opening(info)
% the text of a function with a name, from its first line on
  name = regexprep(info.function, '^.*[>/.]', '');
  file = '';
  if isfield(info, 'file'), file = info.file; end
  if isempty(file) && strcmp(info.type, 'simple') && exist(name) ~= 5 %#ok<EXIST>
    text = command_line(name);
  else
    scope = nsd_sweep_scope(file, info);
    at = find(strcmp(scope.names, name), 1);
    if isempty(at) && strcmp(info.type, 'simple'), at = 1; end      % a file goes by its own name
    text = scope.texts{at};
  end
  text = regexprep(text, '\.\.\.[^\n]*\n', ' ');
end

function text = command_line(name)
% a function typed at the prompt of Octave, or in a script
  text = '';
  if isvarname(name), text = evalc(['type ' name]); end
end
