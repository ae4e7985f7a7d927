function nsd_show_system(sys)
%NSD_SHOW_SYSTEM  What disp(sys) prints.
  name = nsd_or(sys.Name, 'system');
  if ~isempty(sys.FirstOrder)
    fprintf('  %s: first-order, %d state(s), %d relation(s): %s\n', name, sys.Coordinates, ...
            sys.FirstOrder.m, strjoin(unique(sys.FirstOrder.laws)', ', '));
    return
  end
  fprintf('  %s: %s, %d coordinate(s), %d contact(s), %d joint(s), force %s\n', name, ...
          sys.Kind, sys.Coordinates, sys.Contacts, sys.Joints, sys.Force.kind);
  if ~isempty(fieldnames(sys.Parameters))
    fprintf('  parameters: %s\n', nsd_parameter_text(sys.Parameters));
  end
  if strcmp(sys.Kind, 'lagrangian') && isempty(sys.Builtin), nsd_show_tapes(sys); end
  if ~isempty(sys.InitialPosition)
    fprintf('  carries an initial state: nsd_simulate(sys, [t0 t1]) runs\n');
  end
end
