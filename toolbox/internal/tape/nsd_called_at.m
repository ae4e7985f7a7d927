function y = nsd_called_at(f, q, t, p)
%NSD_CALLED_AT  f(q), f(q, t) or f(q, t, p), as many arguments as f takes.
  switch nargin(f)
    case 3, y = f(q, t, p);
    case {2, -2}, y = f(q, t);
    otherwise, y = f(q);
  end
end
