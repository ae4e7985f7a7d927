function bench_lcp(folder)
%BENCH_LCP  Time dense LCPs of a folder: nsd_lcp, and plain Octave code.
%   Prints lines "SIDE lcp NAME SOLVER RESIDUAL MILLISECONDS". The residual is computed here.
  files = [dir(fullfile(folder, '*_100.lcp.csv')); dir(fullfile(folder, '*_300.lcp.bin'))];
  for k = 1:numel(files)
    [M, q] = bench_read_lcp(fullfile(folder, files(k).name));
    name = strtok(files(k).name, '.');
    if exist('nsd_lcp', 'file') ~= 0
      time_one('nsd', name, M, q, @solve_ours);
    end
    time_one('plain', name, M, q, @(M, q) deal(plain_lcp(M, q, q < 0), 'activeset/lemke'));
  end
end

function [z, solver] = solve_ours(M, q)
  [z, info] = nsd_lcp(M, q); % the solver 'auto'
  solver = info.solver;
end

function time_one(side, name, M, q, solve)
  best = Inf;
  spent = 0;
  try
    while spent < 0.3
      start = cputime();
      [z, solver] = solve(M, q);
      best = min(best, cputime() - start);
      spent = spent + cputime() - start;
    end
    residual = max(abs(min(z, M * z + q))) / max(1, max(abs(q)));
    fprintf('%s lcp %s %s %.3g %.6g\n', side, name, solver, residual, 1e3 * best);
  catch err
    fprintf('%s lcp %s failed Inf 0\n', side, name);
    fprintf(2, '%s on %s: %s\n', side, name, err.message);
  end
end
