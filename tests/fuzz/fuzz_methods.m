function report = fuzz_methods(varargin)
%FUZZ_METHODS  Random systems with friction: method 'event' against time stepping with halved steps.
%   REPORT = FUZZ_METHODS(SECONDS, FIRST, COUNT) goes through systems FIRST, FIRST + 1, ... [10, 1],
%   at most COUNT of them [Inf]; the same number is the same system and the same scheme in every
%   session. Systems (method_system.m) have friction, joints, moving obstacles, belts, several
%   contacts, and are linear or not. Every difference that does not shrink with the step is
%   explained (method_verdict.m): by several motions that Coulomb's law allows there, by a motion
%   that jumps with its start, by the order of impacts that happen at once. What is left is a
%   defect, as is a run with status 'ok' whose rows break the law (law_violations.m).
%   Cases run in child processes; a crash, or a case of more than a minute, is reported with its
%   number and the next case goes on. FUZZ_METHODS(0, NUMBER) shows the verdict on one system.
%   REPORT: cases, table (a struct: how many cases have each word), verdicts, solver and lies (lines
%   of verdicts), crashes, hangs, failed. Octave only.
  [seconds, first, count, restore] = begin_fuzzer(varargin{:}); %#ok<ASGLU>
  if seconds == 0
    report = verdict_of(first);
    disp(report);
    return
  end
  folder = tempname();
  mkdir(folder);
  remove = onCleanup(@() remove_folder(folder)); %#ok<NASGU>
  report = struct('cases', 0, 'verdicts', {{}}, 'crashes', [], 'hangs', []);
  clock = tic();
  number = first;
  while toc(clock) < seconds && number < first + count
    left = seconds - toc(clock);
    pid = start_child(@() compare_many(folder, number, first + count - 1, left));
    hangs = watch_child(pid, folder);
    [last, ended, verdicts] = read_back(folder, number);
    report.verdicts = [report.verdicts, verdicts];
    if hangs, report.hangs(end+1) = last; elseif ~ended, report.crashes(end+1) = last; end
    number = last + 1;
  end
  report.cases = number - first;
  report = close_report(report, first, toc(clock));
end

function verdict = verdict_of(number)
  schemes = {{'moreau'}, {'newmark'}, {'genalpha'}, {'moreau', 'Theta', 0.7}, {'hht'}, ...
             {'newmark', 'GGL', 'on'}};
  verdict = method_verdict(method_system(number), schemes{1 + mod(number, numel(schemes))});
end

function compare_many(folder, number, last, seconds)
% the child: `at` has the number of the case under way, `done` a line of each verdict that matters
  quiet_child(folder);
  at = fopen(fullfile(folder, 'at'), 'w');
  done = fopen(fullfile(folder, 'done'), 'w');
  clock = tic();
  parent = getppid();                             % another one when that has been killed
  for number = number:last
    if getppid() ~= parent, return; end
    frewind(at);
    fprintf(at, '%d\n', number);
    fflush(at);
    v = verdict_of(number);
    fprintf(done, '%d|%s|%s|%s|%.6g|%s|%s|%s\n', number, v.scheme, v.word, v.ended, v.part, ...
            mat2str(v.errors, 2), v.text, strjoin(v.lies, '; '));
    fflush(done);
    if toc(clock) > seconds, break, end
  end
  fprintf(done, 'end\n');
  fclose(done);
  fclose(at);
end

function [last, ended, verdicts] = read_back(folder, number)
  last = sscanf(fileread(fullfile(folder, 'at')), '%d', 1);
  if isempty(last), last = number; end
  lines = strsplit(strtrim(fileread(fullfile(folder, 'done'))), sprintf('\n'));
  ended = strcmp(lines{end}, 'end');
  verdicts = lines(~cellfun(@isempty, lines) & ~strcmp(lines, 'end'));
  delete(fullfile(folder, 'at'));
  delete(fullfile(folder, 'done'));
end

function report = close_report(report, first, seconds)
  parts = cellfun(@(line) strsplit(line, '|', 'CollapseDelimiters', false), report.verdicts, ...
                  'UniformOutput', false);
  words = cellfun(@(p) p{3}, parts, 'UniformOutput', false);
  ended = cellfun(@(p) p{4}, parts, 'UniformOutput', false);
  lying = ~cellfun(@(p) isempty(p{8}), parts);
  report.solver = report.verdicts(strcmp(words, 'solver'));
  report.lies = report.verdicts(lying);
  known = {'agree', 'shrinks', 'non-unique', 'discontinuous', 'impact order', 'no solution', ...
           'solver'};
  fprintf('methods: %d systems from number %d in %.0f s\n', report.cases, first, seconds);
  for word = known
    report.table.(regexprep(word{1}, '\W', '_')) = sum(strcmp(words, word{1}));
    fprintf('  %-14s %d\n', word{1}, sum(strcmp(words, word{1})));
  end
  for word = unique(ended(~strcmp(ended, 'ok')))
    fprintf('  ''event'' ended with %s: %d\n', word{1}, sum(strcmp(ended, word{1})));
  end
  fprintf('  rows against the law: %d; crashes %s, hangs %s\n', sum(lying), ...
          mat2str(report.crashes), mat2str(report.hangs));
  fprintf('%s\n', report.verdicts{strcmp(words, 'solver') | lying});
  report.failed = ~isempty([report.solver, report.lies]) || ...
                  ~isempty([report.crashes, report.hangs]);
end
