function bench_friction(varargin)
%BENCH_FRICTION  Time nsd_friction on the files given, and on heaps of touching spheres.
%   Prints lines "nsd friction NAME SOLVER RESIDUAL MILLISECONDS ITERATIONS CONTACTS"; the residual
%   is computed here.
  addpath(fullfile(fileparts(mfilename('fullpath')), '..', 'fixtures'), ...
          fullfile(fileparts(mfilename('fullpath')), '..', 'data'));
  for k = 1:numel(varargin)
    [W, q, mu] = data_friction(varargin{k});
    [~, name] = fileparts(varargin{k});
    time_solver(strtok(name, '.'), W, q, mu);
  end
  for heap = [6 6 6 8 8 8 10 10; 0.3 0.5 0.8 0.3 0.5 0.8 0.3 0.5]
    [W, q, mu] = lattice_heap(heap(1), heap(2), 1);
    time_solver(sprintf('heap_of_%d_spheres_mu_%.1f', heap(1)^3, heap(2)), W, q, mu);
  end
end

function time_solver(name, W, q, mu)
  best = Inf;
  spent = 0;
  while spent < 0.3
    start = cputime();
    [r, info] = nsd_friction(W, q, mu, 'Tolerance', 1e-8);
    best = min(best, cputime() - start);
    spent = spent + cputime() - start;
  end
  fprintf('nsd friction %s %s %.3g %.6g %d %d\n', name, info.solver, ...
          friction_residual(W, q, mu, r), 1e3*best, info.iterations, numel(mu));
end
