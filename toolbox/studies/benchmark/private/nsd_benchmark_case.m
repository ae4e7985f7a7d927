function one = nsd_benchmark_case(name, title, exact, run, varargin)
%NSD_BENCHMARK_CASE  A row of NSD_BENCHMARK: what is asked, its exact answer, and how it is run.
%   RUN(h) returns the number that NsdBodies gives with steps of h, and status and CPU seconds of
%   the run.
%   Further names and values: Unit [''], Step, Accuracy ['round-off'], Bound, Group ['forms'].
  one = struct('name', name, 'title', title, 'exact', exact, 'run', run, 'unit', '', ...
               'step', 1e-2, 'accuracy', 'round-off', 'bound', 1e-9*max(1, abs(exact)), ...
               'group', 'forms');
  for k = 1:2:numel(varargin), one.(lower(varargin{k})) = varargin{k + 1}; end
end
