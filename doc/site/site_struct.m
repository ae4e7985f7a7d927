function page = site_struct(name, title, group, html, headings)
%SITE_STRUCT  A page of the site: file name, title, part of the menu, text, headings.
%   GROUP is the part of the menu that shows the page, '' for those that are not in it.
  if nargin < 5, headings = struct('level', {}, 'id', {}, 'text', {}); end
  if nargin < 1, [name, title, group, html] = deal(''); end
  page = struct('name', name, 'title', title, 'group', group, 'html', html, 'headings', headings);
end
