function out = stress_sweep(file)
%STRESS_SWEEP  The sweep of stress_files: 600 runs, saved after 64, 320 and all of them.
  osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
  out = nsd_sweep(osc, struct('omega', linspace(2.5, 3, 600)), [0 30], 'Step', 0.01, 'q0', -1, ...
                  'v0', 0, 'Reduce', 'poincare', 'Section', 'impact', 'Threads', 1, ...
                  'File', file, 'Progress', 'off');
end
