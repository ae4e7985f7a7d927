function code = nsd_code_of(given)
%NSD_CODE_OF  What the functions of a system depend on besides their arguments.
%   CODE = NSD_CODE_OF(SYS), an NsdSystem or a world of bodies: struct with known, false where the
%   functions read more than can be seen here (global and persistent variables, files, compiled
%   code, objects); files of the user in which their code stands; and key, a text that changes with
%   these files, the search path and the current folder, or '' where there are no functions.
%   CODE = NSD_CODE_OF(CODE): with the key of now.
  if isstruct(given)
    code = given;
  else
    if isa(given, 'NsdBodies')
      parts = {given.Loads, given.Links};
    else
      parts = {given.Originals, given.Gaps, given.JointGroups, given.FirstOrder};
    end
    [handles, plain] = collected(parts, {}, 20);
    code = struct('known', plain, 'files', {{}}, 'key', '', 'functions', numel(handles));
    if plain, [code.known, code.files] = seen(handles); end
  end
  if code.functions == 0, return; end             % nothing can change
  stamps = cellfun(@nsd_file_stamp, code.files, 'UniformOutput', false);
  code.key = [sprintf('%.17g ', stamps{:}), pwd(), pathsep(), path()];
end

function [handles, plain] = collected(x, handles, depth)
% all functions in X, also those that others hold; PLAIN: false where one holds an object, or data
% deeper than DEPTH (in a function with nested functions Octave lets handles hold themselves)
  plain = depth > 0 && numel(handles) < 1000;
  if ~plain, return; end
  if isa(x, 'function_handle')
    handles{end+1} = x;
    info = functions(x);
    if ~isfield(info, 'workspace'), return; end
    x = info.workspace;
  end
  if isstruct(x), x = struct2cell(x); end
  if ~iscell(x)
    plain = isnumeric(x) || ischar(x) || islogical(x);
    return
  end
  for k = 1:numel(x)
    [handles, plain] = collected(x{k}, handles, depth - 1);
    if ~plain, return; end
  end
end

function [yes, files] = seen(handles)
% true where functions call built-in ones and functions in files of text, FILES, and no text names
% what reads data
  files = {};
  [words, quoted] = deal({});
  for k = 1:numel(handles)
    [more, texts] = called(functions(handles{k}));
    [words, quoted] = deal([words, more], [quoted, texts]);
  end
  quoted = setdiff(quoted, words);                % which may name functions, as in cellfun('f', x)
  words = unique([words, quoted]);
  words = words(cellfun(@(word) exist(word, 'builtin') ~= 5 && ~iskeyword(word), words));
  labels = {};
  yes = false;
  if ~isempty(words)
    try
      [code, files] = nsd_sweep_code(handles);
    catch
      return                                      % a nested function whose file nobody knows
    end
    labels = code(1:2:end);
  end
  in_files = @(word) any(exist(word, 'file') == [2 3]) ...    % no local function, whose file
             || any(strncmp([word ' of '], labels, numel(word) + 4));   % Octave does not tell
  yes = all(cellfun(in_files, setdiff(words, quoted))) ...
        && all(cellfun(@(label) label(end) ~= ' ', labels)) ...
        && all(cellfun(@(file) strcmp(file(end-1:end), '.m'), files));
  if ~yes, return; end
  texts = [cellfun(@func2str, handles, 'UniformOutput', false), ...
           cellfun(@nsd_read_text, files, 'UniformOutput', false)];
  reads = ['\<(global|persistent|evalin|eval|feval|load|fopen|fileread|importdata|dlmread|' ...
           'csvread|textscan|getenv|getappdata|input|rand\w*|tic|toc|clock|now|cputime|time)\>'];
  yes = all(cellfun('isempty', regexp(texts, reads, 'once')));
end

function [words, quoted] = called(info)
% names in the text of a function that are neither arguments nor values that it holds; and the
% words that stand in quotes
  texts = '(?<![\w.\)\]\}''])''([^'']|'''')*''|"([^"\\]|\\.)*"';           % x' is no quote
  quoted = regexp([regexp(info.function, texts, 'match'), {''}], '[A-Za-z]\w*', 'match');
  quoted = [quoted{:}];
  text = regexprep(info.function, texts, '''''');
  words = regexp(text, '(?<![\w.])[A-Za-z]\w*', 'match');
  if any(text == '(')
    inside = regexp(text, '^@\(([^)]*)\)', 'tokens', 'once');
    words = words(~ismember(words, strtrim(strsplit(inside{1}, ','))));
  end
  if isfield(info, 'workspace') && ~isempty(info.workspace)
    words = words(~isfield(info.workspace{1}, words));
  end
end
