function varargout = nsd_check(question, answer, varargin)
%NSD_CHECK  Compare an answer of the course with the exact one, and give a hint.
%   NSD_CHECK(QUESTION, ANSWER) prints whether ANSWER is right for one of the questions of
%   examples/course, and a hint when it is not. An empty answer prints the question.
%   NSD_CHECK(QUESTION, ANSWER, 'e', 0.5, ...) asks it with other numbers than the script has;
%   NSD_CHECK() lists the questions, their scripts, and the numbers that may be changed.
%   OK = NSD_CHECK(...) returns true or false; [OK, TEXT] = NSD_CHECK(...) also returns the text
%   instead of printing it.
%
%   Numbers are right when they agree to the tolerance of the question, 1e-3 relative unless the
%   question says otherwise, or as far as they can be read off a plot, 0.02. Wrong numbers are
%   compared with frequent mistakes, a wrong sign, a power of ten, a wrong order, too few digits.
%   The answer to "when", where it never happens, is Inf (or NaN).
%   Unknown questions raise nsd:check:unknown, unknown numbers nsd:check:unknownOption.
%   NSD_QUESTION adds questions of your own, NSD_CLASS keeps the answers of a class in a file.
%
%   Example
%       nsd_check('ball', 8.579)
%       nsd_check('ball', 1.3546, 'e', 0.5)
%
%   See also NSD_QUESTION, NSD_CLASS, NSD_EXACT, NSD_SIMULATE.
  course = [nsd_course(), nsd_own_questions()];
  if nargin < 1
    for k = 1:numel(course)
      fprintf('  %-12s %s%s\n', course(k).name, ...
              nsd_asked(course(k), course(k).parameters).question, place_of(course(k)));
    end
    return
  end
  question = nsd_chars(question);
  if ~ischar(question)
    error('nsd:check:unknown', 'name a question, as in nsd_check(''ball'', 8.6)');
  end
  hit = find(strcmpi(question, {course.name}), 1);
  if isempty(hit)
    error('nsd:check:unknown', ['there is no question ''%s'': there are %s; nsd_check() ' ...
          'lists them'], question, strjoin({course.name}, ', '));
  end
  if nargin < 2, answer = []; end
  p = changed(course(hit), nsd_chars(varargin));
  [ok, text] = judge(nsd_asked(course(hit), p), answer);
  if ~isempty(answer), nsd_class_log(course(hit).name, p, answer, ok); end
  if nargout < 2, fprintf('%s\n', text); end
  varargout = {ok, text};
  varargout = varargout(1:nargout);
end

function text = place_of(item)
% the script of a question, and its numbers that may be changed
  text = '';
  names = fieldnames(item.parameters)';
  if ~isempty(names), text = sprintf('[%s]', strjoin(names, ', ')); end
  text = strtrim([item.script ' ' text]);
  if ~isempty(text), text = sprintf('\n%15s%s', '', text); end
end

function p = changed(item, given)
% the numbers of a question, with those that were given
  p = item.parameters;
  for k = 1:2:numel(given)
    if isempty(fieldnames(p))
      error('nsd:check:unknownOption', 'the question %s has no numbers to change', item.name);
    end
    name = nsd_match_name(given{k}, fieldnames(p)', 'check', ['question ' item.name]);
    if k == numel(given), error('nsd:check:missing', '%s has no value', name); end
    p.(name) = nsd_check_number(given{k+1}, 'finite', name, 'nsd:check:badValue');
  end
end

function [ok, text] = judge(item, answer)
  ok = false;
  wanted = sprintf('%d numbers', numel(item.exact));
  if isscalar(item.exact), wanted = 'one number'; end
  if isempty(answer)
    text = sprintf('%s\n  Your number goes into the line "answer = [];"; then run it again.', ...
                   item.question);
  elseif ischar(answer) && ~isnan(str2double(answer))
    text = sprintf('the answer is %s: write it without quotes, %s.', wanted, answer);
  elseif ~isnumeric(answer)
    text = sprintf('the answer is %s, not a %s.', wanted, class(answer));
  elseif numel(answer) ~= numel(item.exact)
    text = sprintf('the answer has %s, yours %d.', wanted, numel(answer));
  elseif all(isinf(item.exact))
    ok = ~isfinite(answer);                       % Inf, or NaN for a time that is not there
    text = ['not yet. ' item.hint];
    if ok, text = ['right: it never happens. ' item.because]; end
  elseif ~isreal(answer) || ~all(isfinite(answer(:)))
    text = 'not yet. The answer is finite and real.';
  elseif near(answer, item.exact, item.tolerance)
    ok = true;
    text = ['right. ' item.because];
  elseif isempty(mistake(item, double(answer))) && near(answer, item.exact, item.plot)
    ok = true;
    text = sprintf('right, as far as a plot shows it; exactly it is %s. %s', ...
                   strtrim(sprintf('%.4g ', item.exact)), item.because);
  else
    text = ['not yet. ' hint_for(item, double(answer(:)))];
  end
  text = sprintf('%s: %s', item.name, text);
end

function text = mistake(item, answer)
% the hint for a frequent wrong answer, or ''
  text = '';
  for k = size(item.mistakes, 1):-1:1
    if near(answer, item.mistakes{k, 1}, item.tolerance), text = item.mistakes{k, 2}; end
  end
end

function text = hint_for(item, answer)
% a hint for frequent mistakes first, then for what the numbers show
  text = mistake(item, answer);
  if ~isempty(text), return; end
  exact = item.exact(:);
  factor = (answer'*exact)/max(exact'*exact, realmin);
  decade = round(log10(max(abs(factor), realmin)));
  tolerance = min(item.tolerance, 0.02);
  text = item.hint;
  if near(-answer, exact, tolerance)
    text = 'Only the sign is wrong.';
  elseif decade ~= 0 && abs(decade) <= 9 && near(answer/10^decade, exact, tolerance)
    text = sprintf('It is right up to a factor of 1e%d: look at the units.', decade);
  elseif numel(exact) > 1 && near(sort(answer), sort(exact), tolerance)
    text = 'The numbers are right, their order is not.';
  elseif near(answer, exact, max(0.05, 10*item.tolerance))
    text = sprintf('Close: it must agree to %g of its size. %s', item.plot, item.hint);
  elseif numel(exact) > 1 && any(each(answer, exact, item.tolerance))
    text = sprintf('%d of the numbers are right. %s', sum(each(answer, exact, item.tolerance)), ...
                   item.hint);
  elseif abs(factor) >= 10 || abs(factor) <= 0.1
    words = {'small', 'large'};
    text = sprintf('It is more than ten times too %s. %s', words{1 + (abs(factor) > 1)}, item.hint);
  end
end

function yes = near(answer, exact, tolerance)
  yes = all(each(answer, exact, tolerance));
end

function yes = each(answer, exact, tolerance)
  yes = abs(answer(:) - exact(:)) <= tolerance*max(abs(exact(:)));
end
