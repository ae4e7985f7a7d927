function [kinds, orders] = nsd_impact_words()
%NSD_IMPACT_WORDS  Words of Impact and MultipleImpact, in the order of c/solve/impact/impact.h.
  kinds = {'newton', 'moreau', 'poisson', 'energetic', 'fremond', 'matrix'};
  orders = {'simultaneous', 'sequential', 'lzb'};
end
