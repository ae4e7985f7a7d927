function [M, F, U, damped] = nsd_energies_definition(given)
%NSD_ENERGIES_DEFINITION  Functions M(q,p), F(t,q,v,p), U(q,p) from the arguments of
%   NsdSystem.energies. U is [] when an energy depends on t. DAMPED: true where F holds forces of a
%   Dissipation.                                                                           (TP.6)
  if isempty(given)
    error('nsd:system:missing', 'write NsdSystem.energies(T, V), with T @(q,v) and V @(q)');
  end
  T = given{1};
  V = [];
  more = given(2:end);
  if ~isempty(more) && ~ischar(more{1})
    V = more{1};
    more(1) = [];
  end
  options = struct('Dissipation', [], 'Force', []);
  options = nsd_pair_options('energies', more, options, 'system', 'badOption');
  damped = ~isempty(options.Dissipation);
  E.kinetic = kinetic(T);
  E.potential = part(V, 0, 'V', {'q', 'qp', 'qtp'});
  E.dissipation = part(options.Dissipation, 0, 'Dissipation', {'', 'qv', 'qvp', 'qvtp'});
  E.applied = part(options.Force, [], 'Force', {'t', '', 'tqv', 'tqvp'});
  [mass, force, rest] = deal('mass', 'force', 'rest');     % held: no word in the texts below
  M = @(q, p) nsd_energy_value(E, mass, 0, q, 0*q, p);     % names a function (nsd_code_of)
  F = @(t, q, v, p) nsd_energy_value(E, force, t, q, v, p);
  U = [];
  if ~any([E.kinetic.takes, E.potential.takes] == 't')
    U = @(q, p) nsd_energy_value(E, rest, 0, q, 0*q, p);
  end
end

function k = kinetic(T)
% the kinetic energy, or the mass matrix in its place
  if isa(T, 'function_handle')
    k = part(T, 0, 'T', {'q', 'qv', 'qvp', 'qvtp'});
    if strcmp(k.takes, 'q'), refuse_square(k.value); end
  else
    k = struct('value', nsd_check_mass(T), 'takes', '');
  end
end

function refuse_square(f)
% a kinetic energy with q written for v, c*q^2, in place of a mass matrix M(q)
  [c, failed] = nsd_probe(@() [f(0), f(1), f(-1), f(2)]);
  if isempty(failed) && isnumeric(c) && numel(c) == 4 && c(2) ~= 0 && isequal(c, c(2)*[0 1 1 4])
    error('nsd:system:badEnergy', ['T = %g*q^2 does not depend on v: a kinetic energy is ' ...
          '@(q,v), as in NsdSystem.energies(@(q,v) %g*v^2, V)'], c(2), c(2));
  end
end

function one = part(f, default, name, orders)
% a function with the letters of its arguments: by their names where these are t, q, v, p, else by
% their number, ORDERS
  one = struct('value', default, 'takes', '');
  if isempty(f), return; end
  if isnumeric(f) && strcmp(name, 'Force')
    one.value = double(f(:));
    return
  end
  if ~isa(f, 'function_handle')
    error('nsd:system:badEnergy', ['%s must be a function, as in NsdSystem.energies(@(q,v) ' ...
          'v^2/2, @(q) -cos(q))'], name);
  end
  f = nsd_wrap_builtin(f);
  count = nargin(f);
  names = nsd_argument_names(f);
  known = ismember(names, {'t', 'q', 'v', 'p'});
  if ~isempty(names) && all(known) && numel(unique(names)) == numel(names)
    takes = [names{:}];
  elseif count >= 1 && count <= numel(orders)
    takes = orders{count};
    isTime = strcmp(names, 't');
    takes(isTime) = 't';
  else
    takes = '';
  end
  allowed = unique([orders{:}]);
  if isempty(takes) || ~all(ismember(takes, allowed))
    error('nsd:system:badEnergy', '%s takes %s that do not fit: it is one of %s', ...
          name, nsd_count_text(count, 'argument'), shown(orders));
  end
  one = struct('value', f, 'takes', takes);
end

function text = shown(orders)
% the forms of a function: its arguments by their names, with and without the parameters
  orders = reshape([strrep(orders, 'p', ''); orders], 1, []);
  [~, first] = unique(orders, 'first');
  orders = orders(sort(first));
  orders = orders(~cellfun(@isempty, orders));
  text = strjoin(cellfun(@(o) ['@(' strjoin(num2cell(o), ',') ')'], orders, ...
                         'UniformOutput', false), ', ');
end
