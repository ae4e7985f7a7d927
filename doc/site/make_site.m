function make_site(folder)
%MAKE_SITE  Build the documentation as static HTML: guide, theory, gallery, reference.
%   MAKE_SITE(FOLDER) writes every page, its pictures and the index of the search into FOLDER
%   and ends with an error that names every link without a target. `make site` runs it; pandoc
%   translates the pages (site_pandoc), everything around them is made here.
  here = fileparts(mfilename('fullpath'));
  root = fileparts(fileparts(here));
  if exist(folder, 'dir') ~= 7, mkdir(folder); end
  [references, known] = site_functions(root);
  pages = [documents(root), references, site_options(root), scripts(root)];
  tags = equation_tags(pages);
  about = about_project(root);
  index = {};
  for k = 1:numel(pages)
    pages(k).html = scalable(cross_links(pages(k), known, tags), root);
    index = [index, site_index(pages(k))];                                    %#ok<AGROW>
    site_write(fullfile(folder, pages(k).name), site_page(pages(k), pages, about));
  end
  site_write(fullfile(folder, 'search-index.js'), sprintf('var NSD_INDEX = [\n%s\n];\n', ...
                                                     strjoin(index, sprintf(',\n'))));
  site_write(fullfile(folder, 'helptoc.xml'), site_helptoc(pages));
  for name = {'style.css', 'site.js'}
    copyfile(fullfile(here, name{1}), folder);
  end
  copy_font(folder);
  pictures = fullfile(folder, 'pictures');
  if exist(pictures, 'dir') ~= 7, mkdir(pictures); end
  copyfile(fullfile(root, 'doc', 'pictures', '*'), pictures);
  for name = dir(fullfile(root, 'doc', 'user', '*.svg'))'
    copyfile(fullfile(root, 'doc', 'user', name.name), pictures);
  end
  for name = {'LICENSE', 'CITATION.cff'}
    copyfile(fullfile(root, name{1}), fullfile(folder, [name{1} '.txt']));
  end
  check_links(folder, pages);
  fprintf('%d pages in %s, no link without a target\n', numel(pages), folder);
end

function html = scalable(html, root)
% pictures as SVG where they were drawn as such
  for name = dir(fullfile(root, 'doc', 'pictures', '*.svg'))'
    html = strrep(html, strrep(['"pictures/' name.name '"'], '.svg', '.png'), ...
                  ['"pictures/' name.name '"']);
  end
end

function copy_font(folder)
% a font for mathematics with its licence, so that equations look the same on every machine; pages
% without it take one that the reader has
  texmf = '/usr/share/texmf';
  font = fullfile(texmf, 'fonts/opentype/public/lm-math/latinmodern-math.otf');
  if exist(font, 'file') == 2
    copyfile(font, folder);
    copyfile(fullfile(texmf, 'doc/fonts/lm-math/GUST-FONT-LICENSE.txt'), folder);
  else
    fprintf('make_site: no Latin Modern Math here (Debian: fonts-lmodern), pages go without it\n');
  end
end

function about = about_project(root)
% version of CITATION.cff and day of the last commit, or today's where there is no git
  citation = fileread(fullfile(root, 'CITATION.cff'));
  about.version = regexp(citation, '(?<=\nversion: )\S+', 'match', 'once');
  about.repository = regexp(citation, '(?<=\nrepository-code: )\S+', 'match', 'once');
  about.repository = strrep(about.repository, '"', '');
  [status, day] = system(sprintf('git -C "%s" log -1 --format=%%cs 2>/dev/null', root));
  about.date = strtrim(day);
  if status ~= 0, about.date = datestr(now(), 'yyyy-mm-dd'); end
end

function pages = documents(root)
% the menu: pages in this order, then what else their folder holds
  menu = {'Start', '', {'README.md'}
          'Start', 'doc/user', {'which-method', 'from-ode45', 'teach', 'finite-elements', ...
                                'circuits', 'many-bodies', 'questions', 'security'}
          'Learn', 'doc/user', {'user-guide', 'course', 'event-driven', 'friction', ...
                                'edges', 'contact-laws', 'rigid-bodies', 'rigid-body-benchmark', ...
                                'sweeps', 'cluster', 'compile', 'ballode', 'c-library', '*'}
          'Learn', 'doc/course', {'sheets'}
          'Examples', 'doc/user', {'gallery'}
          'Examples', 'doc/study', {'impacting-bar', '*'}
          'Reference', 'doc/reference', {'systems', 'methods', 'results', '*'}
          'Theory', 'doc/theory', {'README', 'systems', 'sparse', 'complementarity', 'friction', ...
                                   'contact', 'contact-laws', 'linear-schemes', ...
                                   'nonlinear-schemes', 'first-order', ...
                                   'events', 'event-newmark', 'sensitivity', 'bodies', ...
                                   'models', 'tapes', 'studies', '*', 'references'}
          'Development', 'doc/developer', {'guide', '*'}
          'Development', '', {'doc/benchmark.md', 'doc/security.md', 'CONTRIBUTING.md', ...
                              'CHANGELOG.md'}};
  files = {};
  groups = {};
  for k = 1:size(menu, 1)
    found = files_of(root, menu{k, 2}, menu{k, 3}, menu);
    files = [files, found];                                                   %#ok<AGROW>
    groups = [groups, repmat(menu(k, 1), 1, numel(found))];                   %#ok<AGROW>
  end
  html = site_pandoc(cellfun(@(file) fileread(fullfile(root, file)), files, ...
                             'UniformOutput', false));
  pages = repmat(site_struct(), 1, numel(files));
  for k = 1:numel(files)
    pages(k) = document(files{k}, groups{k}, html{k});
  end
end

function files = files_of(root, folder, names, menu)
% '*' stands for the pages of the folder that no other line of the menu names
  if isempty(folder), files = names; return; end
  same = strcmp(menu(:, 2), folder);
  named = [menu{same, 3}];
  found = regexprep({dir(fullfile(root, folder, '*.md')).name}, '\.md$', '');
  files = {};
  for k = 1:numel(names)
    if strcmp(names{k}, '*')
      files = [files, setdiff(found, named)];                                 %#ok<AGROW>
    elseif any(strcmp(names{k}, found))
      files = [files, names(k)];                                              %#ok<AGROW>
    end
  end
  files = strcat(folder, '/', files, '.md');
end

function page = document(file, group, html)
  html = targets(html, file);
  headings = regexp(html, '<h(?<level>[1-6]) id="(?<id>[^"]*)">(?<text>.*?)</h[1-6]>', 'names');
  if ~isfield(headings, 'id'), headings = struct('level', {}, 'id', {}, 'text', {}); end
  [~, title] = fileparts(strrep(file, '-', ' '));
  title(1) = upper(title(1));
  if ~isempty(headings), title = regexprep(headings(1).text, '<[^>]*>', ''); end
  if strcmp(file, 'doc/user/gallery.md'), html = thumbnails(html); end
  page = site_struct(site_target(file), title, group, html, headings);
end

function html = targets(html, file)
% links and pictures of the documents lead to their pages on the site, or nowhere
  [found, rest] = regexp(html, '<a href="([^"]*)"[^>]*>(.*?)</a>', 'tokens', 'split');
  for k = 1:numel(found)
    target = site_target(found{k}{1}, file);
    if isempty(target)
      rest{k} = [rest{k} found{k}{2}];
    else
      rest{k} = sprintf('%s<a href="%s">%s</a>', rest{k}, target, found{k}{2});
    end
  end
  html = strjoin(rest, '');
  [found, rest] = regexp(html, '<img src="([^"]*)"', 'tokens', 'split');
  for k = 1:numel(found)
    rest{k} = sprintf('%s<img loading="lazy" src="%s"', rest{k}, site_target(found{k}{1}, file));
  end
  html = strjoin(rest, '');
end

function html = thumbnails(html)
% a card for every picture of the gallery, under its first heading, that leads to its section
  [from, headings] = regexp(html, '<h[23] id="([^"]*)">(.*?)</h[23]>', 'start', 'tokens');
  from(end+1) = numel(html);
  cards = {};
  for k = 1:numel(headings)
    picture = regexp(html(from(k):from(k+1)), '<img [^>]*src="([^"]*)"', 'tokens', 'once');
    if ~isempty(picture)
      cards{end+1} = sprintf(['<a class="card" href="#%s"><img loading="lazy" src="%s" alt="">' ...
                              '<span>%s</span></a>'], headings{k}{1}, picture{1}, ...
                             headings{k}{2});                                 %#ok<AGROW>
    end
  end
  grid = sprintf('<div class="cards">\n%s\n</div>\n', strjoin(cards, sprintf('\n')));
  html = [html(1:from(1)-1) grid html(from(1):end)];
end

function pages = scripts(root)
  files = [site_files(fullfile(root, 'examples'), 'example_*.m'), ...
           site_files(fullfile(root, 'examples'), 'course_*.m')];
  [~, names] = cellfun(@fileparts, files, 'UniformOutput', false);
  texts = cellfun(@(file) sprintf('```matlab\n%s\n```\n', fileread(file)), files, ...
                  'UniformOutput', false);
  mark = '<hr />';
  html = site_pandoc({strjoin(texts, sprintf('\n---\n\n'))});
  html = strsplit(html{1}, mark);
  pages = repmat(site_struct(), 1, numel(files));
  for k = 1:numel(files)
    picture = strrep(names{k}, 'example_', '');
    question = regexp(fileread(files{k}), '(?<=^%% )[^\n]*', 'match', 'once');
    body = sprintf('<h1>%s</h1>\n<p class="summary"><code>%s</code></p>\n%s', ...
                   site_escape(question), names{k}, html{k});
    if exist(fullfile(root, 'doc', 'pictures', [picture '.png']), 'file') == 2
      body = sprintf('%s\n<p><img src="pictures/%s.png" alt="%s"></p>', body, picture, names{k});
    end
    pages(k) = site_struct([names{k} '.html'], names{k}, '', body);
  end
end

function tags = equation_tags(pages)
% struct tag, page: where the theory has the equation
  tags = struct('tag', {}, 'page', {});
  for k = find(strcmp({pages.group}, 'Theory'))
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
  used = unique(regexp(html, '(?<=\()[A-Z]{2,5}\.\d+[a-z'']?(?=\))', 'match'));
  for k = find(ismember({tags.tag}, used))
    plain = ['(' tags(k).tag ')'];
    own = ['class="tag">' plain '<'];
    html = strrep(html, own, '%%tag%%');
    html = regexprep(html, ['(<mtext[^>]*>)\(' strrep(tags(k).tag, '.', '\.') '\)'], ...
                     ['$1(%%in%%' tags(k).tag ')']);
    html = strrep(html, plain, sprintf('<a href="%s#%s">%s</a>', tags(k).page, tags(k).tag, plain));
    html = strrep(strrep(html, '%%tag%%', own), '%%in%%', '');
  end
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
