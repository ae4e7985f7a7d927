function [q0, v0, options, choice] = nsd_read_arguments(sys, given, t0)
%NSD_READ_ARGUMENTS  (q0, v0, options...), (x0, options...) or (options...) after the time span.
%   T0: start of the run [0]. CHOICE: struct with why, the reason of Method 'auto', or '';
%   goesOn: statuses of 'event' after which time stepping goes on; sys: SYS with what was evaluated.
  if nargin < 3, t0 = 0; end
  kind = nsd_kind(sys);
  given = nsd_chars(given);
  if numel(given) > 2 && isnumeric(given{3}) && isempty(given{3})
    refuse_extra(given, 3);
    given(3) = [];                                % no options, as in ode45
  elseif numel(given) > 1 && isnumeric(given{2}) && isempty(given{2}) && one_state(sys, kind, given)
    refuse_extra(given, 2);
    given(2) = [];
  end
  states = find([cellfun('isclass', given, 'char') | cellfun('isclass', given, 'struct'), true], ...
                1) - 1;
  if states > 0 && states < numel(given) && isstruct(given{states+1})
    refuse_extra(given, states + 1);
  end
  q0 = sys.InitialPosition;
  v0 = sys.InitialVelocity;
  if states < min(1 + kind.mechanical, numel(given))
    refuse_digits(given{states+1}, states, kind);
  end
  if states > 0
    [q0, v0] = given_start(sys, kind, given(1:states), numel(v0));
  elseif isempty(q0)
    refuse_empty(kind);
  end
  bodies = strcmp(kind.name, 'bodies');
  if ~bodies && ~isempty(sys.Labels)
    nsd_check_names('system', {sys.Name, sys.Labels}, numel(q0));
  end
  options = [];                                   % all of them have their defaults
  if states < numel(given) || bodies, options = nsd_options(given{states+1:end}); end
  if bodies
    options = of_bodies(options, sys.Bodies);
  end
  [method, why, asked, sys, options] = nsd_choose_method(sys, options, q0, t0);
  if ~isempty(options)
    options.Method = method;
    if ~bodies && sys.Rough, nsd_refuse_friction(sys, options); end
  end
  given = options;
  options = nsd_fill_options(given, kind);
  if ~strcmp(options.Method, method)
    options.Method = method;
    options = nsd_fill_tolerances(options, given);
  end
  choice = struct('why', why, 'goesOn', {{}}, 'sys', sys);
  if ~asked && strcmp(method, 'event')            % then no limit of 'event' was set
    choice.goesOn = {'stalled', 'jammed', 'noForces', 'ambiguous', 'ray', 'maxIter', ...
                     'maxSteps', 'maxEvents'};
    limits = nsd_method_table('event').limits;
    [options.MaxSteps, options.MaxEvents] = deal(limits.MaxSteps, limits.MaxEvents);
  end
end

function yes = one_state(sys, kind, given)
% true where the start is one vector, x0, or y0 = [q0; v0], and options come next
  yes = isnumeric(given{1}) && ~isempty(given{1}) ...
        && (~kind.mechanical || numel(given{1}) == 2*sys.Coordinates);
end

function [q0, v0] = given_start(sys, kind, given, rates)
  n = sys.Coordinates;
  needed = 1 + kind.mechanical;
  if isscalar(given) && numel(given{1}) == 2*n && kind.mechanical && ~strcmp(kind.name, 'bodies')
    given = {given{1}(1:n), given{1}(n+1:end)};   % [q0; v0], as for ode45
  end
  if isnan(n), n = numel(given{1}); end
  if numel(given) > needed
    [hint, value] = deal('', given{needed+1});
    if ~kind.mechanical
      hint = ' (the state is one vector, x0 = [1; 0])';
    elseif isnumeric(value) && isscalar(value) && isreal(value) && value > 0
      hint = sprintf('; a step is written ''Step'', %g', value);
    end
    error('nsd:options:unknownOption', ['after %s come options, ''Name'', value pairs or a ' ...
          'struct, not %s %s%s'], kind.start, nsd_size_text(value), class(value), hint);
  elseif numel(given) < needed
    refuse_one(kind, numel(given{1}), n, rates);
  elseif ~kind.mechanical
    q0 = nsd_check_vector(given{1}, n, 'x0', 'simulate');
    v0 = zeros(n, 1);
  else
    if ~strcmp(kind.name, 'bodies'), rates = n; end    % turns have four numbers, spins three
    q0 = nsd_check_vector(given{1}, n, 'q0', 'simulate');
    v0 = nsd_check_vector(given{2}, rates, 'v0', 'simulate');
  end
end

function refuse_one(kind, found, n, rates)
% one vector where two are wanted: q0 alone, or something of another length
  if isnan(n) || found == n
    error('nsd:simulate:noStart', 'v0 is missing: nsd_simulate(sys, [t0 t1], q0, v0)');
  end
  both = '';
  if ~strcmp(kind.name, 'bodies')
    rates = n;
    both = sprintf(', or [q0; v0] with %d', 2*n);
  end
  error('nsd:simulate:noStart', 'the start has %s; this system needs q0 (%d) and v0 (%d)%s', ...
        nsd_count_text(found, 'entry'), n, rates, both);
end

function refuse_extra(given, at)
% what ode45 once passed on to the function: values behind its options, which are GIVEN{AT}
  if numel(given) == at || ischar(given{at+1}) || isstruct(given{at+1}), return; end
  error('nsd:options:unknownOption', ['after the options comes %s %s: extra arguments are not ' ...
        'passed on to the function; write @(t,y) f(t,y,p), or make the system with f(t,y,p) ' ...
        'and name them, sys.parameter(''g'', 9.81) for p.g'], nsd_size_text(given{at+1}), ...
        class(given{at+1}));
end

function refuse_digits(given, before, kind)
% a start in quotes, nsd_simulate(sys, [0 1], '1', 0), which is no name of an option
  if ~ischar(given) || isnan(str2double(given)), return; end
  name = 'x0';
  if kind.mechanical, name = [char('q' + 5*before) '0']; end
  error('nsd:simulate:noStart', '%s is the char ''%s'': write %s', name, given, given);
end

function refuse_empty(kind)
  if strcmp(kind.name, 'bodies')
    shapes = nsd_shape_table();
    error('nsd:bodies:empty', 'the world has no bodies: add some with %s or %s', ...
          strjoin({shapes(1:end-1).name}, ', '), shapes(end).name);
  end
  error('nsd:simulate:noStart', ...
        'give %s: this system has no initial state of its own (see sys.start)', kind.start);
end

function options = of_bodies(options, count)
% other defaults of the solver, which sweeps over many contacts; its scheme has one Theta
  if nsd_or(options.Theta, 0.5) ~= 0.5
    error('nsd:simulate:method', 'rigid bodies take Method ''moreau'' with Theta of 1/2');
  end
  usual = 1e-6;
  if count > 50, usual = 1e-3; end                 % sweeps over many contacts converge slowly
  options.LcpTol = nsd_or(options.LcpTol, usual);
  options.MaxIter = nsd_or(options.MaxIter, 1e4);  % few steps need as many
end
