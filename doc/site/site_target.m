function target = site_target(target)
%SITE_TARGET  Where a link of the documents leads on the site; '' when it leads nowhere there.
  if ~isempty(regexp(target, '^[a-z]+:|^#', 'once')), return; end
  parts = strsplit(target, '#', 'CollapseDelimiters', false);
  [~, name, extension] = fileparts(parts{1});
  switch extension
    case '.md'
      page = [lower(name) '.html'];
      if strcmp(name, 'README'), page = 'index.html'; end
    case '.png'
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
