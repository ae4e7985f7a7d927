function y = nsd_called(f, count, p, varargin)
%NSD_CALLED  f of these arguments, with the parameters p last if f takes COUNT arguments.
  if nargin(f) == count
    y = f(varargin{:}, p);
  else
    y = f(varargin{:});
  end
end
