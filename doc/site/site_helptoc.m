function text = site_helptoc(pages)
%SITE_HELPTOC  helptoc.xml: the pages as the table of contents of MATLAB's help browser.
%   The folder with the pages goes into the zip for MATLAB as toolbox/html, where toolbox/info.xml
%   looks for it.
  groups = {'Start', 'Learn', 'Examples', 'Reference', 'Theory', 'Development'};
  parts = cell(1, numel(groups));
  for k = 1:numel(groups)
    inside = pages(strcmp({pages.group}, groups{k}));
    if isempty(inside), continue; end
    items = arrayfun(@(page) item(page, 6), inside, 'UniformOutput', false);
    at = find(strcmp({inside.name}, 'reference.html'), 1);
    if ~isempty(at)
      functions = pages(strncmp({pages.name}, 'ref_', 4));
      below = arrayfun(@(page) item(page, 8), functions, 'UniformOutput', false);
      items{at} = strrep(items{at}, '</tocitem>', ...
                         sprintf('\n%s      </tocitem>', [below{:}]));
    end
    parts{k} = sprintf('    <tocitem target="%s">%s\n%s    </tocitem>\n', inside(1).name, ...
                       groups{k}, [items{:}]);
  end
  text = sprintf(['<?xml version="1.0" encoding="utf-8"?>\n<toc version="2.0">\n' ...
                  '  <tocitem target="index.html">nsd\n%s  </tocitem>\n</toc>\n'], [parts{:}]);
end

function text = item(page, indent)
  text = sprintf('%s<tocitem target="%s">%s</tocitem>\n', blanks(indent), page.name, ...
                 regexprep(site_escape(page.title), '<[^>]*>', ''));
end
