function places = nsd_cluster_runs(head, k)
%NSD_CLUSTER_RUNS  Places, in the order of a sweep, of the runs of chunk K of head.chunks.
  places = floor((k - 1)*head.runs/head.chunks) + 1:floor(k*head.runs/head.chunks);
end
