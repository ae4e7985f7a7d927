function y = nsd_energy_value(E, what, t, q, v, p)
%NSD_ENERGY_VALUE  Mass matrix, force or energy at rest from recorded energies               (TP.6)
%   WHAT: 'mass' (n-by-n), 'force' (n-by-1) or 'rest' (V - T at v = 0). E is the struct of
%   nsd_energies_definition. Numbers are computed by the tapes, which are kept for the next call;
%   from traced values (NsdTrace) the operations of the tape are recorded.
  n = numel(q);
  names = fieldnames(p);
  traced = isa(q, 'NsdTrace') || isa(v, 'NsdTrace') || isa(t, 'NsdTrace');
  values = cell(numel(names), 1);
  for k = 1:numel(names), values{k} = p.(names{k}); end
  if traced
    tapes = NsdTrace.aside(@() kept_tapes(E, n, names, []));
    y = NsdTrace.replay(tapes.(what), vertcat(t, q(:), v(:), values{:}));
  else
    tapes = kept_tapes(E, n, names, struct('t', t, 'q', q(:), 'v', v(:), 'p', p));
    y = nsd_kernel('tape_eval', tapes.(what), vertcat(t, q(:), v(:), values{:}));
  end
  if strcmp(what, 'mass'), y = reshape(y, n, n); end
end

function tapes = kept_tapes(E, n, names, at)
% the tapes of E for n coordinates, made once; those of the last systems are kept. AT, where numbers
% are asked for: the record is compared with the functions once. Without AT a run is being recorded:
% a file with a function may have changed, so that the energies are recorded again
  persistent known
  if isempty(known), known = {}; end
  found = 0;
  for k = 1:numel(known)
    one = known{k};
    if one.n == n && numel(one.names) == numel(names) && all(strcmp(one.names, names)) ...
        && same(one.E, E)
      found = k;
      break
    end
  end
  if found == 1 && known{1}.ok && ~isempty(at)
    tapes = known{1}.tapes;
    return
  elseif found == 0 || isempty(at)
    if ~isempty(at), stacked(E, n, at.t, at.q, at.v, at.p); end     % raises what is wrong
    one = struct('E', E, 'n', n, 'names', {names}, 'tapes', recorded(E, n, names), 'ok', false);
  else
    one = known{found};
  end
  if ~one.ok && ~isempty(at)
    plain = @(x) stacked(E, n, x.t, x.q, x.v, at.p);
    [hint, wrong] = nsd_tape_check(plain, one.tapes.value, at, at.p, 1e-9);
    if wrong, not_recorded(hint); end
    one.ok = true;
  end
  if found > 0, known(found) = []; end
  known = [{one}, known(1:min(end, 15))];
  tapes = one.tapes;
end

function yes = same(A, B)
% true for copies of the same functions and for equal numbers
  yes = same_value(A.kinetic.value, B.kinetic.value) ...
        && same_value(A.potential.value, B.potential.value) ...
        && same_value(A.dissipation.value, B.dissipation.value) ...
        && same_value(A.applied.value, B.applied.value);
end

function yes = same_value(a, b)
  if isnumeric(a)
    yes = isnumeric(b) && numel(a) == numel(b) && all(a(:) == b(:));
  else
    yes = ~isnumeric(b) && isequal(a, b);
  end
end

function tapes = recorded(E, n, names)
% tapes of T, V, D and forces, and of the equations that follow from them
  [trace, hint] = nsd_record(@(t, q, v, p) stacked(E, n, t, q, v, p), [1 n n], names);
  if isempty(trace), not_recorded(hint); end
  requests = {'value', 'lagrangeMass', 'lagrangeForce', 'restEnergy'};
  [made, unused] = nsd_kernel('tape', trace, requests, [n n]);
  if unused > 0
    NsdTrace.watch(unused);
    nsd_record(@(t, q, v, p) stacked(E, n, t, q, v, p), [1 n n], names);
    not_recorded(['it branches (if, while, &&, ||) on t, q, v or a parameter', ...
                  nsd_user_line(NsdTrace.watch(0))]);
  elseif any(cellfun(@isempty, made))
    not_recorded('it has too many operations');
  end
  tapes = cell2struct(made(:), {'value', 'mass', 'force', 'rest'}, 1);
  if any(nsd_tape_reads(tapes.mass, [1, 1 + n + (1:n)]))
    error('nsd:system:badEnergy', ['the kinetic energy must be quadratic in v, with ' ...
          'coefficients that do not depend on t: its second derivatives by v, the mass matrix, ' ...
          'depend on v or t']);
  end
end

function not_recorded(hint)
  error('nsd:system:energyNotRecorded', ['the equations of motion come from the recorded ' ...
        'energies, and they cannot be recorded: %s'], hint);
end

function y = stacked(E, n, t, q, v, p)
% T, V, D and the applied forces, one below the other
  T = called(E.kinetic, 'T', t, q, v, p);
  if ~any(E.kinetic.takes == 'v')
    sized(T, [n n], 'M(q), given for the kinetic energy,');
    T = v.'*(T*v)/2;
  end
  V = called(E.potential, 'V', t, q, v, p);
  D = called(E.dissipation, 'Dissipation', t, q, v, p);
  F = called(E.applied, 'Force', t, q, v, p);
  if isempty(F), F = zeros(n, 1); end
  sized(T, [1 1], 'the kinetic energy T');
  sized(V, [1 1], 'the potential V');
  sized(D, [1 1], 'the dissipation function');
  F = reshape(F, numel(F), 1);
  sized(F, [n 1], 'the applied force');
  y = vertcat(T, V, D, F);
end

function sized(x, wanted, name)
  if numel(x) ~= prod(wanted)
    hint = '';
    if isequal(wanted, [1 1]), hint = squares(); end
    error('nsd:system:badEnergy', '%s must be %d-by-%d, not %s%s', name, wanted, ...
          nsd_size_text(x), hint);
  end
end

function text = squares()
  text = ': q and v are columns, the sum of squares of v is v''*v';
end

function y = called(part, name, t, q, v, p)
% the value of a function with the arguments that it takes; numbers stand for themselves. An error
% of the function NAME says so; traces tell theirs in not_recorded
  y = part.value;
  if ~isa(y, 'function_handle'), return; end
  in = cell(1, numel(part.takes));
  for k = 1:numel(in)
    switch part.takes(k)
      case 't', in{k} = t;
      case 'q', in{k} = q;
      case 'v', in{k} = v;
      otherwise, in{k} = p;
    end
  end
  if isa(q, 'NsdTrace')
    y = y(in{:});
    return
  end
  try
    y = y(in{:});
  catch err
    hint = '';
    sizes = {'nonconformant', 'square matrix', 'ncorrect dimensions'};      % of * and of ^
    known = cellfun(@(word) ~isempty(strfind(err.message, word)), sizes);
    if any(known) && numel(q) > 1, hint = squares(); end
    error(struct('message', sprintf('%s, called as %s(%s)%s', err.message, name, ...
                                    strjoin(num2cell(part.takes), ','), hint), ...
                 'identifier', err.identifier, 'stack', err.stack));
  end
end
