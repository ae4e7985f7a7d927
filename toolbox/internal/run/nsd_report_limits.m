function limits = nsd_report_limits()
%NSD_REPORT_LIMITS  From where on nsd_report warns; kept runs look at them, too (mex/simulate).
%   LIMITS.deep   part of the motion by which time stepping may pass a contact
%   LIMITS.rest   part of the motion by which a contact may rest below its surface at the end
%   LIMITS.joint  part of the motion by which a joint may be off
%   LIMITS.jointWork  part of the kinetic energy that joints may take, which do no work
%   LIMITS.gain   part of the largest energy that the works of contacts and scheme may add
%   LIMITS.drift  energy, in parts of AbsTol, that 'event' may leave without a cause
  limits = struct('deep', 0.05, 'rest', 0.01, 'joint', 1e-3, 'jointWork', 0.05, ...
                  'gain', 1e-3, 'drift', 1e3);
end
