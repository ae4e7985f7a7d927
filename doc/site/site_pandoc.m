function html = site_pandoc(texts)
%SITE_PANDOC  HTML of Markdown texts: pandoc typesets LaTeX as MathML and colours code.
%   HTML = SITE_PANDOC(TEXTS), both cells, runs pandoc on each text with the filter pages.lua.
%   What pandoc cannot typeset is an error.
  here = fileparts(mfilename('fullpath'));
  folder = tempname();
  mkdir(folder);
  clean = onCleanup(@() rmdir_quietly(folder));                               %#ok<NASGU>
  for k = 1:numel(texts)
    site_write(fullfile(folder, sprintf('%d.md', k)), texts{k});
  end
  [status, said] = system(sprintf(['cd "%s" && for f in *.md; do pandoc ' ...
    '--from=gfm+tex_math_dollars --to=html5 --mathml --wrap=none --lua-filter="%s" ' ...
    '--output="${f%%.md}.html" "$f" || exit 1; done 2>&1'], folder, fullfile(here, 'pages.lua')));
  if status ~= 0 || ~isempty(strtrim(said))
    error('site:pandoc', 'pandoc says: %s', said);
  end
  html = cell(size(texts));
  for k = 1:numel(texts)
    html{k} = fileread(fullfile(folder, sprintf('%d.html', k)));
    html{k} = regexprep(html{k}, '<semantics>(.*?)<annotation.*?</annotation></semantics>', '$1');
    html{k} = regexprep(html{k}, 'doi:(10\.[^\s<,]*[^\s<,.])', ...
                        '<a href="https://doi.org/$1">doi:$1</a>');
    html{k} = regexprep(html{k}, 'arXiv:(\d+\.\d+)', ...
                        '<a href="https://arxiv.org/abs/$1">arXiv:$1</a>');
  end
end

function rmdir_quietly(folder)
% Octave asks before it removes a folder that is not empty
  octave = exist('OCTAVE_VERSION', 'builtin') ~= 0;
  if octave, was = confirm_recursive_rmdir(false); end
  rmdir(folder, 's');
  if octave, confirm_recursive_rmdir(was); end
end
