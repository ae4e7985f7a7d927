function [code, files] = nsd_sweep_code(handles)
%NSD_SWEEP_CODE  Names and hashes of the functions that function handles reach, to see changes.
%   The text of a handle is not enough: @(t,q,v) force(q) stays the same when force.m is edited.
%   Every word in a text that names a function of the user's, beside it in the same file, in a
%   private folder, on the path or typed at the prompt, is followed. Functions of the host and of
%   this toolbox are not: nsd_version stands for them. Unseen remain data that functions read.
%   FILES: full names of the files in which they stand.
  found = struct('label', {{}}, 'hash', {{}}, 'file', {{}});
  for k = 1:numel(handles)
    info = functions(handles{k});
    if any(info.function == '(')                     % anonymous: its own text is compared elsewhere
      found = follow_words(found, info.function, nsd_sweep_scope(member(info, 'within_file_path')));
    else
      found = follow(found, info.function, nsd_sweep_scope(member(info, 'file'), info));
    end
  end
  [label, order] = sort(found.label);
  code = [label; found.hash(order)];
  files = setdiff(found.file, {''});
end

function text = member(info, name)
  text = '';
  if isfield(info, name), text = info.(name); end
end

function found = follow_words(found, text, scope)
  words = regexp(text, '[A-Za-z]\w*(\.[A-Za-z]\w*)*', 'match');
  for word = unique([words, strtok(words, '.')])
    found = follow(found, word{1}, scope);
  end
end

function found = follow(found, name, scope)
% adds the function NAME as it is seen from a scope, and what it reaches
  hit = find(strcmp(scope.names, name), 1);
  if isempty(hit)
    [text, scope] = elsewhere(name, scope);
  else
    text = scope.texts{hit};
  end
  [~, base] = fileparts(scope.file);
  label = sprintf('%s of %s', name, base);
  if isempty(text) || any(strcmp(found.label, label)), return; end
  found.label{end+1} = label;
  found.hash{end+1} = nsd_kernel('hash', uint8(text(:)'));
  found.file{end+1} = scope.file;
  if ischar(text), found = follow_words(found, text, scope); end
end

function [text, scope] = elsewhere(name, scope)
% a function in a private folder, on the path, compiled, or typed at the prompt; '' for others
  text = '';
  file = fullfile(fileparts(scope.file), 'private', [name '.m']);
  kind = 2;
  if isempty(scope.file) || exist(file, 'file') ~= 2
    kind = exist(name, 'file');
    file = '';
    if any(kind == [2 3]), file = which(name); end
  end
  if kind == 3 && ~is_known(file)
    text = nsd_read_bytes(file);
  elseif ~isempty(file) && ~is_known(file) && strcmp(file(max(1, end-1):end), '.m')
    scope = nsd_sweep_scope(file);
    text = nsd_read_text(file);                        % a script or a class: all of it
    hit = find(strcmp(scope.names, name), 1);
    if ~isempty(hit) && ~strncmp(strtrim(text), 'classdef', 8), text = scope.texts{hit}; end
  elseif is_typed(name)
    lines = type(name);
    text = lines{1};
    scope = nsd_sweep_scope('');
  end
end

function yes = is_known(file)
% a file of the host or of this toolbox
  yes = isempty(file) || ~strcmp(nsd_file_owner(file), 'user');
end

function yes = is_typed(name)
% a function of the prompt, which only Octave has; exist would see variables of this function
  yes = exist('OCTAVE_VERSION', 'builtin') && ~any(strcmp(name, {'name', 'yes'})) ...
        && exist(name) == 103; %#ok<EXIST>
end
