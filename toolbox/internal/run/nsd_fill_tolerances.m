function options = nsd_fill_tolerances(options, given)
%NSD_FILL_TOLERANCES  RelTol and AbsTol for the method: [] where its steps have constant length.
%   GIVEN: options as set by the user, or []. 'event' always has both. Methods of time stepping that
%   read them (nsd_option_table) take steps of their own length where one is given; the other is
%   then a hundred times as large, or a hundredth. What contact solvers leave stands in the error
%   estimate of such steps: LcpTol is at most a hundredth of RelTol, where it is not given.
  if nsd_method_table(options.Method).ownSteps
    if isempty(options.RelTol)
      [~, ~, usual] = nsd_option_table();
      [options.RelTol, options.AbsTol] = deal(usual.RelTol, usual.AbsTol);
    end
    return
  elseif isempty(given) || isempty([given.RelTol, given.AbsTol])
    [options.RelTol, options.AbsTol] = deal([]);
    return
  end
  options.RelTol = nsd_or(given.RelTol, min(0.5, 100*given.AbsTol));
  options.AbsTol = nsd_or(given.AbsTol, given.RelTol/100);
  if isempty(given.LcpTol)
    options.LcpTol = min(options.LcpTol, max(options.RelTol/100, 1e-13));
  end
end
