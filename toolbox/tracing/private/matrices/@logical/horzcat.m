function x = horzcat(varargin)
%HORZCAT  Rows of plain numbers in a traced matrix: Octave looks for horzcat of class logical.
  x = builtin('horzcat', varargin{:});
end
