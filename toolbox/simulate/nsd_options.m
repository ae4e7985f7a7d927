function options = nsd_options(varargin)
%NSD_OPTIONS  Create, change or show the options of nsd_simulate.
%   NSD_OPTIONS with no output lists every option, its default and its meaning.
%   O = NSD_OPTIONS('Name', VALUE, ...) returns a struct with these options set.
%   O = NSD_OPTIONS(O1, 'Name', VALUE, ...) changes a copy of O1; a second struct
%   may follow O1, and its entries win, as in odeset. An empty value means default.
%
%       Method       'auto': 'event' (located impacts) for small systems    ['auto']
%                    without Step, else 'moreau' (time stepping);
%                    'moreau' | 'moreau-dissipative' | 'kern' |
%                    'paoli' | 'newmark' | 'hht' | 'genalpha' | 'rattle' |
%                    'event-newmark' |
%                    linear systems: 'naive'
%                    first-order systems: 'theta' | 'zoh'               ['theta']
%                    linear and nonlinear systems, NsdSystem.filippov: 'event'
%       Step         time step h; the last one ends at t1   [short against the motion]
%       OutputEvery  keep every so many steps                                   [1]
%       Theta        theta of the moreau schemes and of 'theta', 0 to 1       [1/2]
%                    (also of paoli with Metric 'end')
%       Relation     first-order systems: y and lambda at the end of a    ['implicit']
%                    step ('implicit'), at Theta ('midpoint') or 'explicit'
%       RelTol       relative error of a step: 'event', and moreau, newmark, hht,
%                    genalpha, rattle, which then choose the lengths of their steps
%                                                 ['event': 1e-8; else constant Step]
%       AbsTol       absolute error of a step, beside RelTol     ['event': 1e-10; else
%                    a hundredth of RelTol]
%       MaxStep      longest step where RelTol sets them   ['event': span/10; span/100]
%       Integrator   of 'event': 'auto' | 'dp54' | 'rosenbrock' (stiff        ['auto']
%                    forces); auto uses the exact solution of linear systems with
%                    constant and harmonic F, 'dp54' otherwise, and 'rosenbrock'
%                    where fast dampers would make both take many steps
%       Locate       of 'event': the time of an event by 'secant',         ['secant']
%                    'bisection' or 'illinois' (regula falsi): the same digits,
%                    sol.stats.rootValues counts the work
%       Chatter      of 'event': end of bounces that accumulate, by a local   ['map']
%                    map, by 'threshold' (ChatterSpeed), or not at all, 'off'
%       ChatterSpeed slower rebounds end the bouncing                        [1e-6]
%       ChatterHeight  of the map: bounces higher than this, relative to the [1e-9]
%                    largest gap of the run, are integrated
%       Stabilize    of 'event': held contacts by 'projection'       ['projection']
%                    or by an 'attract'ing term
%       Attraction   factor D of the 'attract'ing term                         [10]
%       Refine       of 'event': rows per step; plot(sol.t, sol.q) needs     [so many
%                    more where the motion bends                    as look smooth]
%       Events       of 'event': [value, isterminal, direction] = f(t, q, v),  [none]
%                    or f(t, y); zeros of value are logged as 'user', and with value alone
%                    the run goes on
%       MaxEvents    of 'event': so many events end the run                   [1e6]
%       MaxSteps     more steps end the run, where RelTol sets them            [1e9]
%       Sensitivity  of 'event': 'on' also gives sol.sensitivity              ['off']
%       Activation   gamma of the predicted gap y + gamma h U, 0 to 1         [1/2]
%       Weight       of paoli: weight of K, 0 to 1; 0: explicit, 1/4 and more   [0]
%                    stable for every step
%       Gamma        of newmark and naive; below 1/2 unstable                 [1/2]
%       Beta         of newmark and naive                     [(Gamma + 1/2)^2 / 4]
%       Alpha        of hht, 0 to 1/3: damping of high frequencies           [0.05]
%       SpectralRadius  of genalpha, 0 to 1: amplitude of the highest         [0.8]
%                    frequencies after a step
%       GGL          'on': newmark, hht and genalpha hold gaps and joints   ['off']
%                    by position and by velocity
%       JointForce   of newmark, hht, genalpha: joints have forces beside   ['none']
%                    their impulses, which keep 'velocity' or 'acceleration';
%                    sol.multiplier/h is then the force at the end of a step
%       Constraint   of naive: 'velocity' | 'position'                 ['velocity']
%       LcpTol       residual at which a contact problem counts as solved   [1e-10,
%                    and not more than RelTol/100 where RelTol sets the steps]
%       MaxIter      pivots or sweeps per contact problem                   [10000]
%       NewtonTol    nonlinear systems: relative change at which Newton     [1e-13]
%                    stops
%       NewtonMaxIter  nonlinear systems: Newton iterations per step           [50]
%       StepHalving  nonlinear systems, all methods but paoli and event:        [0]
%                    halvings of a step where Newton fails, 0 to 20
%       Project      'on': nonlinear moreau and rigid bodies bring gaps   ['auto']
%                    and joints back at position level after each step; auto: of
%                    rigid bodies contacts that would stay closed, else joints
%       Order        rigid bodies: 2 is of second order between impacts, also   [1]
%                    while bodies touch, for a few times the cost
%       Metric       of paoli: projection with M(q_n), 'frozen'; in the   ['frozen']
%                    'geodesic' distance of M(q); or with M(q_n+1), 'end', and
%                    forces at Theta
%       ImpactRoot   of event-newmark: 'quadratic' | 'exact'          ['quadratic']
%       Start        negative gaps and violated joints at the start:      ['auto']
%                    'accept' | 'project' | 'refuse'; auto moves the state to the
%                    nearest good one, where moreau and others keep negative gaps
%       OutputFcn    stop = f(t, y, flag), called with each row: @odeplot       [none]
%       OutputSel    entries of y = [q; v] (or x) that OutputFcn gets            [all]
%       Compile      'auto': functions of nonlinear systems run in C where  ['auto']
%                    they can, in very long runs as machine code (nsd_compile); 'on':
%                    recorded only, an error where they cannot; 'off': callbacks
%       KeepContacts  rigid bodies: 'on': sol.contacts lists contacts row   ['auto']
%                    by row; auto: up to 100 bodies
%       Controller   [u, memory] = c(t, x, memory), called at every Sample      [none]
%       Sample       time between two calls of Controller; u is constant between them
%       Input        B: u acts on linear and first-order systems as B*u, on worlds as
%                    forces and torques; functions get p.u (p.u1, p.u2, ...)
%       Progress     'auto' (after a second; in batch a line each minute) | 'on' | 'off' ['auto']
%       OnError      'raise' errors of your functions, or 'return'        ['raise']
%                    what was computed with status 'userError'
%
%   Unknown names raise nsd:options:unknownOption and offer the nearest ones; bad
%   values raise nsd:options:badValue. Runs warn as nsd:options:notRead of an option that their
%   method does not read, and refuse options of 'event' with other methods.
%
%   Example
%       o   = nsd_options('Step', 1e-3, 'Method', 'kern');
%       sol = nsd_simulate(nsd_ball(), [0 2], o);
%
%   See also NSD_SIMULATE, NSDSYSTEM.
  [known, names, ~, options] = nsd_option_table();
  if nargin == 0 && nargout == 0
    show(known);
    clear options                                 % no result is shown after the table
    return
  end
  varargin = nsd_chars(varargin);
  k = 1;
  named = {};
  while k <= nargin
    if isstruct(varargin{k})
      options = merge(options, varargin{k}, known, names);
      k = k + 1;
    else
      at = place_of(varargin{k}, names);
      if k == nargin
        error('nsd:options:badValue', 'option %s has no value', names{at});
      end
      value = check(varargin{k+1}, known(at));
      if any(strcmp(names{at}, named)) && ~isequal(value, options.(names{at}))
        nsd_warn('nsd:options:twice', '%s is given twice: the last value is taken', names{at});
      end
      named{end+1} = names{at}; %#ok<AGROW>  a few
      options.(names{at}) = value;
      k = k + 2;
    end
  end
end

function show(known)
  fprintf('  %-14s %-12s %s\n', 'Option', '[Default]', 'Meaning');
  for k = 1:numel(known)
    default = known(k).default;
    if isnumeric(default), default = num2str(default); end
    if isempty(default), default = 'auto'; end
    fprintf('  %-14s [%s]%s %s\n', known(k).name, default, blanks(10 - numel(default)), ...
            known(k).help);
  end
end

function options = merge(options, given, known, names)
% a struct of odeset has all its fields, most of them empty
  words = fieldnames(given);
  if all(isfield(given, {'RelTol', 'AbsTol', 'InitialStep', 'MaxStep', 'Refine'}))
    given.InitialStep = [];                       % a hint, which steps of 'event' do without
  end
  for k = find(~structfun(@isempty, given))'
    if tell_needless(words{k}, given.(words{k})), continue; end
    at = place_of(words{k}, names);
    options.(names{at}) = check(given.(words{k}), known(at));
  end
end

function needless = tell_needless(word, value)
% options of odeset that change no result here: true for these, with a warning unless they are off
  stiff = '''Integrator'', ''rosenbrock'' is for stiff equations, and makes its own derivatives';
  hints = {'Stats', 'sol.stats and disp(sol) say what a run did'; ...
           'NormControl', 'the error of every entry is held below RelTol and AbsTol'; ...
           'Vectorized', 'functions are called with one state at a time'; ...
           'Jacobian', 'derivatives belong to the system: ''ForceJacobian'' of lagrangian'; ...
           'JPattern', stiff; 'JConstant', stiff; 'BDF', stiff; ...
           'MaxOrder', 'the order belongs to the method'};
  at = find(strcmpi(word, hints(:, 1)), 1);
  needless = ~isempty(at);
  if needless && ~strcmp(value, 'off')
    nsd_warn('nsd:options:notRead', '%s of odeset changes nothing: %s', word, hints{at, 2});
  end
end

function value = check(value, option)
  if isempty(value), return; end
  if iscell(option.check)
    value = nsd_check_word(value, option.check, option.name, 'nsd:options:badValue');
  elseif ischar(option.check)
    check_kind(value, option);
  elseif ~isnumeric(value) || ~isscalar(value) || ~isreal(value) || ~option.check(value)
    error('nsd:options:badValue', '%s must be %s, not %s', option.name, option.range, ...
          found_text(value, option.name));
  else
    value = full(double(value));
  end
end

function text = found_text(value, name)
% what stands where a number should, as 'the char ''0.1'''
  if isnumeric(value) && isscalar(value) && isreal(value)
    text = sprintf('%g', double(value));
  elseif ischar(value) && isrow(value)
    text = sprintf('the %s ''%s''', class(value), value(1:min(end, 40)));
    if ~isnan(str2double(value)), text = sprintf('%s: write %s', text, value); end
  else
    text = sprintf('%s %s', nsd_size_text(value), class(value));
    if strcmp(name, 'AbsTol') && isnumeric(value) && isreal(value) && all(value(:) > 0)
      text = sprintf(['%s: one number holds for all entries, write %g, the smallest of ' ...
                      'yours'], text, min(value(:)));
    end
  end
end

function check_kind(value, option)
% values that are not a single number: functions, and lists of indices
  switch option.check
    case 'function'
      good = isa(value, 'function_handle');
      named = ischar(value) && isrow(value) && isvarname(value);
      if named, option.range = ['a handle: @' value]; end
      if good, good = is_there(value); end
      if isa(value, 'function_handle') && ~good
        option.range = sprintf(['a function that is there: none of the name %s was found, is ' ...
                                'the word right?'], func2str(value));
      end
      if good && strcmp(option.name, 'OutputFcn'), require_flag(value); end
    case 'matrix'
      good = isnumeric(value) && ismatrix(value) && isreal(value) && all(isfinite(value(:)));
    otherwise, good = isnumeric(value) && isvector(value) && isreal(value) ...
                      && all(value >= 1 & value == fix(value));
  end
  if ~good, error('nsd:options:badValue', '%s must be %s', option.name, option.range); end
end

function require_flag(f)
% OutputFcn is called with three arguments, also before the first row and after the last one
  count = count_of(f);
  if ~any(count == 0:2), return; end
  error('nsd:options:badValue', ['OutputFcn is called as f(t, y, flag), with the flag ''init'' ' ...
        'at the start, '''' at each row and ''done'' at the end, and returns true to stop; the ' ...
        'one given takes %s: write @(t, y, flag) ...'], nsd_count_text(count, 'argument'));
end

function there = is_there(f)
% false for the handle of a file that is not there: it has no count of arguments, as a built-in
  there = ~isnan(count_of(f));
  if ~there
    name = strrep(func2str(f), '@', '');
    there = exist(name, 'file') > 0 || exist(name, 'builtin') > 0;
  end
end

function count = count_of(f)
% of the arguments of a function, NaN where the host does not know
  count = NaN;
  try
    count = nargin(f);
  catch
    return
  end
end

function at = place_of(name, names)
% the place of a name in the table, ignoring case; other names raise
  at = [];
  if ischar(name), at = find(strcmpi(name, names), 1); end
  if isempty(at), nsd_match_name(name, names, 'options', 'nsd_simulate'); end
end
