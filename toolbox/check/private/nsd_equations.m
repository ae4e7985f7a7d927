function found = nsd_equations(sys, q)
%NSD_EQUATIONS  The recorded equations M(q) v' = F(t,q,v) of a nonlinear system, to be read.
%   FOUND: text, a cell with one line per coordinate, with a for v'; latex, an align environment.
%   Both are empty for systems that are not recorded or of more than MOST coordinates.
  MOST = 6;                       % more fill pages, and nobody reads them
  found = struct('text', {{}}, 'latex', '');
  n = numel(q);
  if ~strcmp(sys.Kind, 'lagrangian') || n > MOST || ~isempty(sys.Builtin), return; end
  names = fieldnames(sys.Parameters);
  mass = @(t, q, v, p) full_mass(sys, q, p);
  F = sys.Originals.force;
  if nargin(F) < 4, F = @(t, q, v, p) F(t, q, v); end
  [M, gotM] = recorded(mass, n, names);
  [F, gotF] = recorded(F, n, names);
  if ~gotM || ~gotF || M.size ~= n^2 || F.size ~= n, return; end
  [texts, latexes] = deal(cell(n, 1));
  state = nsd_polynomials('inputs', n, names);
  [M, state] = nsd_polynomials('tape', M, state);
  [F, state] = nsd_polynomials('tape', F, state);
  M = reshape(M, n, n);
  for i = 1:n
    [left, state] = nsd_polynomials('motion', M(i, :), state);
    texts{i} = [nsd_polynomials('text', left, state, 1), ' = ', ...
                nsd_polynomials('text', F{i}, state, 1)];
    latexes{i} = [nsd_polynomials('text', left, state, 2), ' &= ', ...
                  nsd_polynomials('text', F{i}, state, 2)];
  end
  found.text = texts;
  lines = sprintf('  %s \\\\\n', latexes{:});
  found.latex = sprintf('\\begin{align}\n%s\n\\end{align}', lines(1:end-4));
end

function M = full_mass(sys, q, p)
  M = sys.Mass;
  if isfield(sys.Originals, 'mass')
    M = sys.Originals.mass;
    if nargin(M) > 1, M = M(q, p); else, M = M(q); end
  end
  M = reshape(full(M), numel(M), 1);
end

function [tape, got] = recorded(f, n, names)
  tape = [];
  trace = nsd_record(f, [1 n n], names);
  got = ~isempty(trace);
  if ~got, return; end
  [tapes, unused] = nsd_kernel('tape', trace, {'value'}, [n n]);
  tape = tapes{1};
  got = unused == 0 && ~isempty(tape);
end
