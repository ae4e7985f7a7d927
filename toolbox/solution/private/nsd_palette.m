function colours = nsd_palette(k)
%NSD_PALETTE  Colours of pictures, one row for each number K: also apart for colour-blind readers.
  known = [0.00 0.36 0.63; 0.80 0.33 0.10; 0.15 0.55 0.35; 0.55 0.35 0.65; 0.85 0.60 0.10; ...
           0.30 0.65 0.80; 0.40 0.40 0.40];
  colours = known(mod(k - 1, size(known, 1)) + 1, :);
end
