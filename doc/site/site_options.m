function page = site_options(root)
%SITE_OPTIONS  The page of options and methods, from the tables that nsd_options checks by.
  inner = fullfile(root, 'toolbox', 'internal');
  was = addpath(fullfile(inner, 'arguments'), fullfile(inner, 'rows'));
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
  page = site_struct('options.html', 'Options', 'Reference', html, headings_of());
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
  html = sprintf(['<h2 id="methods">Methods</h2>\n<table class="options">\n' ...
                  '<tr><th>Method</th><th>for</th>' ...
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

function headings = headings_of()
  headings = struct('level', '2', 'id', 'methods', 'text', 'Methods');
end
