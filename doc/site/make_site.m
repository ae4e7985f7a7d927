function make_site(folder)
%MAKE_SITE  Build the documentation as static HTML: guide, theory, gallery, reference.
%   MAKE_SITE(FOLDER) writes every page, its pictures and the index of the search into FOLDER
%   and ends with an error that names every link without a target. `make site` runs it.
  here = fileparts(mfilename('fullpath'));
  root = fileparts(fileparts(here));
  if exist(folder, 'dir') ~= 7, mkdir(folder); end
  pages = [documents(root), reference(root), option_page(root), scripts(root)];
  known = {pages.name};
  known = regexprep(known(strncmp(known, 'ref_', 4)), '^ref_|\.html$', '');
  tags = equation_tags(pages);
  index = cell(1, numel(pages));
  for k = 1:numel(pages)
    pages(k).html = cross_links(pages(k), known, tags);
    index{k} = entry(pages(k));
    write(fullfile(folder, pages(k).name), site_page(pages(k), pages));
  end
  write(fullfile(folder, 'search-index.js'), sprintf('var NSD_INDEX = [\n%s\n];\n', ...
                                                     strjoin(index, sprintf(',\n'))));
  write(fullfile(folder, 'helptoc.xml'), site_helptoc(pages));
  for name = {'style.css', 'site.js'}
    copyfile(fullfile(here, name{1}), folder);
  end
  copyfile(fullfile(root, 'doc', 'pictures'), folder);
  for name = {'LICENSE', 'CITATION.cff'}
    copyfile(fullfile(root, name{1}), fullfile(folder, [name{1} '.txt']));
  end
  check_links(folder, pages);
  fprintf('%d pages in %s, no link without a target\n', numel(pages), folder);
end

function pages = documents(root)
% in the order of the menu: pages named here first, then all others of their folder
  first = struct('user', {{'user-guide', 'gallery', 'course', 'event-driven', 'friction', ...
                           'rigid-bodies', 'sweeps', 'compile', 'ballode'}}, ...
                 'theory', {{'README', 'systems', 'complementarity', 'friction', 'contact', ...
                             'linear-schemes', 'nonlinear-schemes', 'first-order', 'events', ...
                             'event-newmark', 'sensitivity', 'bodies', 'models', 'tapes'}}, ...
                 'study', {{'impacting-bar'}}, 'developer', {{'guide'}});
  pages = [page_of(root, 'README.md', 'User'), ...
           folder_pages(root, 'doc/user', first.user, 'User'), ...
           page_of(root, 'doc/security.md', 'User'), ...
           folder_pages(root, 'doc/theory', first.theory, 'Theory'), ...
           folder_pages(root, 'doc/study', first.study, 'Studies'), ...
           page_of(root, 'doc/benchmark.md', 'Studies'), ...
           folder_pages(root, 'doc/developer', first.developer, 'Developer'), ...
           page_of(root, 'CONTRIBUTING.md', 'Developer'), ...
           page_of(root, 'CHANGELOG.md', 'Developer')];
end

function pages = folder_pages(root, folder, first, group)
  first = strcat(first, '.md');
  found = dir(fullfile(root, folder, '*.md'));
  files = [first, setdiff({found.name}, [first, {'references.md'}])];
  if any(strcmp({found.name}, 'references.md')), files{end+1} = 'references.md'; end
  pages = cellfun(@(file) page_of(root, [folder '/' file], group), files);
end

function page = page_of(root, file, group)
  [html, headings] = site_markdown(fileread(fullfile(root, file)), ...
                                   @(target) site_target(target, file));
  [~, title] = fileparts(strrep(file, '-', ' '));
  title(1) = upper(title(1));
  if ~isempty(headings), title = headings(1).text; end
  page = page_struct(site_target(file), title, group, html, headings);
end

function pages = scripts(root)
  files = [site_files(fullfile(root, 'examples'), 'example_*.m'), ...
           site_files(fullfile(root, 'examples'), 'course_*.m')];
  pages = repmat(page_struct(), 1, numel(files));
  for k = 1:numel(files)
    [~, name] = fileparts(files{k});
    text = site_escape(fileread(files{k}));
    picture = strrep(name, 'example_', '');
    html = sprintf('<h1>%s</h1>\n<pre class="code matlab"><code>%s</code></pre>', name, text);
    if exist(fullfile(root, 'doc', 'pictures', [picture '.png']), 'file') == 2
      html = sprintf('%s\n<p><img src="pictures/%s.png" alt="%s"></p>', html, picture, name);
    end
    pages(k) = page_struct([name '.html'], name, '', html);
  end
end

function pages = reference(root)
% what users call: all of the toolbox but its private, internal and recording parts
  toolbox = fullfile(root, 'toolbox');
  files = site_files(toolbox, '*.m');
  rooms = cellfun(@(file) room_of(toolbox, file), files, 'UniformOutput', false);
  [~, names] = cellfun(@fileparts, files, 'UniformOutput', false);
  hidden = ~cellfun(@isempty, regexp(rooms, '^(internal|tracing|include)\>')) | ...
           strcmp(names, 'Contents');
  [files, names, rooms] = deal(files(~hidden), names(~hidden), rooms(~hidden));
  [~, order] = sort(lower(names));
  pages = repmat(page_struct(), 1, numel(files) + 1);
  rows = cell(1, numel(files));
  for k = 1:numel(files)
    j = order(k);
    [html, summary] = site_reference(files{j});
    pages(k+1) = page_struct(['ref_' names{j} '.html'], names{j}, '', html);
    rows{k} = sprintf('<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>', names{j}, ...
                      site_escape(summary), rooms{j});
  end
  head = '<tr><th>Function</th><th>What it does</th><th>Folder of toolbox/</th></tr>';
  html = sprintf('<h1>Functions</h1>\n<table>\n%s\n%s\n</table>', head, ...
                 strjoin(rows, sprintf('\n')));
  pages(1) = page_struct('reference.html', 'Functions', 'User', html);
end

function room = room_of(toolbox, file)
  room = strrep(fileparts(file), toolbox, '');
  room = strrep(room(2:end), '\', '/');
end

function page = option_page(root)
  folder = fullfile(root, 'toolbox', 'internal', 'arguments');
  was = addpath(folder);
  back = onCleanup(@() path(was));                                            %#ok<NASGU>
  known = nsd_option_table();
  rows = cell(1, numel(known));
  for k = 1:numel(known)
    default = known(k).default;
    if isempty(default), default = 'auto'; end
    if isnumeric(default), default = num2str(default); end
    range = known(k).range;
    if iscell(known(k).check), range = strjoin(known(k).check, ', '); end
    rows{k} = sprintf(['<tr><td><code>%s</code></td><td><code>%s</code></td><td>%s</td>' ...
                       '<td>%s</td><td>%s</td><td>%s</td></tr>'], known(k).name, ...
                      site_escape(default), site_escape(range), site_escape(known(k).help), ...
                      list_of(known(k).methods), titles_of(known(k).systems));
  end
  head = ['<tr><th>Option</th><th>Default</th><th>Values</th><th>Meaning</th>' ...
          '<th>Methods that read it</th><th>for</th></tr>'];
  html = sprintf(['<h1>Options of nsd_simulate</h1>\n<p>From the table that <code>nsd_options' ...
                  '</code> checks by.</p>\n<table class="options">\n%s\n%s\n</table>\n%s'], ...
                 head, strjoin(rows, sprintf('\n')), method_table());
  page = page_struct('options.html', 'Options', 'User', html);
end

function html = method_table()
% which methods run which systems
  table = nsd_method_table();
  rows = cell(1, numel(table));
  for k = 1:numel(table)
    rows{k} = sprintf('<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>', ...
                      table(k).name, titles_of(table(k).systems), ...
                      strrep(table(k).friction, 'plane', 'in the plane'));
  end
  html = sprintf(['<h2>Methods</h2>\n<table class="options">\n<tr><th>Method</th><th>for</th>' ...
                  '<th>friction</th></tr>\n%s\n</table>'], strjoin(rows, sprintf('\n')));
end

function text = titles_of(names)
  text = list_of(cellfun(@(name) nsd_kind(name).title, names, 'UniformOutput', false));
end

function text = list_of(names)
% {} in the tables stands for all
  text = site_escape(strjoin(names, ', '));
  if isempty(names), text = 'all'; end
end

function page = page_struct(name, title, group, html, headings)
% GROUP is the part of the menu that shows the page, '' for those that are not in it
  if nargin < 5, headings = struct('level', {}, 'id', {}, 'text', {}); end
  if nargin < 1, [name, title, group, html] = deal(''); end
  page = struct('name', name, 'title', title, 'group', group, 'html', html, 'headings', headings);
end

function tags = equation_tags(pages)
% struct tag, page: where the theory has the equation
  tags = struct('tag', {}, 'page', {});
  for k = find(strncmp({pages.name}, 'theory', 6))
    found = unique(regexp(pages(k).html, '(?<=id=")[A-Z]{2,5}\.\d+[a-z'']?(?=")', 'match'));
    for j = 1:numel(found)
      tags(end+1) = struct('tag', found{j}, 'page', pages(k).name);           %#ok<AGROW>
    end
  end
  [~, first] = unique({tags.tag});
  if numel(first) < numel(tags)
    twice = tags(setdiff(1:numel(tags), first));
    error('site:tags', 'equations with the same tag on two pages: %s', strjoin({twice.tag}, ', '));
  end
end

function html = cross_links(page, known, tags)
% names of functions in code lead to their pages, tags of equations to the theory
  html = page.html;
  for k = 1:numel(known)
    target = sprintf('<a href="ref_%s.html">%s</a>', known{k}, known{k});
    if ~strcmp(page.title, known{k})
      html = strrep(html, ['<code>' known{k} '</code>'], ['<code>' target '</code>']);
    end
  end
  if strncmp(page.name, 'ref_', 4)
    for k = 1:numel(known)
      html = regexprep(html, ['\<' upper(known{k}) '\>'], ...
                       sprintf('<a href="ref_%s.html">%s</a>', known{k}, known{k}));
    end
  end
  for k = 1:numel(tags)
    plain = ['(' tags(k).tag ')'];
    marked = ['<a class="tag" id="' tags(k).tag '">' plain '</a>'];
    html = strrep(html, marked, '%%tag%%');
    html = strrep(html, plain, sprintf('<a href="%s#%s">%s</a>', tags(k).page, tags(k).tag, plain));
    html = strrep(html, '%%tag%%', marked);
  end
end

function line = entry(page)
  text = regexprep(page.html, '<[^>]*>', ' ');
  text = regexprep(text, '\s+', ' ');
  text = strrep(strrep(strrep(text, '&lt;', '<'), '&gt;', '>'), '&amp;', '&');
  line = sprintf('{"url": "%s", "title": "%s", "text": "%s"}', page.name, quoted(page.title), ...
                 quoted(text));
end

function text = quoted(text)
  text = strrep(strrep(text, '\', '\\'), '"', '\"');
end

function write(file, text)
  id = fopen(file, 'w');
  fwrite(id, text);
  fclose(id);
end

function check_links(folder, pages)
  missing = {};
  for k = 1:numel(pages)
    html = fileread(fullfile(folder, pages(k).name));
    targets = regexp(html, '(?:href|src)="([^"]+)"', 'tokens');
    targets = unique([targets{:}]);
    for j = 1:numel(targets)
      if isempty(strfind(targets{j}, ':')) && ~exists(folder, pages(k).name, targets{j})
        missing{end+1} = sprintf('%s: %s', pages(k).name, targets{j});        %#ok<AGROW>
      end
    end
  end
  if ~isempty(missing)
    error('site:links', 'links without a target:\n%s', strjoin(missing, sprintf('\n')));
  end
end

function yes = exists(folder, page, target)
  parts = strsplit(target, '#', 'CollapseDelimiters', false);
  if ~isempty(parts{1}), page = parts{1}; end
  file = fullfile(folder, page);
  yes = exist(file, 'file') == 2;
  if yes && numel(parts) > 1
    yes = ~isempty(strfind(fileread(file), ['id="' parts{2} '"']));
  end
end
