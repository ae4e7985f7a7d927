function stop = nsd_show_row(f, t, y)
%NSD_SHOW_ROW  One row to OutputFcn; 1 when it asks to stop, 0 otherwise.
  stop = f(t, y, '');
  stop = double(~isempty(stop) && any(stop(:)));
end
