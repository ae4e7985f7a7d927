function colours = nsd_palette(k, count, ax)
%NSD_PALETTE  Colours of pictures, one row for each number K: also apart for colour-blind readers.
%   NSD_PALETTE(K, COUNT, AX): of COUNT curves in the axes AX; number 0 is dark grey. Up to eight
%   have these colours, or the colour order that the user has chosen; more have a ramp from dark
%   blue over green to orange.
  known = [0.00 0.36 0.63; 0.80 0.33 0.10; 0.15 0.55 0.35; 0.55 0.35 0.65; 0.85 0.60 0.10; ...
           0.30 0.65 0.80; 0.40 0.40 0.40; 0.75 0.25 0.45];
  k = reshape(k, 1, []);
  if nargin > 1 && count > size(known, 1)
    stops = [0.10 0.15 0.45; 0.10 0.55 0.60; 0.45 0.70 0.25; 0.95 0.60 0.10];
    colours = interp1(linspace(0, 1, 4), stops, (max(k, 1) - 1)/(count - 1));
  else
    if nargin > 2
      own = get(ax, 'ColorOrder');
      if ~isequal(own, get(0, 'FactoryAxesColorOrder')), known = own; end
    end
    colours = known(mod(max(k, 1) - 1, size(known, 1)) + 1, :);
  end
  colours(k == 0, :) = repmat([0.2 0.2 0.2], sum(k == 0), 1);
end
