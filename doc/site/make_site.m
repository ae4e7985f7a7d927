function make_site(folder)
%MAKE_SITE  Build the documentation as static HTML: guide, theory, gallery, reference.
%   MAKE_SITE(FOLDER) writes every page, its pictures and the index of the search into FOLDER
%   and ends with an error that names every link without a target. `make site` runs it.
  here = fileparts(mfilename('fullpath'));
  root = fileparts(fileparts(here));
  if exist(folder, 'dir') ~= 7, mkdir(folder); end
  pages = [documents(root), scripts(root), reference(root), option_page(root)];
  known = {pages.name};
  known = regexprep(known(strncmp(known, 'ref_', 4)), '^ref_|\.html$', '');
  tags = unique(regexp([pages.html], '(?<=id=")[A-Z]{2,4}\.\d+[a-z'']?(?=")', 'match'));
  index = cell(1, numel(pages));
  for k = 1:numel(pages)
    pages(k).html = cross_links(pages(k), known, tags);
    index{k} = entry(pages(k));
    write(fullfile(folder, pages(k).name), site_page(pages(k), pages));
  end
  write(fullfile(folder, 'search-index.js'), sprintf('var NSD_INDEX = [\n%s\n];\n', ...
                                                     strjoin(index, sprintf(',\n'))));
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
% the order is that of the menu; pages not named here follow
  first = strcat('doc/', {'user-guide', 'gallery', 'course', 'event-driven', 'friction', ...
                          'rigid-bodies', 'sweeps', 'compile', 'ballode', 'theory'}, '.md');
  first = [{'README.md'}, first];
  rest = dir(fullfile(root, 'doc', '*.md'));
  rest = setdiff(strcat('doc/', {rest.name}), first);
  files = [first, rest, {'CHANGELOG.md', 'CONTRIBUTING.md'}];
  pages = repmat(page_struct(), 1, numel(files));
  for k = 1:numel(files)
    text = fileread(fullfile(root, files{k}));
    [html, headings] = site_markdown(text, @(target) site_target(target));
    [~, title] = fileparts(strrep(files{k}, '-', ' '));
    title(1) = upper(title(1));
    if ~isempty(headings), title = headings(1).text; end
    pages(k) = page_struct(site_target(files{k}), title, 'document', html, headings);
  end
end

function pages = scripts(root)
  files = [dir(fullfile(root, 'examples', 'example_*.m')); ...
           dir(fullfile(root, 'examples', 'course', 'course_*.m'))];
  pages = repmat(page_struct(), 1, numel(files));
  for k = 1:numel(files)
    [~, name] = fileparts(files(k).name);
    text = site_escape(fileread(fullfile(files(k).folder, files(k).name)));
    picture = strrep(name, 'example_', '');
    html = sprintf('<h1>%s</h1>\n<pre class="code matlab"><code>%s</code></pre>', name, text);
    if exist(fullfile(root, 'doc', 'pictures', [picture '.png']), 'file') == 2
      html = sprintf('%s\n<p><img src="pictures/%s.png" alt="%s"></p>', html, picture, name);
    end
    pages(k) = page_struct([name '.html'], name, 'example', html);
  end
end

function pages = reference(root)
  files = [dir(fullfile(root, 'toolbox', '*.m')); dir(fullfile(root, 'toolbox', 'models', '*.m'))];
  files = files(~strcmp({files.name}, 'Contents.m'));
  [~, order] = sort(lower({files.name}));
  pages = repmat(page_struct(), 1, numel(files) + 1);
  rows = cell(1, numel(files));
  for k = 1:numel(files)
    file = files(order(k));
    [~, name] = fileparts(file.name);
    [html, summary] = site_reference(fullfile(file.folder, file.name));
    pages(k+1) = page_struct(['ref_' name '.html'], name, 'reference', html);
    rows{k} = sprintf('<tr><td><code>%s</code></td><td>%s</td></tr>', name, ...
                      site_escape(summary));
  end
  html = sprintf('<h1>Functions</h1>\n<table>\n%s\n</table>', strjoin(rows, sprintf('\n')));
  pages(1) = page_struct('reference.html', 'Functions', 'document', html);
end

function page = option_page(root)
  was = cd(fullfile(root, 'toolbox', 'private'));
  back = onCleanup(@() cd(was));                                              %#ok<NASGU>
  known = nsd_option_table();
  rows = cell(1, numel(known));
  for k = 1:numel(known)
    default = known(k).default;
    if isempty(default), default = 'auto'; end
    if isnumeric(default), default = num2str(default); end
    range = known(k).range;
    if iscell(known(k).check), range = strjoin(known(k).check, ', '); end
    rows{k} = sprintf(['<tr><td><code>%s</code></td><td><code>%s</code></td><td>%s</td>' ...
                       '<td>%s</td></tr>'], known(k).name, site_escape(default), ...
                      site_escape(range), site_escape(known(k).help));
  end
  head = '<tr><th>Option</th><th>Default</th><th>Values</th><th>Meaning</th></tr>';
  html = sprintf(['<h1>Options of nsd_simulate</h1>\n<p>From the table that <code>nsd_options' ...
                  '</code> checks by.</p>\n<table class="options">\n%s\n%s\n</table>'], ...
                 head, strjoin(rows, sprintf('\n')));
  page = page_struct('options.html', 'Options', 'document', html);
end

function page = page_struct(name, title, kind, html, headings)
  if nargin < 5, headings = struct('level', {}, 'id', {}, 'text', {}); end
  if nargin < 1, [name, title, kind, html] = deal(''); end
  page = struct('name', name, 'title', title, 'kind', kind, 'html', html, 'headings', headings);
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
    plain = ['(' tags{k} ')'];
    marked = ['<a class="tag" id="' tags{k} '">' plain '</a>'];
    html = strrep(html, marked, '%%tag%%');
    html = strrep(html, plain, sprintf('<a href="theory.html#%s">%s</a>', tags{k}, plain));
    html = strrep(html, '%%tag%%', marked);
  end
end

function line = entry(page)
  text = regexprep(page.html, '<[^>]*>', ' ');
  text = regexprep(text, '\s+', ' ');
  text = strrep(strrep(strrep(text, '&lt;', '<'), '&gt;', '>'), '&amp;', '&');
  line = sprintf('{"url": "%s", "title": "%s", "kind": "%s", "text": "%s"}', page.name, ...
                 quoted(page.title), page.kind, quoted(text));
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
