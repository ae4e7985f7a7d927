function [table, names] = nsd_method_table(name)
%NSD_METHOD_TABLE  Every method once: name, systems, friction, law, family; with NAME its row.
%   SYSTEMS: kinds of systems that it runs (nsd_kind). FRICTION: 'yes', 'no', or
%   'plane': one tangent per contact. LAW: contacts hold by 'velocity'; by 'position', or with
%   impacts located; or 'choice': by position too with GGL 'on'. FAMILY: 'explicit' is explicit in
%   springs, 'naive' is there to show what goes wrong. LOCATED: true for methods that locate
%   impacts and give rows before and after each; OWNSTEPS: they choose their steps by RelTol.
%   LIMITS: of a method that 'auto' takes, see below, else []. NAMES: the names in a row. NAME may
%   be that of a run which one method began and another ended, as 'event, then moreau'.
  persistent known words last                   % constant, and read in every run
  if isempty(known)
    known = cell2struct(all_rows(), {'name', 'systems', 'friction', 'law', 'family'}, 2);
    words = {known.name};
    for k = 1:numel(known)
      known(k).located = strcmp(known(k).family, 'event');
      known(k).ownSteps = strcmp(words{k}, 'event');
      known(k).limits = [];
      if known(k).ownSteps, known(k).limits = limits_of_events(); end
    end
  end
  if nargin > 0
    if isempty(last) || ~strcmp(name, last.name)
      if any(name == ','), name = strtok(name, ','); end    % 'event, then moreau'
      last = known(strcmp(name, words));
    end
    table = last;
  else
    [table, names] = deal(known, words);
  end
end

function limits = limits_of_events()
% Systems that Method 'auto' gives to 'event', and how far it lets it go. Larger: runs that take
% long without having been asked for. A column of 20 balls that bounce on one another takes 0.05 s,
% 13 times as long as 'moreau', one of 40 balls 0.3 s and 80 times (events grow as their square).
  limits = struct('coordinates', 50, 'contacts', 20, 'MaxSteps', 1e5, 'MaxEvents', 1e5);
end

function rows = all_rows()
  linear = {'linear'};
  both = {'linear', 'lagrangian'};
  first = {'firstOrder', 'firstOrderNonlinear'};
  rows = { ...
    'moreau',             [both, {'bodies'}],              'yes',   'velocity', 'moreau'; ...
    'moreau-dissipative', linear,                          'yes',   'velocity', 'moreau'; ...
    'kern',               linear,                          'no',    'velocity', 'explicit'; ...
    'paoli',              both,                            'no',    'position', 'explicit'; ...
    'newmark',            both,                            'yes',   'choice',   'newmark'; ...
    'hht',                both,                            'yes',   'choice',   'newmark'; ...
    'genalpha',           both,                            'yes',   'choice',   'newmark'; ...
    'naive',              linear,                          'no',    'velocity', 'naive'; ...
    'event-newmark',      {'lagrangian'},                  'no',    'position', 'event'; ...
    'theta',              first,                           'no',    'velocity', 'firstOrder'; ...
    'zoh',                {'firstOrder'},                  'no',    'velocity', 'firstOrder'; ...
    'event',              [both, {'hybrid', 'filippov'}],  'plane', 'position', 'event'};
end
