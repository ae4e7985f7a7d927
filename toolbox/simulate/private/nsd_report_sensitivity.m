function nsd_report_sensitivity(sol)
%NSD_REPORT_SENSITIVITY  Warnings where a state transition matrix means little, or does not exist.
  s = sol.sensitivity;
  if isempty(s), return; end
  if ~isnan(s.lostTime)
    warning('nsd:simulate:noSensitivity', ['contacts are hit at once at t = %g and the order ' ...
            'of their impacts matters: neighbouring runs come out differently, and Phi is ' ...
            'NaN from there on'], s.lostTime);
  end
  grazes = sol.events.t(strcmp(sol.events.kind, 'graze'));
  reach = 1e-6*max(1, max(abs(sol.q(:))));
  if ~isempty(grazes) || s.depth < reach
    where = 'an impact';
    if ~isempty(grazes), where = sprintf('the contact at t = %g', grazes(1)); end
    warning('nsd:simulate:grazingSensitivity', ['%s grazes: neighbouring runs miss it, and Phi ' ...
            'holds only for changes of the gap that are small against %.2g'], where, ...
            min([s.depth, reach]));
  end
end
