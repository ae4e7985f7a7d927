function s = nsd_bind_functions(s, counts, p)
%NSD_BIND_FUNCTIONS  Bind the values of parameters to the functions of a first-order system.
%   S = NSD_BIND_FUNCTIONS(S, COUNTS) keeps the functions of S as they were given in s.given;
%   COUNTS, a struct by their names, says how many arguments each takes with the parameters.
%   S = NSD_BIND_FUNCTIONS(S, [], P) makes functions without the last argument, for the struct P.
  if nargin < 3
    s.counts = counts;
    for name = fieldnames(counts)', s.given.(name{1}) = s.(name{1}); end
    p = struct();
  end
  for name = fieldnames(s.counts)'
    f = s.given.(name{1});
    count = s.counts.(name{1});
    if iscell(f)
      s.(name{1}) = cellfun(@(f) nsd_bind_parameters(f, count, p), f, 'UniformOutput', false);
    else
      s.(name{1}) = nsd_bind_parameters(f, count, p);
    end
  end
end
