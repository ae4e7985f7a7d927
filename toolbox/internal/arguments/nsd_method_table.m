function [table, names] = nsd_method_table(name)
%NSD_METHOD_TABLE  Every method once: name, systems, friction, law, family; with NAME its row.
%   SYSTEMS: kinds of systems that it runs (nsd_kind). FRICTION: 'yes' or 'no'. LAW: contacts
%   hold by 'velocity'; by 'position', or with impacts located; or 'choice': by position too with
%   GGL 'on'. FAMILY: 'explicit' is explicit in springs, 'naive' is there to show what goes wrong.
%   CONTACTS: 'rigid', or 'compliant' too. LOCATED: true for methods that locate impacts, with
%   rows on both sides of each; OWNSTEPS: they choose their steps by RelTol; ASMODEL: linear systems
%   run as functions; IMPACTS: they have all impact laws.
%   LIMITS: of a method that 'auto' takes, see below, else []. NAMES: the names in a row. NAME may
%   be that of a run which one method began and another ended, as 'event, then moreau'.
  persistent known words last                   % constant, and read in every run
  if isempty(known)
    known = cell2struct(all_rows(), {'name', 'systems', 'friction', 'law', 'family', ...
                                     'contacts'}, 2);
    words = {known.name};
    for k = 1:numel(known)
      known(k).located = strcmp(known(k).family, 'event');
      known(k).ownSteps = strcmp(words{k}, 'event');
      known(k).asModel = strcmp(words{k}, 'rattle');
      known(k).impacts = known(k).ownSteps || known(k).asModel;
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
  worlds = [both, {'bodies'}];
  located = [both, {'hybrid', 'filippov'}];
  rows = { ...
    'moreau',             worlds,         'yes',   'velocity', 'moreau',     'compliant'; ...
    'moreau-dissipative', linear,         'yes',   'velocity', 'moreau',     'compliant'; ...
    'kern',               linear,         'no',    'velocity', 'explicit',   'rigid'; ...
    'paoli',              both,           'no',    'position', 'explicit',   'rigid'; ...
    'newmark',            both,           'yes',   'choice',   'newmark',    'rigid'; ...
    'hht',                both,           'yes',   'choice',   'newmark',    'rigid'; ...
    'genalpha',           both,           'yes',   'choice',   'newmark',    'rigid'; ...
    'rattle',             both,           'yes',   'position', 'explicit',   'rigid'; ...
    'naive',              linear,         'no',    'velocity', 'naive',      'rigid'; ...
    'event-newmark',      {'lagrangian'}, 'no',    'position', 'event',      'rigid'; ...
    'theta',              first,          'no',    'velocity', 'firstOrder', 'rigid'; ...
    'zoh',                {'firstOrder'}, 'no',    'velocity', 'firstOrder', 'rigid'; ...
    'event',              located,        'yes',   'position', 'event',      'compliant'};
end
