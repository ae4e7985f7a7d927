function target = site_target(target, from)
%SITE_TARGET  Where a link of the documents leads on the site; '' when it leads nowhere there.
%   FROM is the document that holds the link, relative to the root of the project; without it
%   TARGET is relative to the root itself. doc/user/X.md becomes X.html, doc/ROOM/X.md
%   ROOM-X.html, and the README of a folder has the name of the folder.
  if ~isempty(regexp(target, '^[a-z]+:|^#', 'once')), return; end
  parts = strsplit(target, '#', 'CollapseDelimiters', false);
  file = parts{1};
  if nargin > 1, file = resolved(file, from); end
  [folder, name, extension] = fileparts(file);
  switch extension
    case '.md'
      page = [document_name(folder, name) '.html'];
    case {'.png', '.svg', '.gif'}
      page = ['pictures/' name extension];
    case '.cff'
      page = [name extension '.txt'];
    otherwise
      page = '';
      if strcmp(name, 'LICENSE'), page = 'LICENSE.txt'; end
      if strcmp(extension, '.m') && ~isempty(regexp(name, '^(example|course)_', 'once'))
        page = [name '.html'];
      end
  end
  target = page;
  if ~isempty(page) && numel(parts) > 1, target = [page '#' parts{2}]; end
end

function page = document_name(folder, name)
  room = regexprep(folder, '^doc/?(user)?', '');
  if strcmp(name, 'README')
    page = room;
    if isempty(room), page = 'index'; end
  else
    page = lower(name);
    if ~isempty(room), page = [strrep(room, '/', '-') '-' page]; end
  end
end

function file = resolved(file, from)
% FILE as seen from the folder of FROM, without . and ..
  steps = strsplit([fileparts(from) '/' file], '/');
  kept = {};
  for k = 1:numel(steps)
    if strcmp(steps{k}, '..')
      kept(end) = [];
    elseif ~any(strcmp(steps{k}, {'', '.'}))
      kept{end+1} = steps{k};                                                 %#ok<AGROW>
    end
  end
  file = strjoin(kept, '/');
end
