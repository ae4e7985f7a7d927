function w = nsd_sweep_reduction(m, own, options)
%NSD_SWEEP_REDUCTION  Which numbers are kept of each run, as gateway 'sweep' takes it.
  N = m.N;
  size_of = size(m.q0, 1) + size(m.v0, 1);         % of [q; v]
  own_steps = strcmp(options.Method, 'event') || ~isempty([options.RelTol, options.AbsTol]);
  event = own_steps || strncmp(nsd_or(options.Method, ''), 'event', 5);
  w = struct('extrema', 0, 'sampling', 0, 'contact', -1, 'column', 0, 'level', 0, ...
             'direction', 0, 'latest', 1, 'capacity', 0, 'entries', (0:size_of-1)', 'stride', 1, ...
             'times', zeros(0, 1), 'periods', 0, 'every', m.steps, 'after', m.t0, ...
             'period', zeros(N, 1), 'kind', '', 'fun', []);
  if ~isempty(own.Columns)
    w.entries = nsd_sweep_values(own.Columns(:)', repmat(struct(), numel(own.Columns), 1), ...
                                 'Columns') - 1;
    if any(w.entries < 0 | w.entries >= size_of | w.entries ~= fix(w.entries))
      error('nsd:sweep:badValue', 'Columns must be numbers from 1 to %d, entries of [q; v]', ...
            size_of);
    end
  end
  after = nsd_sweep_values(own.After, m.list, 'After');
  if ~isempty(after), w.after = after; end
  if isa(own.Reduce, 'function_handle')
    w.fun = own.Reduce;
    w.every = repmat(m.every, N, 1);
    if ~isempty(m.times), w.times = m.times; end
    return
  end
  if any(strcmp(own.Reduce, 'extrema'))
    w.extrema = 1;
    w.every = ones(N, 1);
  end
  w.kind = [own.Reduce(strcmp(own.Reduce, 'poincare')), own.Reduce(strcmp(own.Reduce, 'rows')), ...
            {''}];
  w.kind = w.kind{1};
  if ~isempty(m.times) && ~strcmp(w.kind, 'rows')
    error('nsd:sweep:badSpan', 'a time span with more than two times goes with Reduce ''rows''');
  end
  if strcmp(w.kind, 'rows')
    w = rows_of(w, m);
  elseif strcmp(w.kind, 'poincare')
    w.capacity = own.Samples;
    if ~isempty(own.Section) && isempty(own.Period)
      w = section_of(w, own.Section, size_of);
      if w.contact >= 0, require_contact(m, w.contact + 1); end
    elseif isempty(own.Section)
      period = nsd_sweep_values(own.Period, m.list, 'Period');
      if isempty(period), period = period_of_force(m); end
      w = period_of(w, m, period, event);
    else
      error('nsd:sweep:badValue', 'Reduce ''poincare'' needs either Period or Section, not both');
    end
  end
  if w.sampling == 4 && own_steps
    error('nsd:sweep:badValue', ['Section [k c d] is found between rows, which Method ' ...
          '''event'' has too few of: take ''impact'', Period, or another method']);
  end
  if w.extrema && (~isempty(w.times) || w.periods > 0 || (w.sampling == 1 && m.every > 1 ...
                                                          && strcmp(w.kind, 'rows')))
    error('nsd:sweep:badValue', ['extrema are taken over all steps: with ''rows'' every so ' ...
          'many, rows at given times, or a Period in event methods, sweep twice']);
  end
end

function period = period_of_force(m)
% of one nsd_harmonic, run by run
  F = [];
  if isempty(m.systems) && isa(m.sys, 'NsdSystem'), F = m.sys.Force; end
  if ~isstruct(F) || ~strcmp(F.kind, 'harmonic') || ~isscalar(F.omega)
    error('nsd:sweep:badValue', ['states once a period need Period, as in ''Period'', ' ...
          '2*pi/2.6, or Section, as in ''Section'', ''impact''']);
  end
  omega = repmat(F.omega, m.N, 1);
  if isfield(m.parameters, 'omega'), omega = m.parameters.omega(:); end
  period = 2*pi./abs(omega);
end

function w = rows_of(w, m)
  w.latest = 0;
  w.sampling = 1;
  if isempty(m.times)
    w.every = repmat(m.every, m.N, 1);
    w.capacity = max(ceil(m.steps/m.every)) + 1;
  else
    w.times = m.times;
    w.capacity = numel(m.times);
  end
end

function w = section_of(w, section, size_of)
  numbers = isnumeric(section) && isreal(section) && all(isfinite(section(:)));
  if strcmpi(section, 'impact')
    w.sampling = 3;
  elseif numbers && isscalar(section) && section >= 1 && section == fix(section)
    w.sampling = 3;
    w.contact = double(section) - 1;
  elseif numbers && any(numel(section) == [2 3]) && any(section(1) == 1:size_of) ...
      && any(sum(section(3:end)) == [-1 0 1])
    w.sampling = 4;
    w.every = ones(size(w.every));
    w.column = double(section(1)) - 1;
    w.level = double(section(2));
    w.direction = sum(section(3:end));
  else
    error('nsd:sweep:badValue', ['Section must be ''impact'', the number of a contact, or ' ...
          '[k c d]: entry k of [q; v] passes c in direction d = 1, -1 or 0']);
  end
end

function require_contact(m, number)
  sys = nsd_sweep_system(m, 1);
  count = sys.Contacts;
  if isnan(count), count = sys.resolved(m.q0(:, 1), m.t0(1)).Contacts; end
  if number > count && isempty(m.systems)        % systems of a function may differ
    error('nsd:sweep:badValue', 'Section is contact %d, but the system has %d', number, count);
  end
end

function w = period_of(w, m, period, event)
  if any(period < m.h)
    error('nsd:sweep:badValue', 'Period must not be shorter than Step');
  end
  w.period = period;
  ratio = round(period./m.h);
  even = all(abs(period - ratio.*m.h) <= 1e-12*period);
  if event                    % rows at multiples of the period
    w.sampling = 1;
    w.periods = max(floor((m.t1 - m.t0)./period + 1e-9)) + 1;
  elseif even && ~w.extrema   % every so many steps
    w.sampling = 1;
    w.every = ratio;
  else
    w.sampling = 2;
    w.every = ones(m.N, 1);
  end
end
