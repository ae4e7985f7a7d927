function force = nsd_force_struct(F, n)
%NSD_FORCE_STRUCT  The force of a linear system in one form, checked against n.
%   kind: 'none', 'constant', 'harmonic', 'table' (nsd_table), 'columns' (one per step) or
%   'function'. constant n-by-1, cosine and sine n-by-k, omega k-by-1, times 1-by-N, values n-by-N.
  persistent blank                               % of the last n: systems come in numbers
  if isempty(blank) || numel(blank.constant) ~= n
    blank = struct('kind', 'none', 'constant', zeros(n, 1), 'cosine', zeros(n, 0), ...
                   'sine', zeros(n, 0), 'omega', zeros(0, 1), 'times', [], 'values', [], ...
                   'handle', []);
  end
  force = blank;
  if isempty(F) || (isnumeric(F) && isscalar(F) && F == 0)
    return
  elseif isnumeric(F) && isreal(F) && ndims(F) == 2 && size(F, 1) == n
    F = double(full(F));
    if size(F, 2) == 1
      force.kind = 'constant';
      force.constant = F;
    else
      force.kind = 'columns';
      force.values = F;
    end
  elseif isa(F, 'function_handle')
    F = nsd_wrap_builtin(F);
    if ~any(nargin(F) == [1 -1])
      error('nsd:system:badForce', ['F takes %d arguments: in NsdSystem.linear it is @(t); ' ...
            'forces that depend on q and v go with NsdSystem.lagrangian'], nargin(F));
    end
    refuse_state(F);
    force.kind = 'function';
    force.handle = F;
  elseif isstruct(F) && isfield(F, 'nsdForce')
    force = from_maker(force, F, n);
  else
    hint = '';
    if isnumeric(F) && size(F, 2) == n, hint = '; did you mean F''?'; end
    hint = [hint nsd_entry_hint(F, n)];
    if ischar(F) && isrow(F)
      hint = ['; did you mean @(t) ' F '?'];
      if isvarname(F), hint = ['; did you mean @' F '?']; end
    end
    error('nsd:system:badForce', ['F must be %d-by-1, %d-by-N, @(t), nsd_harmonic(...) or ' ...
          'nsd_table(...), not %s %s%s'], n, n, nsd_size_text(F), class(F), hint);
  end
  if ~all(isfinite(force.constant)) ...
      || (~isempty(force.values) && ~all(isfinite(force.values(:))))
    error('nsd:system:notFinite', 'F contains NaN or Inf');
  end
end

function refuse_state(F)
% @(q) -k*q would be called with the time, and run without a word
  name = regexp(func2str(F), '^@\((q|v|x|y)\)', 'tokens', 'once');
  if isempty(name), return; end
  error('nsd:system:badForce', ['F is @(t), not @(%s): it would be called with the time. A ' ...
        'spring is K, a damper C; other forces that depend on the state go with ' ...
        'NsdSystem.lagrangian(M, @(t,q,v) ...)'], name{1});
end

function force = from_maker(force, F, n)
  if ~is_made(F)
    error('nsd:system:badForce', 'F is a struct, but not one that nsd_harmonic or nsd_table made');
  end
  for name = fieldnames(rmfield(F, 'nsdForce'))', force.(name{1}) = F.(name{1}); end
  force.kind = F.nsdForce;
  rows = size(force.cosine, 1);
  if strcmp(force.kind, 'table'), rows = size(force.values, 1); end
  if rows ~= n
    error('nsd:system:badForce', 'F has %s, but the system has %s', ...
          nsd_count_text(rows, 'row'), nsd_count_text(n, 'coordinate'));
  end
  if isempty(force.constant), force.constant = zeros(n, 1); end
  if numel(force.constant) ~= n
    error('nsd:system:badForce', 'the constant part of F must be %d-by-1', n);
  end
end

function yes = is_made(F)
% a struct of nsd_harmonic or nsd_table that nobody has changed
  makers = {'harmonic', {'cosine', 'sine', 'omega', 'constant'}; 'table', {'times', 'values'}};
  row = find(strcmp(F(1:min(end, 1)).nsdForce, makers(:, 1)));
  yes = isscalar(F) && ~isempty(row) && all(cellfun(@(name) isfield(F, name) && ...
                                  isa(F.(name), 'double') && ismatrix(F.(name)), makers{row, 2}));
  if yes && row == 1
    yes = isequal(size(F.sine), size(F.cosine)) && numel(F.omega) == size(F.cosine, 2);
  elseif yes
    yes = numel(F.times) == size(F.values, 2);
  end
end
