function html = site_page(page, pages)
%SITE_PAGE  A whole page: menu, search, contents of the page, text.
  groups = {'User', 'Theory', 'Studies', 'Developer'};
  menu = cellfun(@(group) menu_part(group, page, pages), groups, 'UniformOutput', false);
  toc = {};
  level = [page.headings.level];
  deepest = 2 + (sum(level == 2) < 3);             % pages of one or two sections show their parts
  for h = page.headings(level >= 2 & level <= deepest)
    toc{end+1} = sprintf('<li><a href="#%s">%s</a></li>', h.id, ...
                         site_escape(strrep(h.text, '`', '')));               %#ok<AGROW>
  end
  if ~isempty(toc)
    toc = ['<h2>On this page</h2><ul class="toc">' strjoin(toc, sprintf('\n')) '</ul>'];
  else
    toc = '';
  end
  html = strjoin({'<!DOCTYPE html>', '<html lang="en"><head><meta charset="utf-8">', ...
    '<meta name="viewport" content="width=device-width, initial-scale=1">', ...
    ['<title>' site_escape(page.title) ' - nsd</title>'], ...
    '<link rel="stylesheet" href="style.css">', '</head><body>', ...
    '<nav><a class="home" href="index.html">nsd</a>', ...
    '<input id="search" type="search" placeholder="Search" aria-label="Search">', ...
    '<ol id="found"></ol>', '<input id="fold" type="checkbox"><label for="fold">Menu</label>', ...
    ['<div class="menu">' strjoin(menu, sprintf('\n'))], toc, '</div></nav>', ...
    ['<main>' page.html '</main>'], '<script src="search-index.js"></script>', ...
    '<script src="site.js"></script>', '</body></html>', ''}, sprintf('\n'));
end

function html = menu_part(group, page, pages)
% the part of the page itself is open, and that of the user on pages that are in no part
  items = {};
  for k = find(strcmp({pages.group}, group))
    mark = '';
    if strcmp(pages(k).name, page.name), mark = ' class="here"'; end
    items{end+1} = sprintf('<li><a%s href="%s">%s</a></li>', mark, pages(k).name, ...
                           site_escape(regexprep(pages(k).title, ':.*', '')));    %#ok<AGROW>
  end
  shown = page.group;
  if isempty(shown), shown = 'User'; end
  open = '';
  if strcmp(shown, group), open = ' open'; end
  html = sprintf('<details%s><summary>%s</summary><ul>\n%s\n</ul></details>', open, group, ...
                 strjoin(items, sprintf('\n')));
end
