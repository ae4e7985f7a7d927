function nsd_show_system(sys)
%NSD_SHOW_SYSTEM  What disp(sys) prints.
  name = nsd_or(sys.Name, 'system');
  if isempty(sys.Force)
    fprintf('  empty NsdSystem: make one with NsdSystem.linear, lagrangian, energies, ...\n');
    return
  end
  if ~isempty(sys.FirstOrder)
    fprintf('  %s: first-order, %s, %s: %s\n', name, nsd_count_text(sys.Coordinates, 'state'), ...
            nsd_count_text(sys.FirstOrder.m, 'relation'), ...
            strjoin(unique(sys.FirstOrder.laws)', ', '));
    return
  end
  fprintf('  %s: %s, %s, %s, %s, force %s\n', name, sys.Kind, ...
          nsd_count_text(sys.Coordinates, 'coordinate'), ...
          nsd_count_text(sys.Contacts, 'contact'), nsd_count_text(sys.Joints, 'joint'), ...
          sys.Force.kind);
  show_numbers(sys);
  if ~isempty(fieldnames(sys.Parameters))
    fprintf('  parameters: %s\n', parameter_text(sys.Parameters));
  end
  if strcmp(sys.Kind, 'lagrangian') && isempty(sys.Builtin), show_recorded(sys); end
  if ~isempty(sys.InitialPosition)
    fprintf('  has an initial state: nsd_simulate(sys, [t0 t1]) runs\n');
  end
end

function show_numbers(sys)
% matrices of small linear systems, and what contacts have
  number = @(A) mat2str(full(A), 4);
  if strcmp(sys.Kind, 'linear') && sys.Coordinates <= 4
    parts = {'M', sys.M; 'C', sys.C; 'K', sys.K};
    parts = parts([true, nnz(sys.C) > 0, nnz(sys.K) > 0], :);
    if isnumeric(sys.F) && size(sys.F, 2) == 1, parts(end+1, :) = {'F', sys.F}; end
    text = cellfun(@(name, A) sprintf('%s = %s', name, number(A)), parts(:, 1), parts(:, 2), ...
                   'UniformOutput', false);
    fprintf('  %s\n', strjoin(text', ', '));
    if sys.Contacts > 0 && sys.Contacts <= 4
      fprintf('  gaps H''q + b: H = %s, b = %s\n', number(sys.ContactNormals), ...
              number(sys.ContactOffset));
    end
  end
  e = unique(sys.restitution)';
  if ~isempty(e) && numel(e) <= 4, fprintf('  restitution %s\n', number(e)); end
  if sys.Rough, show_friction(sys.Gaps, number); end
  for d = sys.Drags, fprintf('  friction of given limit: %s\n', limit_text(d{1})); end
end

function show_friction(groups, number)
% coefficients that are numbers, then laws by their name
  laws = cellfun(@(r) r.surface.law, groups, 'UniformOutput', false);
  plain = groups(cellfun('isempty', laws));
  mu = unique(cell2mat(cellfun(@(r) r.surface.mu(:)', plain, 'UniformOutput', false)));
  if ~isempty(mu) && numel(mu) <= 4, fprintf('  friction %s\n', number(mu)); end
  for law = laws(~cellfun('isempty', laws))
    p = law{1}.parameters;
    switch law{1}.kind
      case 'stribeck', fprintf('  friction by Stribeck''s curve: from %g to %g\n', p(1:2));
      case 'curve', fprintf('  friction by a curve over the sliding speed\n');
      otherwise, fprintf('  friction by a rate-and-state law\n');
    end
  end
end

function text = limit_text(d)
% 'limit 2 along [1;0]'
  words = {d.limit, d.tangent};
  for k = 1:2
    show = @func2str;
    if isnumeric(words{k}), show = @(x) mat2str(x, 4); end
    words{k} = show(words{k});
  end
  text = sprintf('limit %s along %s', words{:});
end

function show_recorded(sys)
% which functions run in C, and why the others stay in the interpreter
  if isempty(sys.Tapes)
    n = sys.Coordinates;
    if isnan(n), return; end
    at = struct('t', 0, 'q', nsd_or(sys.InitialPosition, zeros(n, 1)), ...
                'v', nsd_or(sys.InitialVelocity, zeros(n, 1)));
    try                  % a function may fail at this state: a run will say so
      [~, report] = nsd_tapes(sys.resolved(at.q, at.t), at);
    catch
      return
    end
  else
    report = sys.Tapes.report;
  end
  done = {report([report.compiled]).name};
  if ~isempty(done), fprintf('  runs in C: %s\n', strjoin(done, ', ')); end
  for line = report(~[report.compiled])
    fprintf('  stays in the interpreter (slower): %s; %s\n', line.name, line.hint);
  end
end

function text = parameter_text(p)
% 'omega = 2.6, k = 5' for a struct of parameters
  pairs = [fieldnames(p), struct2cell(p)]';
  text = strrep(strtrim(sprintf('%s = %g; ', pairs{:})), ';', ',');
  text = text(1:end-1);
end
