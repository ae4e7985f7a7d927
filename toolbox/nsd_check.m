function varargout = nsd_check(question, answer)
%NSD_CHECK  Compare an answer of the course with the exact one, and give a hint.
%   NSD_CHECK(QUESTION, ANSWER) prints whether ANSWER is right for one of the questions of
%   examples/course, and a hint when it is not. An empty answer prints the question.
%   NSD_CHECK() lists the questions.
%   OK = NSD_CHECK(...) returns true or false; [OK, TEXT] = NSD_CHECK(...) what would be
%   printed too.
%
%   Numbers count when they agree to the tolerance of the question, 1e-3 relative if it
%   does not say otherwise. Unknown questions raise nsd:check:unknown.
%
%   Example
%       nsd_check('ball', 8.579)
%
%   See also NSD_EXACT, NSD_SIMULATE.
  course = nsd_course();
  if nargin < 1
    for k = 1:numel(course)
      fprintf('  %-12s %s\n', course(k).name, course(k).question);
    end
    return
  end
  if ~ischar(question)
    error('nsd:check:unknown', 'name a question, as in nsd_check(''ball'', 8.6)');
  end
  hit = find(strcmpi(question, {course.name}), 1);
  if isempty(hit)
    error('nsd:check:unknown', 'there is no question ''%s''; nsd_check() lists them', question);
  end
  if nargin < 2, answer = []; end
  [ok, text] = judge(course(hit), answer);
  if nargout < 2, fprintf('%s\n', text); end
  varargout = {ok, text};
  varargout = varargout(1:nargout);
end

function [ok, text] = judge(item, answer)
  ok = false;
  if isempty(answer)
    text = sprintf('%s: %s', item.name, item.question);
  elseif ~isnumeric(answer) || numel(answer) ~= numel(item.exact)
    text = sprintf('%s: the answer has %d number(s).', item.name, numel(item.exact));
  elseif near(answer, item.exact, item.tolerance)
    ok = true;
    text = sprintf('%s: right. %s', item.name, item.because);
  else
    text = sprintf('%s: not yet. %s', item.name, item.hint);
    for k = 1:size(item.mistakes, 1)
      if near(answer, item.mistakes{k, 1}, item.tolerance)
        text = sprintf('%s: not yet. %s', item.name, item.mistakes{k, 2});
      end
    end
  end
end

function yes = near(answer, exact, tolerance)
  yes = all(abs(answer(:) - exact(:)) <= tolerance*max(abs(exact(:))));
end
