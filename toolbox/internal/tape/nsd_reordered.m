function varargout = nsd_reordered(f, in, place)
%NSD_REORDERED  f(in{place}), for functions that name their arguments in an order of their own.
%   A file of its own, which a system that was saved finds again.
  [varargout{1:max(1, nargout)}] = f(in{place});
end
