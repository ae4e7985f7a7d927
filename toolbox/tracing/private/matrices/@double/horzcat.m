function x = horzcat(varargin)
%HORZCAT  Rows of plain numbers in a traced matrix: Octave looks for horzcat of class double.
  x = builtin('horzcat', varargin{:});
end
