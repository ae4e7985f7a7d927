function html = site_equation(text)
%SITE_EQUATION  A block of equations: Greek letters and signs, and a target for each tag.
%   What a letter is shorter than its name is given back where a line has a gap of blanks, so
%   that columns stay columns.
  lines = strsplit(text, sprintf('\n'), 'CollapseDelimiters', false);
  for k = 1:numel(lines)
    [gaps, parts] = regexp(lines{k}, ' {2,}', 'match', 'split');
    for j = 1:numel(parts)
      [parts{j}, lost] = letters(parts{j});
      if j <= numel(gaps), gaps{j} = [gaps{j} blanks(lost)]; end
    end
    pieces = cell(1, numel(parts) + numel(gaps));
    pieces(1:2:end) = parts;
    pieces(2:2:end) = gaps;
    lines{k} = strjoin(pieces, '');
  end
  html = regexprep(strjoin(lines, sprintf('\n')), ...
                   '\(([A-Z]{2,4}\.\d+[a-z'']?)\)( *)(?=\n|$)', '<a class="tag" id="$1">($1)</a>');
end

function [html, lost] = letters(text)
  words = {'alpha', '&alpha;'; 'beta', '&beta;'; 'gamma', '&gamma;'; 'delta', '&delta;'; ...
           'theta', '&theta;'; 'lambda', '&lambda;'; 'Lambda', '&Lambda;'; 'kappa', '&kappa;'; ...
           'omega', '&omega;'; 'sigma', '&sigma;'; 'phi', '&phi;'; 'eta', '&eta;'; ...
           'mu', '&mu;'; 'nu', '&nu;'; 'rho', '&rho;'; 'pi', '&pi;'; 'eps', '&epsilon;'};
  html = site_escape(text);
  lost = 0;
  for k = 1:size(words, 1)
    pattern = ['(?<![A-Za-z&])' words{k, 1} '(?![A-Za-z;])'];
    lost = lost + numel(regexp(html, pattern))*(numel(words{k, 1}) - 1);
    html = regexprep(html, pattern, words{k, 2});
  end
  signs = {'_|_', '&#8869;', 2; '&gt;=', '&ge;', 1; '&lt;=', '&le;', 1};
  for k = 1:size(signs, 1)
    lost = lost + numel(strfind(html, signs{k, 1}))*signs{k, 3};
    html = strrep(html, signs{k, 1}, signs{k, 2});
  end
end
