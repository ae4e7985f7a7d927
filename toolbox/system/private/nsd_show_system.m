function nsd_show_system(sys)
%NSD_SHOW_SYSTEM  What disp(sys) prints.
  name = nsd_or(sys.Name, 'system');
  if isempty(sys.Force)
    fprintf('  empty NsdSystem: make one with NsdSystem.linear, lagrangian, energies, ...\n');
    return
  end
  if ~isempty(sys.FirstOrder)
    relations = 'no guards';                      % NsdSystem.hybrid(f)
    if ~isempty(sys.FirstOrder.laws)
      relations = [nsd_count_text(sys.FirstOrder.m, 'relation') ': ' ...
                   strjoin(unique(sys.FirstOrder.laws)', ', ')];
    end
    fprintf('  %s: first-order, %s, %s\n', name, nsd_count_text(sys.Coordinates, 'state'), ...
            relations);
    return
  end
  fprintf('  %s: %s, %s, %s, %s, force %s\n', name, sys.Kind, ...
          nsd_count_text(sys.Coordinates, 'coordinate'), ...
          nsd_count_text(sys.Contacts, 'contact'), nsd_count_text(sys.Joints, 'joint'), ...
          regexprep(sys.Force.kind, '^function$', 'function of t'));
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
  show_contacts(sys);
  for d = sys.Drags, fprintf('  friction of given limit: %s\n', limit_text(d{1})); end
end

function show_contacts(sys)
% restitution of rigid contacts, laws of compliant ones, friction: numbers in the order of contacts
  if isempty(sys.Gaps), return; end
  [laws, e, mu] = deal(cell(numel(sys.Gaps), 1));
  for k = 1:numel(sys.Gaps)
    r = sys.Gaps{k};
    rows = max([r.rows, numel(r.e), size(r.compliance, 1), numel(r.surface.mu)]);   % NaN: unknown
    laws{k} = bsxfun(@plus, nsd_or(r.compliance, [0 1 0 0 0]), zeros(rows, 1));
    e{k} = r.e(:) + zeros(rows, 1);
    mu{k} = r.surface.mu(:) + zeros(rows, 1);
    if ~isempty(r.surface.law), mu{k}(:) = NaN; end               % shown by its name
  end
  [laws, e, mu] = deal(vertcat(laws{:}), vertcat(e{:}), vertcat(mu{:}));
  known = ~isnan(sys.Contacts);
  rigid = laws(:, 1) == 0;
  if any(rigid), show_some('restitution', e, rigid, known); end
  words = law_words(laws);
  for word = unique(words(~rigid))'
    some = strcmp(words, word{1});
    show_some(['compliant, ' word{1} ': stiffness'], laws(:, 1), some, known, ...
              law_text(laws(some, :)));
  end
  if ~sys.Rough, return; end
  if any(mu > 0), show_some('friction', mu, ~isnan(mu), known); end
  show_friction_laws(sys.Gaps);
  show_directions(sys.Gaps);
end

function show_some(name, values, some, known, more)
% '  restitution [0.9 0.2]', and which contacts where these are not all and their numbers are known
  where = '';
  if ~all(some) && known
    where = sprintf(' (contacts %s)', strtrim(sprintf('%d ', find(some))));
    if sum(some) == 1, where = sprintf(' (contact %d)', find(some)); end
    if sum(some) > 6, where = sprintf(' (%d of the contacts)', sum(some)); end
  end
  if nargin < 5, more = ''; end
  fprintf('  %s %s%s%s\n', name, numbers_text(values(some)), more, where);
end

function words = law_words(laws)
% the law of each row [k n c d e], as option Compliance names it; '' for rigid contacts
  words = repmat({'hertz'}, size(laws, 1), 1);
  words(laws(:, 2) == 1) = {'kelvin-voigt'};
  words(laws(:, 4) > 0) = {'hunt-crossley'};
  words(laws(:, 5) > 0) = {'flores'};
  words(laws(:, 1) == 0) = {''};
end

function text = law_text(laws)
% ', damping 10' of rows [k n c d e]
  text = '';
  if any(laws(:, 2) ~= 1), text = [text, ', exponent ', numbers_text(laws(:, 2))]; end
  damping = sum(laws(:, 3:4), 2);                 % a law has c or d
  if any(damping), text = [text, ', damping ', numbers_text(damping)]; end
  if any(laws(:, 5)), text = [text, ', restitution ', numbers_text(laws(:, 5))]; end
end

function text = numbers_text(x)
% one number for all, a few in their order, or the range of many
  if all(x == x(1)) || numel(x) == 1
    text = sprintf('%.4g', x(1));
  elseif numel(x) <= 6
    text = mat2str(x(:)', 4);
  else
    text = sprintf('from %.4g to %.4g', min(x), max(x));
  end
end

function show_directions(groups)
% tangents and velocities of surfaces; a tangent without friction has no effect
  for k = 1:numel(groups)
    s = groups{k}.surface;
    if isempty(s.tangent), continue; end
    none = '';
    if isempty(s.law) && isempty(s.parameter) && isempty(s.cohesion) && ~any(s.mu)
      none = ', but no Friction';
    end
    fprintf('  tangent %s%s%s\n', direction_text(s.tangent), velocity_text(s.velocity), none);
  end
end

function text = velocity_text(velocity)
  text = '';
  if any(velocity ~= 0), text = [', surface velocity ' numbers_text(velocity)]; end
end

function text = direction_text(T)
% a small matrix, the size of a large one, or a function
  if isa(T, 'function_handle')
    text = func2str(T);
  elseif numel(T) <= 8
    text = mat2str(full(T), 4);
  else
    text = nsd_size_text(T);
  end
end

function show_friction_laws(groups)
  laws = cellfun(@(r) r.surface.law, groups, 'UniformOutput', false);
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
    words{k} = direction_text(words{k});
  end
  text = [sprintf('limit %s along %s', words{:}), velocity_text(d.velocity)];
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
