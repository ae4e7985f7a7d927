function nsd_report_newmark(sol)
%NSD_REPORT_NEWMARK  Warns where a Newmark scheme answers stiff damping with energy or with chatter.
%   Modes that C damps within a step overshoot with numerical damping (hht, genalpha, Gamma > 1/2):
%   the work of dampers, never positive, becomes positive, and with GGL a contact at rest
%   may push in every second step, twice as much as it should.
  sys = sol.system;
  if ~strcmp(sys.Kind, 'linear') || isempty(sys.Damping) ...
      || ~strcmp(nsd_method_table(sol.stats.method).family, 'newmark')
    return
  end
  work = max(sol.energy.damping);
  if work > nsd_report_limits().gain*sol.stats.largestEnergy && only_takes(sys.Damping)
    nsd_warn('nsd:energy:damping', ['the dampers gave %.3g J, where they can only take energy: ' ...
             'motions that C stops within a step overshoot with ''%s''; take Method ' ...
             '''newmark'' or ''moreau'', or a much smaller Step'], work, sol.stats.method);
  end
  if sys.Contacts == 0 || numel(sol.t) < 22 || numel(sol.t) ~= sol.stats.steps + 1, return; end
  turns = sum(diff(sol.impulse(end-20:end, :) > 0, 1, 1) ~= 0, 1)';
  a = find(turns >= 19 & sys.Restitution(:) == 0, 1);
  if ~isempty(a)
    nsd_warn('nsd:simulate:everySecondStep', ['contact %d pushes in every second step only: ' ...
             'its force is the mean of two rows; take Method ''newmark'' or ''moreau'', or a ' ...
             'smaller Step'], a);
  end
end

function yes = only_takes(C)
% true where v'C v is never negative
  C = 0.5*(C + C');
  n = size(C, 1);
  largest = full(max(abs(diag(C))));
  [~, failed] = chol(C + 1e-12*max(largest, realmin)*speye(n));
  yes = ~failed;
end
