function [table, names] = nsd_method_table(name)
%NSD_METHOD_TABLE  Every method once: name, systems, friction, law, family; with NAME its row.
%   SYSTEMS: kinds of systems that it runs (nsd_kind). FRICTION: 'yes' or 'no'. LAW: contacts
%   hold by 'velocity'; by 'position', or with impacts located; or 'choice': by position too with
%   GGL 'on'. FAMILY: 'explicit' is explicit in springs, 'naive' is there to show what goes wrong.
%   CONTACTS: 'rigid', or 'compliant' too. LOCATED: true for methods that locate impacts, with
%   rows on both sides of each; OWNSTEPS: they choose their steps by RelTol; ASMODEL: linear systems
%   run as functions; IMPACTS: they have all impact laws.
%   LIMITS: of a method that 'auto' takes, see below, else []; JOINTS: coordinates up to which it
%   takes this one for curved joints. NAMES: the names in a row. NAME may
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
      known(k).joints = most_for_joints(words{k});
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
% SPATIAL: of contacts with friction in space. Masses joined by springs that slide on a slope
% for 5 s: 5 of them take 0.2 s, 8 times as long as 'moreau', 10 take 0.5 s and 18 times, 16 take
% 1.9 s and 40 times.
% PAIRS: of bodies, corners and planes of a world that 'event' is asked to run.
  limits = struct('coordinates', 50, 'contacts', 20, 'spatial', 8, 'MaxSteps', 1e5, ...
                  'MaxEvents', 1e5, 'pairs', 100);
end

function most = most_for_joints(name)
% Coordinates up to which Method 'auto', where it takes time stepping, gives systems with curved
% joints to a method that keeps joints exactly and is of order 2; 0 for other methods. More: its
% matrices of joints are full. CPU time of a step of a chain, and what a pendulum of 2 rad with
% h = 0.002 loses within 100 periods (its rod is 1 m, 13.9 J lie between top and bottom):
%                       30 links   60 links   100 links   rod      energy   impact laws
%   'newmark', GGL        1.1 ms     4.3 ms     14 ms     1e-16    2e-4 J   Newton, Moreau
%   'rattle'              0.9 ms     3.8 ms     15 ms     2e-16    2e-4 J   all
%   'moreau', projected   0.1 ms     0.1 ms     1.0 ms    5e-14    12 J     Newton, Moreau
% 'newmark' comes first: it is implicit in springs, and passes positions in which joints become
% dependent, as a folded four-bar linkage, where 'rattle' stops.
  most = 120*any(strcmp(name, {'newmark', 'rattle'}));
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
