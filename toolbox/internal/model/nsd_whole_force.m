function f = nsd_whole_force(sys, t, q, v)
%NSD_WHOLE_FORCE  Right-hand side of a mechanical system: F(t) - C v - K q, or F(t,q,v).
  if strcmp(sys.Kind, 'lagrangian')
    f = sys.Force.handle(t, q, v);
    f = f(:);
    return
  end
  f = nsd_force_value(sys.Force, t, numel(q));
  if ~isempty(sys.Damping), f = f - sys.Damping*v; end
  if ~isempty(sys.Stiffness), f = f - sys.Stiffness*q; end
end
