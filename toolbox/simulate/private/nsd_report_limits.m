function limits = nsd_report_limits()
%NSD_REPORT_LIMITS  From where on nsd_report warns; kept runs look at them, too (mex/simulate).
%   LIMITS.deep   part of the motion by which time stepping may pass a contact
%   LIMITS.drift  energy, in parts of AbsTol, that 'event' may leave without a cause
  limits = struct('deep', 0.05, 'drift', 1e3);
end
