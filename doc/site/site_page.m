function html = site_page(page, pages, about)
%SITE_PAGE  A whole page: menu, search, contents of the page, text, and what the project is.
  groups = {'Start', 'Learn', 'Examples', 'Reference', 'Theory', 'Development'};
  menu = cellfun(@(group) menu_part(group, page, pages), groups, 'UniformOutput', false);
  toc = {};
  level = str2double({page.headings.level});
  deepest = 2 + (sum(level == 2) < 3);             % pages of one or two sections show their parts
  for h = page.headings(level >= 2 & level <= deepest)
    toc{end+1} = sprintf('<li><a href="#%s">%s</a></li>', h.id, ...
                         regexprep(h.text, '</?a[^>]*>', ''));                %#ok<AGROW>
  end
  if ~isempty(toc)
    toc = ['<h2>On this page</h2><ul class="toc">' strjoin(toc, sprintf('\n')) '</ul>'];
  else
    toc = '';
  end
  html = strjoin({'<!DOCTYPE html>', '<html lang="en"><head><meta charset="utf-8">', ...
    '<meta name="viewport" content="width=device-width, initial-scale=1">', ...
    ['<title>' site_escape(page.title) ' - nsd</title>'], ...
    '<link rel="icon" href="data:,">', '<link rel="stylesheet" href="style.css">', ...
    '</head><body>', ...
    ['<nav><a class="home" href="index.html">nsd</a> <span class="version">' about.version ...
     '</span>'], ...
    '<input id="search" type="search" placeholder="Search ( / )" aria-label="Search">', ...
    '<ol id="found"></ol>', '<input id="fold" type="checkbox"><label for="fold">Menu</label>', ...
    ['<div class="menu">' strjoin(menu, sprintf('\n'))], toc, '</div></nav>', ...
    ['<main>' page.html, footer(about) '</main>'], '<script src="search-index.js"></script>', ...
    '<script src="site.js"></script>', '</body></html>', ''}, sprintf('\n'));
end

function html = footer(about)
  repository = '';
  if ~isempty(about.repository)
    repository = sprintf(' &middot; <a href="%s">source</a>', about.repository);
  end
  html = sprintf(['\n<footer>nsd %s, %s%s &middot; ' ...
                  '<a href="changelog.html">what changed</a> &middot; ' ...
                  '<a href="LICENSE.txt">licence (BSD 3-clause)</a> &middot; ' ...
                  '<a href="CITATION.cff.txt">how to cite</a></footer>'], about.version, ...
                 about.date, repository);
end

function html = menu_part(group, page, pages)
% the part of the page itself is open; on pages that are in no part the reference or the examples
  items = {};
  for k = find(strcmp({pages.group}, group))
    mark = '';
    if strcmp(pages(k).name, page.name), mark = ' class="here"'; end
    title = regexprep(pages(k).title, ':.*', '');
    if strcmp(pages(k).name, 'index.html'), title = 'Overview'; end
    items{end+1} = sprintf('<li><a%s href="%s">%s</a></li>', mark, pages(k).name, ...
                           title);                                            %#ok<AGROW>
  end
  shown = page.group;
  if isempty(shown), shown = 'Examples'; end
  if strncmp(page.name, 'ref_', 4), shown = 'Reference'; end
  open = '';
  if strcmp(shown, group), open = ' open'; end
  html = sprintf('<details%s><summary>%s</summary><ul>\n%s\n</ul></details>', open, group, ...
                 strjoin(items, sprintf('\n')));
end
