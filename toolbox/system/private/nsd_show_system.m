function nsd_show_system(sys)
%NSD_SHOW_SYSTEM  What disp(sys) prints.
  name = nsd_or(sys.Name, 'system');
  if isempty(sys.Force)
    fprintf('  empty NsdSystem: make one with NsdSystem.linear, lagrangian, firstOrder\n');
    return
  end
  if ~isempty(sys.FirstOrder)
    fprintf('  %s: first-order, %s, %s: %s\n', name, nsd_counted(sys.Coordinates, 'state'), ...
            nsd_counted(sys.FirstOrder.m, 'relation'), ...
            strjoin(unique(sys.FirstOrder.laws)', ', '));
    return
  end
  fprintf('  %s: %s, %s, %s, %s, force %s\n', name, sys.Kind, ...
          nsd_counted(sys.Coordinates, 'coordinate'), nsd_counted(sys.Contacts, 'contact'), ...
          nsd_counted(sys.Joints, 'joint'), sys.Force.kind);
  if ~isempty(fieldnames(sys.Parameters))
    fprintf('  parameters: %s\n', nsd_parameter_text(sys.Parameters));
  end
  if strcmp(sys.Kind, 'lagrangian') && isempty(sys.Builtin), nsd_show_tapes(sys); end
  if ~isempty(sys.InitialPosition)
    fprintf('  carries an initial state: nsd_simulate(sys, [t0 t1]) runs\n');
  end
end
