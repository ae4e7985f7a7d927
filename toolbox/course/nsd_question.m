function nsd_question(name, question, exact, varargin)
%NSD_QUESTION  Add a question of your own to those of nsd_check.
%   NSD_QUESTION(NAME, QUESTION, EXACT, 'Name', VALUE, ...) lets nsd_check(NAME, ANSWER) ask
%   QUESTION and compare with EXACT, one or several numbers. One of the same name is replaced.
%       Tolerance    relative                                              [1e-3]
%       Plot         of answers that are read off a plot                   [0.02]
%       Because      what a right answer is told                           ['']
%       Hint         what a wrong answer is told                           ['']
%       Mistakes     a cell with a frequent wrong answer and its hint in each row   [{}]
%       Parameters   a struct of numbers that students may change: QUESTION, EXACT and Mistakes
%                    may then be functions of it                           [none]
%   NSD_QUESTION('clear') forgets all of them. They live as long as the session: put the calls into
%   a script that you give to the class.
%   Bad arguments raise nsd:question:<reason>.
%
%   Example
%       nsd_question('drop', @(p) sprintf('When is a stone from %g m down?', p.height), ...
%                    @(p) sqrt(2*p.height/9.81), 'Parameters', struct('height', 1), ...
%                    'Mistakes', {1/9.81, 'Distance is g t^2/2.'})
%       nsd_check('drop', 0.4515)
%       nsd_question('clear')
%
%   See also NSD_CHECK, NSD_CLASS.
  if nargin < 1, name = ''; end
  name = nsd_chars(name);
  if nargin == 1 && ischar(name) && strcmp(name, 'clear')
    nsd_own_questions([]);
    return
  end
  if nargin < 3 || ~ischar(name) || ~isvarname(name) || any(strcmp(name, {'clear', ''}))
    error('nsd:question:badName', ['write nsd_question(name, question, exact): the name is a ' ...
          'word, as in nsd_question(''drop'', ''When ...?'', 0.4515)']);
  end
  item = struct('name', name, 'parameters', struct(), 'question', nsd_chars(question), ...
                'exact', exact, 'tolerance', 1e-3, 'because', '', 'hint', '', 'mistakes', {{}}, ...
                'script', '', 'plot', 0.02);
  known = {'Tolerance', 'Plot', 'Because', 'Hint', 'Mistakes', 'Parameters'};
  varargin = nsd_chars(varargin);
  for k = 1:2:numel(varargin)
    option = nsd_match_name(varargin{k}, known, 'question', 'nsd_question');
    if k == numel(varargin), error('nsd:question:missing', '%s has no value', option); end
    item.(lower(option)) = varargin{k+1};
  end
  check(item);
  list = nsd_own_questions();
  list = reshape(list(~strcmpi(name, {list.name})), 1, []);
  list(end+1) = item;
  nsd_own_questions(list);
end

function check(item)
% the question can be asked: its answer is numbers, its text a text, its mistakes pairs
  asked = nsd_asked(item, item.parameters);
  good = isnumeric(asked.exact) && ~isempty(asked.exact) && isreal(asked.exact) ...
         && all(isfinite(asked.exact(:)));
  if ~good, error('nsd:question:badExact', 'the exact answer must be finite numbers'); end
  if ~ischar(asked.question)
    error('nsd:question:badQuestion', 'the question must be a text, or a function that gives one');
  end
  if ~isempty(asked.mistakes) && (~iscell(asked.mistakes) || size(asked.mistakes, 2) ~= 2)
    error('nsd:question:badMistakes', 'Mistakes must be a cell with two columns: answer, hint');
  end
  if any(strcmpi(item.name, {nsd_course().name}))
    error('nsd:question:badName', 'the course has a question ''%s'' already', item.name);
  end
end
