function F = nsd_constant_force(sys)
%NSD_CONSTANT_FORCE  The part of the force that never changes, such as weight: n-by-1, or [].
%   -F'q is its potential. Of a linear system that is a constant F, or the constant part of
%   nsd_harmonic; else a function whose text uses none of its arguments, as @(t,q,v) [0; -m*g].
%   [] where there is none, where .potential or energies have it, and for bodies. SYS: a system, or
%   the summary of one in a solution that was saved.
  F = [];
  if isstruct(sys)
    if isfield(sys, 'ConstantForce'), F = sys.ConstantForce; end
  elseif isa(sys, 'NsdSystem') && any(strcmp(sys.Kind, {'linear', 'lagrangian'})) ...
      && isempty(sys.Potential) && isempty(sys.Builtin)
    F = constant_of(sys);
  end
  if ~any(F), F = []; end
end

function F = constant_of(sys)
  force = sys.Force;
  F = [];
  if isfield(force, 'constant'), F = force.constant; end
  given = [];
  if isfield(force, 'handle'), given = force.handle; end
  if isempty(given), return; end
  bound = given;
  if isfield(sys.Originals, 'force'), given = sys.Originals.force; end     % with the parameters p
  words = regexp(func2str(given), '^@\(([^)]*)\)(.*)$', 'tokens', 'once');
  if isempty(words), return; end
  names = strrep(strrep(words{1}, ' ', ''), ',', '|');
  names = regexprep(names, '\|p$', '');           % numbers that stay the same in a run
  if ~isempty(regexp(words{2}, ['(^|[^\w.])(' names ')($|\W)'], 'once')), return; end
  if strcmp(sys.Kind, 'linear'), states = {0}; else, states = {0, NaN, NaN}; end
  value = nsd_probe(@() bound(states{:}));
  if isnumeric(value) && isreal(value) && all(isfinite(value(:))) ...
      && numel(value) == sys.Coordinates
    F = double(full(value(:)));
  end
end
