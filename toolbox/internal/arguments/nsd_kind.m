function kind = nsd_kind(sys)
%NSD_KIND  The row of the table of kinds for an NsdSystem or NsdBodies, or for a kind by its name.
%   name        as the tables of methods and options write it in their column systems
%   title       in messages
%   family      of the gateways 'run' and 'sweep' (mex/family/mex_family.c); Method 'event' and
%               event-newmark have families of their own (nsd_setup_run)
%   mechanical  true: q, v, gaps and energies; false: states x, outputs y, multipliers lambda
%   nonlinear   true: forces, contacts and joints are functions
%   methods     that run such systems, the default first
%   start       what stands between time span and options
%   ledger      where sol.energy.numerical comes from: a formula of the scheme, or what remains
%   plots       what plot(sol, WHAT) draws; panels: what plot(sol) draws
%   quantities  that nsd_order takes, the default first
%   compared    panels of nsd_compare
%   events      words for the numbers of events (c/run/sink.h)
%   counts      of arguments that functions of the system have with the parameters p, by name
%   tapes       recorded functions that the gateways expect (c/model/tape/tape_*.h)
%   A solution that was saved keeps a summary of its system, a struct that is taken for SYS, too.
  persistent rows                                 % constant, and read in every run
  if isempty(rows), rows = all_rows(); end
  if ischar(sys)
    name = sys;
  else
    name = sys.Kind;                              % 'firstOrder' stands for four kinds
    if strcmp(name, 'firstOrder') && ~isstruct(sys), name = sys.FirstOrder.kind; end
  end
  kind = rows.(name);
end

function rows = all_rows()
  mechanical = struct('name', '', 'title', '', 'family', 'linear', 'mechanical', true, ...
                      'nonlinear', false, 'methods', {{}}, 'start', 'q0 and v0', ...
                      'ledger', 'scheme', ...
                      'plots', {{'position', 'velocity', 'reaction', 'energy', 'gap', 'phase', ...
                                 'force', 'impulse'}}, ...
                      'panels', {{'position', 'velocity', 'reaction', 'balance'}}, ...
                      'quantities', {{'v', 'q'}}, ...
                      'compared', {{'position', 'velocity', 'energy without external work', ...
                                    'smallest gap'}}, ...
                      'events', {nsd_event_kinds()}, 'counts', struct(), 'tapes', {{}});
  linear = named(mechanical, 'linear', 'linear systems');
  lagrangian = named(mechanical, 'lagrangian', 'nonlinear systems');
  [lagrangian.family, lagrangian.nonlinear] = deal('nonlinear', true);
  lagrangian.ledger = 'remainder';
  lagrangian.counts = struct('mass', 2, 'force', 4, 'forceJacobian', 4, 'potential', 2);
  lagrangian.tapes = {'mass', 'massJacobian', 'force', 'forceJacobian', 'gap', 'gapJacobian', ...
                      'gapBias', 'joint', 'jointJacobian', 'jointBias', 'potential', 'tangent'};
  bodies = named(mechanical, 'bodies', 'rigid bodies');
  bodies.family = 'bodies';
  bodies.plots = [bodies.plots, {'x', 'y', 'z', 'angle', 'vx', 'vy', 'vz', 'speed'}];
  first = named(mechanical, 'firstOrder', 'NsdSystem.firstOrder');
  [first.family, first.mechanical] = deal('first order', false);
  first.start = 'x0';
  first.plots = {'state', 'lambda', 'output', 'phase'};
  first.panels = first.plots;
  first.quantities = {'x'};
  first.compared = {'state', 'multiplier', 'output'};
  first.events(6:7) = {'slide'; 'leave'};
  newton = named(first, 'firstOrderNonlinear', 'NsdSystem.firstOrder with functions');
  [newton.family, newton.nonlinear] = deal('first order newton', true);
  newton.counts = struct('rate', 3, 'rateJacobian', 3, 'output', 4, 'outputJacobian', 4, ...
                         'action', 4, 'actionJacobian', 4);
  newton.tapes = fieldnames(newton.counts)';
  filippov = named(newton, 'filippov', 'NsdSystem.filippov');
  filippov.family = 'filippov';
  filippov.counts = struct('rate', 4, 'surface', 3, 'surfaceJacobian', 3);
  filippov.tapes = fieldnames(filippov.counts)';
  hybrid = named(newton, 'hybrid', 'NsdSystem.hybrid');
  hybrid.family = 'hybrid';
  hybrid.panels = {'state', 'output', 'phase', 'events'};          % lambda is zero
  hybrid.counts = struct('rate', 3, 'guard', 3, 'reset', 4, 'mass', 2);
  hybrid.tapes = {'rate', 'guard', 'guardJacobian', 'guardBias', 'reset', 'mass'};
  for row = {linear, lagrangian, bodies, first, newton, filippov, hybrid}
    rows.(row{1}.name) = row{1};
  end
end

function kind = named(kind, name, title)
  [kind.name, kind.title, kind.methods] = deal(name, title, nsd_methods_of(name));
end
