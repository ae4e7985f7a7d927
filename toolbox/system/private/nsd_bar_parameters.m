function p = nsd_bar_parameters(varargin)
%NSD_BAR_PARAMETERS  Parameters of the impacting bar, for gateway 'bar'.
%   P = NSD_BAR_PARAMETERS('Name', VALUE, ...) changes
%       Model     1 (spiral springs) or 2 (pairs of springs)                   [1]
%       Segments  n >= 2                                                       [9]
%       Length    of the bar with its hemisphere, above Radius               [0.2]
%       Radius    of the bar                                             [0.00635]
%       Density   of the material                                        [7876.74]
%       Young     modulus of the material                                 [2.1e11]
%       Gravity   acceleration downwards                                    [9.81]
%   Raises nsd:bar:unknownOption, nsd:bar:badValue.
  p = struct('Model', 1, 'Segments', 9, 'Length', 0.2, 'Radius', 0.00635, 'Density', 7876.74, ...
             'Young', 2.1e11, 'Gravity', 9.81);
  p = nsd_pair_options('nsd_bar', varargin, p, 'bar');
  for name = fieldnames(p)'
    p.(name{1}) = nsd_check_number(p.(name{1}), 'finite', name{1}, 'nsd:bar:badValue');
  end
  require(any(p.Model == [1 2]), 'Model', 'is 1 or 2', p);
  require(p.Segments == round(p.Segments) && p.Segments >= 2 && p.Segments <= 10000, ...
          'Segments', 'is a whole number from 2 to 10000', p);
  for name = {'Radius', 'Density', 'Young'}
    require(p.(name{1}) > 0, name{1}, 'must be positive', p);
  end
  require(p.Length > p.Radius, 'Length', ...
          sprintf('must exceed the radius of %g, which it includes', p.Radius), p);
end

function require(ok, name, rule, p)
  if ~ok
    error('nsd:bar:badValue', 'nsd_bar: %s %s, not %g', name, rule, p.(name));
  end
end
