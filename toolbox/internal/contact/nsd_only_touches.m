function yes = nsd_only_touches(y, a, b)
%NSD_ONLY_TOUCHES  True where a gap comes down to zero between A and B and turns there sharply.
%   Y(S): its values at the entries of S. abs(q) and sqrt((q-3)^2) turn so: they are positive on
%   both sides of the obstacle, and a contact whose gap is never negative cannot act. A gap that
%   grazes, as q^2, turns smoothly: its slope is smaller the nearer one looks.
  slope = zeros(1, 6);
  for level = 1:6
    s = linspace(a, b, 21);
    values = y(s);
    [least, k] = min(values);
    ends = min(values([1 end]));
    slope(level) = ends/(b - a);
    yes = least >= 0 && least <= 0.2*ends && slope(level) > 0.2*slope(1);
    if ~yes, return; end
    [a, b] = deal(s(max(k-1, 1)), s(min(k+1, 21)));
  end
end
