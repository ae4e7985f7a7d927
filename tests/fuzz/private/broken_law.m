function wrong = broken_law(f, given, outputs)
%BROKEN_LAW  What an outcome 'ok' of a public function violates, checked from outside; '' nothing.
%   F is the function, GIVEN its arguments, OUTPUTS what it returned.
  wrong = '';
  if isa(outputs{1}, 'NsdSolution')
    if strcmp(outputs{1}.status, 'ok'), wrong = law_of_run(outputs{1}, given); end
  elseif numel(outputs) == 2 && ~isempty(given) && isa(given{1}, 'NsdSystem')
    if strcmp(outputs{2}.status, 'ok'), wrong = law_of_projection(given, outputs{1}); end
  elseif ~ischar(f) && numel(outputs) == 2 && strcmp(outputs{2}.status, 'ok')
    wrong = law_of_solver(func2str(f), given, outputs{1});
  end
end

function wrong = law_of_solver(name, given, z)
% 1e-6: the tolerance of 1e-10, or one that was changed, times the size of the numbers
  wrong = '';
  given(1:2) = cellfun(@(x) double(full(x)), given(1:2), 'UniformOutput', false);
  [M, q] = given{1:2};
  q = q(:);
  tolerance = 1e-6*max([1; abs(M(:)); abs(q); abs(z(:))]);
  place = find(cellfun(@(x) ischar(x) && strcmpi(x, 'Tolerance'), given), 1);
  if ~isempty(place), tolerance = max(1, 1e6*double(given{place + 1}))*tolerance; end
  if ~all(isfinite(z(:)))
    wrong = [name ': ok, but the answer is not finite'];
  elseif strcmp(name, 'nsd_lcp')
    largest = 4*max([1; abs(z(:)); abs(q)]);      % products of large numbers overflow
    for k = 1:size(z, 2)
      w = M*(z(:, k)/largest) + q/largest;
      miss = max(abs(min(z(:, k)/largest, w)));
      if ~(miss <= tolerance/largest), wrong = sprintf('%s: ok, but the law is missed', name); end
    end
  elseif strcmp(name, 'nsd_friction')
    m = numel(q)/numel(given{3});
    if isscalar(given{3}), m = 2; end
    mu = double(full(given{3}(:)'));
    largest = max([1; abs(z(:))]);                % squares of large numbers overflow
    for k = 1:size(z, 2)
      r = reshape(z(:, k)/largest, [], numel(q)/max(2, m));
      cone = sqrt(sum(r(2:end, :).^2, 1)) - mu.*r(1, :);
      if any([-r(1, :), cone] > tolerance/largest), wrong = [name ': ok, outside the cone']; end
    end
  end
end

function wrong = law_of_projection(given, x)
% nsd_project(sys, q, ...): gaps are not negative at the time that was given
  wrong = '';
  sys = given{1};
  place = find(cellfun(@(x) ischar(x) && strcmpi(x, 'Time'), given), 1);
  t = 0;
  if ~isempty(place), t = double(given{place + 1}); end
  place = find(cellfun(@(x) ischar(x) && strcmpi(x, 'Tolerance'), given), 1);
  tolerance = 1e-6;
  if ~isempty(place), tolerance = max(tolerance, 1e4*double(given{place + 1})); end
  if ~all(isfinite(x))
    wrong = 'nsd_project: ok, but the answer is not finite';
  elseif any(sys.gap(x, t) < -tolerance*max([1; abs(x)]))
    wrong = 'nsd_project: ok, but a gap is negative';
  end
end

function wrong = law_of_run(sol, given)
  wrong = '';
  sys = sol.system;
  t = sol.t;
  numbers = [t(:); sol.q(:); sol.v(:); sol.impulse(:)];
  if ~all(isfinite(numbers))
    wrong = 'run: ok, but rows are not finite';
  elseif any(diff(t) < 0)
    wrong = 'run: ok, but times do not ascend';
  elseif ends_early(sol, given)
    wrong = 'run: ok, but it ends early';
  elseif strcmp(sys.Kind, 'linear') && isa(sys, 'NsdSystem')
    wrong = law_of_contacts(sol, sys);
    if isempty(wrong), wrong = law_of_energy(sol); end
  end
end

function yes = ends_early(sol, given)
% time stepping ends with a whole number of steps; a prepared run is not given its span
  yes = false;
  if isa(given{1}, 'function_handle') || numel(given) < 2, return; end
  if ~isnumeric(given{2}) || numel(given{2}) < 2, return; end
  slack = 1e-9*max(abs(double(given{2}(:))));
  if ~strncmp(sol.stats.method, 'event', 5), slack = slack + 0.51*sol.stats.step; end
  yes = abs(sol.t(end) - double(given{2}(end))) > slack;
end

function wrong = law_of_contacts(sol, sys)
% impulses push; friction is in its cone; a contact with an impulse of Moreau's scheme has the
% velocity of Newton's law; event methods do not penetrate
  wrong = '';
  glued = any(cellfun(@(g) isstruct(g.surface) && ~isempty(g.surface.cohesion), sys.Gaps));
  soft = any(cellfun(@(g) ~isempty(g.compliance), sys.Gaps));      % pressed in
  P = sol.impulse;
  size_of_P = max([abs(P(:)); realmin()]);
  if glued || soft || isempty(P), return; end
  if any(P(:) < -1e-9*size_of_P), wrong = 'run: ok, but an impulse pulls'; end
  mu = numeric_friction(sys);
  if ~isempty(mu) && size(sol.tangential, 2) == size(P, 2)
    if any(any(abs(sol.tangential) - P*diag(mu) > 1e-6*size_of_P))
      wrong = 'run: ok, but friction is outside its cone';
    end
  end
  U = sol.v*sys.ContactNormals;
  speed = max([abs(U(:)); abs(sol.v(:))]);
  if strcmp(sol.stats.method, 'moreau') && isempty(mu) && numel(sol.t) == sol.stats.steps + 1
    jump = U(2:end, :) + U(1:end-1, :)*diag(sys.Restitution);
    slack = 1e-6*speed + 1e-14*turned_velocity(sol, sys);
    if any(any(P(2:end, :) > 1e-6*size_of_P & abs(jump) > slack))
      wrong = 'run: ok, but Newton''s law is missed';
    end
  end
  if strcmp(sol.stats.method, 'event')
    gap = sol.gap;
    if any(gap(:) < min(-1e-6*max(abs([gap(:); sol.q(:)])), 2*min(gap(1, :))))
      wrong = 'run: ok, but a gap is negative';
    end
  end
end

function mu = numeric_friction(sys)
% coefficients of all contacts, or [] where some have none or a law
  mu = [];
  for g = sys.Gaps
    surface = g{1}.surface;
    if ~isstruct(surface) || ~isnumeric(surface.mu) || ~isempty(surface.law), mu = []; return; end
    mu = [mu; surface.mu(:)]; %#ok<AGROW>
  end
  if numel(mu) ~= sys.Contacts, mu = []; end
end

function wrong = law_of_energy(sol)
% not where numbers of the system are so far apart that works are rounding, nor with springs that
% have no potential
  wrong = '';
  sys = sol.system;
  K = full(sys.Stiffness);
  if max(abs([nonzeros(sys.Damping); K(:); nonzeros(sys.Mass)])) > 1e6, return; end
  if ~isequal(K, K'), return; end
  E = sol.energy;
  works = cell2mat(cellfun(@(name) E.(name), nsd_work_table(), 'UniformOutput', false));
  works = bsxfun(@minus, works, works(1, :));     % a first row after an impact has its work already
  miss = E.total - E.total(1) - sum(works, 2);
  scale = max(abs([E.total(:); E.kinetic(:); E.potential(:); works(:)]));
  rounding = 1e-12*max(abs(sol.q(:)))*max([1; abs(sol.system.Force.constant)]);
  rounding = rounding + 1e-15*numel(sol.t)*max([abs(sol.impulse(:)); 0])*turned_velocity(sol, sys);
  if any(abs(miss) > 1e-6*scale + rounding), wrong = 'run: ok, but the energies do not add up'; end
end

function v = turned_velocity(sol, sys)
% the largest change of a velocity by the impulses of a row. A force that a contact holds gives a
% free velocity and takes it back: what is left has the rounding of that, however slow it is
  v = max([reshape(abs(sys.Mass\(sys.ContactNormals*sol.impulse')), 1, []), 0]);
end
