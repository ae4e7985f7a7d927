function nsd_draw_now()
%NSD_DRAW_NOW  drawnow, but not where Octave has no screen: it would draw letters into the console.
  if nsd_has_display() || isempty(findobj(0, 'Type', 'figure', 'Visible', 'on')), drawnow(); end
end
