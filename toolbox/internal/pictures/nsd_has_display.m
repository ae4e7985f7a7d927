function yes = nsd_has_display()
%NSD_HAS_DISPLAY  False for Octave on a computer without a screen: there, pictures are only written.
  yes = ~exist('OCTAVE_VERSION', 'builtin') || ~isunix() || ismac() || ~isempty(getenv('DISPLAY'));
end
