function job = nsd_sweep_job(folder)
%NSD_SWEEP_JOB  Open the folder of a sweep that other processes compute.
%   JOB = NSD_SWEEP_JOB(FOLDER) is the NsdSweepJob of a folder that NSD_SWEEP, NSD_BASIN or
%   NSD_BIFURCATION wrote with the option Cluster: on another day, by another user, on another
%   machine. Nothing but the folder is needed.
%   Raises nsd:cluster:noFolder, nsd:cluster:otherVersion, nsd:cluster:damaged.
%
%   Example
%       ball = nsd_ball();
%       folder = tempname();
%       nsd_sweep(ball, [], [0 1], 'q0', 1:3, 'Cluster', 'command', 'Folder', folder);
%       nsd_sweep_chunk(folder, 1);               % what a scheduler would call
%       out = nsd_sweep_job(folder).gather();
%
%   See also NSDSWEEPJOB, NSD_SWEEP_CHUNK, NSD_SWEEP.
  if nargin < 1, error('nsd:cluster:missing', 'nsd_sweep_job needs the folder of a sweep'); end
  job = NsdSweepJob(folder);
end
