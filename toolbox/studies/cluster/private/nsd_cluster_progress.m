function p = nsd_cluster_progress(job, strict)
%NSD_CLUSTER_PROGRESS  How far a job is, from the names of its parts and the lines of its chunks.
%   The time left is that of the runs that are missing, by the mean of those that are there. When
%   the scheduler does not answer, all that is missing may run, and STRICT raises.
  head = struct('runs', job.Runs, 'chunks', job.Chunks);
  parts = nsd_cluster_parts(job.Folder);
  there = ismember(1:job.Chunks, parts.chunk);
  running = [];
  if ~all(there)
    try
      running = nsd_cluster_backend(job.Cluster, 'running', nsd_cluster_notes(job.Folder), ...
                                    job.Folder);
      running = intersect(running, find(~there));
    catch err
      if strict || ~strcmp(err.identifier, 'nsd:cluster:noAnswer'), rethrow(err); end
      running = find(~there);
    end
  end
  spans = @(k) numel(nsd_cluster_runs(head, k));
  sizes = arrayfun(spans, 1:job.Chunks);
  p = struct('runs', job.Runs, 'finished', sum(sizes(there)), 'chunks', job.Chunks, ...
             'done', sum(there), 'running', running, 'missing', find(~there), 'secondsLeft', 0);
  if all(there), return; end
  p.secondsLeft = Inf;
  [seconds, runs, active] = deal(0, 0, 0);
  for k = 1:job.Chunks
    state = nsd_cluster_state(fullfile(job.Folder, 'state', sprintf('%d.txt', k)));
    if isempty(state), continue; end
    if there(k) && state.seconds >= 0
      [seconds, runs] = deal(seconds + state.seconds, runs + sizes(k));
    elseif ~there(k)
      active = active + 1;
    end
  end
  if runs > 0
    p.secondsLeft = seconds/runs*(p.runs - p.finished)/max(1, min(active, numel(running)));
  end
end
