function kind = nsd_system_kind(sys)
%NSD_SYSTEM_KIND  'linear', 'lagrangian', 'firstOrder', 'hybrid' or 'filippov'.
%   Hybrid and Filippov systems are first-order systems (sys.Kind) that run event by event.
  kind = sys.Kind;
  if ~strcmp(kind, 'firstOrder'), return; end
  if isfield(sys.FirstOrder, 'hybrid')
    kind = 'hybrid';
  elseif any(strcmp('event', sys.FirstOrder.methods))
    kind = 'filippov';
  end
end
