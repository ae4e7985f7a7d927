function yes = nsd_is_gnuplot()
%NSD_IS_GNUPLOT  True where Octave draws with gnuplot: thin lines, small letters, no light.
  yes = exist('OCTAVE_VERSION', 'builtin') && strcmp(graphics_toolkit(), 'gnuplot');
end
