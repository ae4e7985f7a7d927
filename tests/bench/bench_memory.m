function bench_memory()
%BENCH_MEMORY  Peak memory of the whole chain run, relative to the arrays it returns.
%   Prints lines "extra memory_* VALUE", in megabytes. Linux only: reads /proc/self/status.
  c = bench_case('chain-whole');
  sys = NsdSystem.linear(c.M, c.C, c.K, c.F);
  sys = sys.contact(c.H, c.b, 'Restitution', c.e);
  run = @(steps) nsd_simulate(sys, [0, steps * c.h], c.q0, c.v0, 'Step', c.h, 'Progress', 'off');
  sol = run(2); % loads what the first call loads
  reset_peak();
  before = kilobytes('VmRSS');
  sol = run(c.steps);
  peak = (kilobytes('VmHWM') - before) / 1024;
  output = 8 * (numel(sol.q) + numel(sol.v) + numel(sol.impulse) + numel(sol.t)) / 2^20;
  fprintf('extra memory_peak %.6g\n', peak);
  fprintf('extra memory_output %.6g\n', output);
  fprintf('extra memory_ratio %.6g\n', peak / output);
end

function reset_peak()
  file = fopen('/proc/self/clear_refs', 'w');
  if file >= 0
    fprintf(file, '5\n'); % the kernel then counts VmHWM from here
    fclose(file);
  end
end

function k = kilobytes(name)
  k = sscanf(char(regexp(fileread('/proc/self/status'), [name ':\s*(\d+)'], 'tokens', ...
                         'once')), '%f');
end
