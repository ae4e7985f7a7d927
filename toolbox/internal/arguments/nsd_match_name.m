function name = nsd_match_name(given, known, area, caller)
%NSD_MATCH_NAME  The known option name that `given` spells, ignoring case.
%   Anything else raises nsd:<area>:unknownOption and offers the nearest names, all names where none
%   is near, or says where the option belongs.
  if ~ischar(given)
    example = '';
    if isnumeric(given) && isscalar(given) && any(strcmp(caller, {'contact', 'nsd_ball'}))
      example = sprintf(': the rebound is written ''Restitution'', %g', given);
    end
    error(['nsd:' area ':unknownOption'], ...
          '%s: expected an option name (a character vector), got %s%s', caller, class(given), ...
          example);
  end
  hit = find(strcmpi(given, known), 1);
  if isempty(hit)
    error(['nsd:' area ':unknownOption'], '%s has no option "%s"%s', caller, ...
          given(1:min(end, 60)), hint_for(given, known, caller));
  end
  name = known{hit};
end

function text = hint_for(given, known, caller)
  if any(strcmp('Method', known))                % the options of nsd_simulate, or more
    text = place_of(given);
    if ~isempty(text), text = [': ' text]; return; end
  end
  if strcmp(caller, 'NsdBodies') && strncmpi(given, 'dim', 3)
    text = ': a world whose places are [x; y] is in the plane, one with [x; y; z] in space';
    return
  end
  [names, far] = nsd_nearest_names(given, known);
  if far <= max(1, numel(given)/2) && far < numel(given)
    text = ['; nearest: ' strjoin(names, ', ')];
  elseif numel(known) <= 12
    text = ['; it has: ' strjoin([known, repmat({'none'}, 1, isempty(known))], ', ')];
  elseif strcmp(caller, 'nsd_simulate')
    text = '; nsd_options() lists them';
  elseif strncmp(caller, 'nsd_', 4)
    text = sprintf('; help %s lists them', caller);
  else
    text = ['; it has: ' strjoin(known, ', ')];
  end
end

function text = place_of(name)
% where an option belongs that is none of nsd_simulate; '' where unknown. Names of odeset, of
% models, of contacts, of sweeps
  contact = 'it belongs to the contact: sys.contact(..., ''%s'', value)';
  steps = 'time steps, the first one of ''event'' too, are set by Step';
  start = ['the start is given as nsd_simulate(sys, tspan, q0, v0), or before: ' ...
           'sys = sys.start(q0, v0)'];
  sweep = 'many runs side by side are made by nsd_sweep';
  places = { ...
    'InitialStep', steps; 'h', steps; 'dt', steps; ...
    'Solver', 'what integrates is the option Method, as in ''Method'', ''event'''; ...
    'Stats', 'sol.stats and disp(sol) say what a run did'; ...
    'Mass', ['the mass matrix belongs to the system: of M x'' = f(t,x) as ' ...
             'NsdSystem.hybrid(f, ''Mass'', M), of M v'' = F as the first argument of ' ...
             'NsdSystem.lagrangian and linear']; ...
    'Jacobian', 'derivatives belong to the system: ''ForceJacobian'' of NsdSystem.lagrangian'; ...
    'NonNegative', 'what must stay positive is a contact: sys.contact(H, b)'; ...
    'Vectorized', 'functions are called with one state at a time'; ...
    'NormControl', 'the error of every entry is held below RelTol, AbsTol'; ...
    'BDF', 'stiff forces take ''Method'', ''event'' with ''Integrator'', ''rosenbrock'''; ...
    'MaxOrder', 'the order belongs to the method'; ...
    'q0', start; 'v0', start; 'x0', start; 'Threads', sweep; 'Chunk', sweep; ...
    'Gravity', 'it belongs to the model: the force F, or NsdBodies(''Gravity'', g)'};
  for option = {'Restitution', 'TangentialRestitution', 'Friction', 'Tangent', ...
                'SurfaceVelocity', 'Rolling', 'Spinning', 'Cohesion', 'Stiffness', 'Damping', ...
                'Compliance', 'Exponent', 'Impact', 'MultipleImpact', 'ImpactStiffness', ...
                'ImpactExponent'}
    places(end+1, :) = [option, {sprintf(contact, option{1})}]; %#ok<AGROW>  a few
  end
  text = [places{strcmpi(name, places(:, 1)), 2}];
end
