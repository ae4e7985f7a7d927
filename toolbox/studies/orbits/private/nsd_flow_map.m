function [y, Phi, sol] = nsd_flow_map(sys, tspan, x, options)
%NSD_FLOW_MAP  End state of an event-driven run, its derivative with respect to x, the solution.
%   The derivative is that of 'Sensitivity', or central differences of runs where this has none:
%   with compliant contacts, with friction, and of systems of first order.
  start = {x};
  mechanical = nsd_kind(sys).mechanical;
  if mechanical, start = {x(1:end/2), x(end/2+1:end)}; end
  tight = {'Method', 'event', 'RelTol', 1e-11, 'AbsTol', 1e-13, 'MaxSteps', 5e4, ...
           'Progress', 'off'};
  compliant = any(cellfun(@(contact) ~isempty(contact.compliance), sys.Gaps));
  by_runs = nargout > 1 && (compliant || sys.Rough || ~mechanical);
  if nargout > 1 && ~by_runs, tight = [tight, {'Sensitivity', 'on'}]; end
  restore = nsd_silence_warnings({'nsd:simulate:grazingSensitivity', 'nsd:energy:gain', ...
                                  'nsd:simulate:startPenetrates', 'nsd:simulate:gapStart', ...
                                  'nsd:simulate:maxSteps'});                  %#ok<NASGU>
  sol = nsd_simulate(sys, tspan, start{:}, tight{:}, options{:});
  if strcmp(sol.status, 'maxSteps')
    error('nsd:periodic:failed', ['%g steps reach only t = %g of [%g, %g]: the span is far ' ...
          'longer than the periods of the motion; otherwise raise MaxSteps'], ...
          sol.stats.steps, sol.t(end), tspan);
  elseif ~strcmp(sol.status, 'ok')
    error('nsd:periodic:failed', 'a run from t = %g ended with status %s', tspan(1), sol.status);
  end
  y = sol.x(end, :)';
  if by_runs
    Phi = nsd_differences(@(x) nsd_flow_map(sys, tspan, x, options), x);
  elseif nargout > 1
    Phi = sol.sensitivity.Phi(:, :, end);
  end
end
