function x = ones(varargin)
%ONES  Stands in for ones while a function is recorded: traced values can be assigned to it.
  x = recording(builtin('ones', varargin{:}));
end
