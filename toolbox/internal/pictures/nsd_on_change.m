function nsd_on_change(ax, name, action)
%NSD_ON_CHANGE  Calls ACTION whenever the property NAME of the axes has changed, in both hosts.
  if exist('OCTAVE_VERSION', 'builtin')
    addlistener(ax, name, action);
  else
    addlistener(ax, name, 'PostSet', action);
  end
end
