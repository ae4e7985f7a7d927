function nsd_refuse_contacts(sys, options)
%NSD_REFUSE_CONTACTS  Raise for laws of contacts that the method does not have.
%   Compliant contacts run in the methods whose row of nsd_method_table says so, laws of impacts
%   besides Newton's in 'event' and 'rattle'.
  refuse_impacts(sys, options);
  if all(cellfun(@(r) isempty(r.compliance), sys.Gaps)), return; end
  [table, names] = nsd_method_table();
  row = table(strcmp(options.Method, names));
  if strcmp(row.contacts, 'rigid')
    good = names(~strcmp({table.contacts}, 'rigid'));
    error('nsd:simulate:compliance', ['Method ''%s'' has rigid contacts only; those with ' ...
          'Stiffness take %s'], options.Method, strjoin(good, ', '));
  elseif strcmp(options.Sensitivity, 'on')
    error('nsd:simulate:compliance', ['Sensitivity through compliant contacts is not ' ...
          'available: leave it ''off'', or take rigid contacts']);
  elseif ~row.ownSteps && options.Theta == 0
    error('nsd:simulate:compliance', ['compliant contacts are implicit: Theta must be above 0 ' ...
          '(1/2 and more are stable for every Stiffness)']);
  elseif ~row.ownSteps && ~isempty(options.RelTol)
    error('nsd:simulate:compliance', ['steps by RelTol are for rigid contacts in ''%s'': give ' ...
          'Step, or take Method ''event'''], options.Method);
  elseif ~row.ownSteps && strcmp(options.Project, 'on')
    error('nsd:simulate:compliance', ['Project pushes contacts to their surface, which ' ...
          'compliant contacts are pressed below: leave it ''off''']);
  end
end

function refuse_impacts(sys, options)
% rows of contacts by functions may not be known yet
  parts = cellfun(@(r) r.impact, sys.Gaps, 'UniformOutput', false);
  parts = [parts{:}];
  if isempty(parts), return; end
  kinds = setdiff({parts.kind}, {'newton'});
  orders = setdiff({parts.order}, {'', 'simultaneous'});
  if isempty(kinds) && isempty(orders), return; end
  row = nsd_method_table(options.Method);
  same = isempty(orders) && isequal(kinds, {'moreau'});   % what time stepping has
  rolls = cellfun(@(r) ~isempty([r.surface.rollingTangent, r.surface.spinningTangent]), sys.Gaps);
  if ~row.impacts && ~same
    error('nsd:simulate:impact', ['Method ''%s'' has the impact laws of Newton and Moreau ' ...
          'only, not %s: take ''event'' or ''rattle'''], options.Method, ...
          strjoin([kinds, orders], ', '));
  elseif any(rolls)
    error('nsd:simulate:impact', ['Rolling and Spinning go with Newton''s impact law: leave ' ...
          'Impact and MultipleImpact out']);
  elseif strcmp(options.Sensitivity, 'on')
    error('nsd:simulate:impact', ['Sensitivity is that of Newton''s impact law: leave it ' ...
          '''off'', or leave Impact and MultipleImpact out']);
  end
end
