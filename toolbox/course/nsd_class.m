function varargout = nsd_class(what, folder, name)
%NSD_CLASS  Keep the answers of a class in a folder, and count them.
%   NSD_CLASS('log', FOLDER) lets nsd_check write each answer into FOLDER, a file for each student
%   (answers_NAME.csv: time, student, question, numbers, answer, right), until NSD_CLASS('off') or
%   the end of the session. NSD_CLASS('log', FOLDER, NAME) names the student [the user of the
%   computer]. FOLDER may be one that all computers of the class see; tell the class of it.
%   NSD_CLASS('table', FOLDER) prints for each question how many students have tried and solved it,
%   and in how many tries; T = NSD_CLASS('table', FOLDER) returns a struct array instead.
%   Bad arguments raise nsd:class:<reason>.
%
%   Example
%       folder = tempname();  mkdir(folder);
%       nsd_class('log', folder, 'ann');
%       nsd_check('ball', 0.45);
%       nsd_check('ball', 8.58);
%       nsd_class('off');
%       nsd_class('table', folder)
%
%   See also NSD_CHECK, NSD_QUESTION.
  if nargin < 1, what = ''; end
  what = nsd_check_word(nsd_chars(what), {'log', 'off', 'table'}, 'the first argument', ...
                        'nsd:class:badCall');
  if strcmp(what, 'off')
    nsd_class_place([]);
    return
  end
  if nargin < 2 || exist(nsd_chars(folder), 'dir') ~= 7
    error('nsd:class:noFolder', 'name a folder that exists: nsd_class(''%s'', folder)', what);
  end
  folder = nsd_absolute_name(nsd_chars(folder));
  if strcmp(what, 'log')
    if nargin < 3, name = user_name(); end
    name = regexprep(nsd_chars(name), '[^A-Za-z0-9_-]', '_');
    nsd_class_place(struct('folder', folder, 'name', name));
    return
  end
  table = counted(answers_in(folder));
  if nargout > 0
    varargout{1} = table;
    return
  end
  fprintf('  %-14s %9s %7s %15s\n', 'question', 'students', 'solved', 'tries to solve');
  for row = table
    fprintf('  %-14s %9d %7d %15.1f\n', row.question, row.students, row.solved, row.tries);
  end
end

function name = user_name()
  name = getenv('USER');
  if isempty(name), name = getenv('USERNAME'); end
  if isempty(name), name = 'student'; end
end

function answers = answers_in(folder)
% cell of {student, question, right}, in the order in which they were written
  answers = cell(0, 3);
  for file = dir(fullfile(folder, 'answers_*.csv'))'
    lines = strsplit(nsd_read_text(fullfile(folder, file.name)), sprintf('\n'));
    for line = lines(2:end)
      parts = regexp(line{1}, '^[^,]*,([^,]*),([^,]*),.*,([01])$', 'tokens', 'once');
      if ~isempty(parts), answers(end+1, :) = parts; end %#ok<AGROW>
    end
  end
end

function table = counted(answers)
% one row per question: students who tried and who solved it, mean number of tries of the latter
  table = struct('question', {}, 'students', {}, 'solved', {}, 'tries', {});
  for question = unique(answers(:, 2))'
    mine = answers(strcmp(answers(:, 2), question{1}), :);
    students = unique(mine(:, 1))';
    tries = NaN(1, numel(students));
    for k = 1:numel(students)
      right = strcmp(mine(strcmp(mine(:, 1), students{k}), 3), '1');
      if any(right), tries(k) = find(right, 1); end
    end
    tries = tries(~isnan(tries));
    table(end+1) = struct('question', question{1}, 'students', numel(students), ...
                          'solved', numel(tries), 'tries', mean(tries)); %#ok<AGROW>
    if isempty(tries), table(end).tries = NaN; end
  end
end
