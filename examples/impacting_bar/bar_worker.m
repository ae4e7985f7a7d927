function bar_worker(jobFile, file, first, stride)
%BAR_WORKER  Every so many-th job of a file, one line of results each (for BAR_PARALLEL).
%
%   See also BAR_PARALLEL.
  jobs = dlmread(jobFile);
  for k = first:stride:size(jobs, 1)
    out = fopen(file, 'a');
    fprintf(out, '%.17g,%.17g,%.17g\n', bar_job(jobs(k, :)));
    fclose(out);
  end
end
