function x = horzcat(varargin)
%HORZCAT  Rows of plain numbers among traced ones: Octave asks the class double for it.
  x = builtin('horzcat', varargin{:});
end
