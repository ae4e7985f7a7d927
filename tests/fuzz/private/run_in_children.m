function report = run_in_children(name, try_case, seconds, first, count)
%RUN_IN_CHILDREN  Cases FIRST, FIRST + 1, ... of a fuzzer, in child processes.
%   TRY_CASE(NUMBER) makes a case and returns '' or what is wrong with its outcome. A crash, or a
%   case of more than a minute, ends the child and is reported with its number, and a new child
%   goes on with the next one. A text that begins with 'explained: ' is no fault, and is counted.
%   Ends after SECONDS or COUNT cases; prints what is found and a line of counts that begins with
%   NAME.
%   REPORT: cases, crashes and hangs (numbers of cases), wrong and explained (struct arrays with
%   number and text; of wrong one of each text), failed (something was found).
  folder = tempname();
  mkdir(folder);
  restore = onCleanup(@() remove_folder(folder)); %#ok<NASGU>
  report = struct('cases', 0, 'crashes', [], 'hangs', [], 'wrong', nothing(), ...
                  'explained', nothing());
  clock = tic();
  number = first;
  while toc(clock) < seconds && number < first + count
    left = seconds - toc(clock);
    pid = start_child(@() try_cases(try_case, folder, [number, first + count], left));
    hangs = watch_child(pid, folder);
    [last, ended, wrong] = read_back(folder, number);
    known = strncmp({wrong.text}, 'explained: ', 11);
    report.explained = [report.explained, wrong(known)];
    report.wrong = one_of_each([report.wrong, wrong(~known)]);
    if hangs
      report.hangs(end+1) = last;
      fprintf('%s: case %d hangs: fuzz_%s(0, %d) shows it\n', name, last, name, last);
    elseif ~ended
      raise_own_fault(folder);
      report.crashes(end+1) = last;
      fprintf('%s: case %d crashes: fuzz_%s(0, %d) shows it\n', name, last, name, last);
    end
    report.cases = report.cases + last - number + 1;
    number = last + 1;
  end
  fprintf('%s: %d cases from number %d in %.0f s: %d crashes, %d hangs, %d kinds of faults\n', ...
          name, report.cases, first, toc(clock), numel(report.crashes), numel(report.hangs), ...
          numel(report.wrong));
  for w = [report.wrong, report.explained], fprintf('  %d: %s\n', w.number, w.text); end
  report.failed = ~isempty([report.crashes, report.hangs]) || ~isempty(report.wrong);
end

function try_cases(try_case, folder, numbers, seconds)
% the child: cases numbers(1), ... before numbers(2). The file `at` of the folder has the number of
% the case under way, wrong.mat what is wrong; `ended` is there when all cases have ended
  quiet_child(folder);
  own = fullfile(folder, 'files');                % what calls write stays out of the project
  if exist(own, 'dir') ~= 7, mkdir(own); end
  cd(own);
  at = fopen(fullfile(folder, 'at'), 'w');
  wrong = nothing();
  clock = tic();
  number = numbers(1) - 1;
  parent = getppid();                             % another one when that has been killed
  while toc(clock) < seconds && number + 1 < numbers(2) && getppid() == parent
    number = number + 1;
    frewind(at);
    fprintf(at, '%d\n', number);
    fflush(at);
    text = try_case(number);
    explained = strncmp(text, 'explained: ', 11);
    if ~isempty(text) && (explained || ~any(strcmp(text, {wrong.text})))
      wrong(end+1) = struct('number', number, 'text', text); %#ok<AGROW>  a few kinds
      save('-v7', fullfile(folder, 'wrong.mat'), 'wrong');
    end
  end
  fclose(at);
  fclose(fopen(fullfile(folder, 'ended'), 'w'));
end

function raise_own_fault(folder)
% a fault of the fuzzer (a path that is not whole, say) is no crash of the case under way
  file = fullfile(folder, 'said');
  if exist(file, 'file') ~= 2, return; end
  found = regexp(fileread(file), 'the fuzzer itself fails[^\n]*', 'match', 'once');
  if ~isempty(found), error('nsd:fuzz:fault', '%s', found); end
end

function [last, ended, wrong] = read_back(folder, number)
  last = sscanf(fileread(fullfile(folder, 'at')), '%d', 1);
  if isempty(last), last = number; end
  ended = exist(fullfile(folder, 'ended'), 'file') == 2;
  wrong = nothing();
  if exist(fullfile(folder, 'wrong.mat'), 'file') == 2
    kept = load(fullfile(folder, 'wrong.mat'));
    wrong = kept.wrong;
  end
  listing = dir(folder);
  for name = {listing(~[listing.isdir]).name}, delete(fullfile(folder, name{1})); end
end

function wrong = one_of_each(wrong)
  if isempty(wrong), return; end
  [~, one] = unique({wrong.text}, 'first');
  wrong = wrong(sort(one));
end

function wrong = nothing()
% a row: Octave joins two empty arrays of 0 by 0 to a column, which takes no rows
  wrong = struct('number', cell(1, 0), 'text', cell(1, 0));
end
