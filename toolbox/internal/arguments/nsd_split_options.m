function [own, options] = nsd_split_options(area, given, own, others)
%NSD_SPLIT_OPTIONS  Options of nsd_<area> itself over their defaults, and options to pass on.
%   OTHERS: names to pass on, by default the options of nsd_simulate (nsd_pair_options).
  if nargin < 4, [~, others] = nsd_option_table(); end
  [own, options] = nsd_pair_options(['nsd_' area], given, own, area, 'badValue', others);
end
