function s = nsd_bind_functions(s, p)
%NSD_BIND_FUNCTIONS  Bind the values of parameters to the functions of a first-order system.
%   S = NSD_BIND_FUNCTIONS(S) keeps the functions of S as they were given in s.given;
%   S = NSD_BIND_FUNCTIONS(S, P) makes functions without the last argument, for the struct P.
  counts = nsd_kind(s.kind).counts;
  if nargin < 2
    for name = fieldnames(counts)', s.given.(name{1}) = s.(name{1}); end
    p = struct();
  end
  for name = fieldnames(counts)'
    s.(name{1}) = nsd_bind_parameters(s.given.(name{1}), counts.(name{1}), p);
  end
end
