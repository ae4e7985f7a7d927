function bench_energies()
%BENCH_ENERGIES  Runs of energies beside the same equations written by hand, both recorded.
%   Processor time of 200000 steps of 'moreau' and of a run by 'event' with small tolerances, the
%   best of three, as the ratio of energies to equations by hand; of ten steps, milliseconds: what a
%   call takes that is not the first. Prints lines "energy K NAME", "extra energies_WHAT_K VALUE".
  here = fileparts(mfilename('fullpath'));
  addpath(fullfile(here, '..', 'system'));
  exact = {'Method', 'event', 'RelTol', 1e-12, 'AbsTol', 1e-13, 'MaxStep', 2e-3, ...
           'OutputEvery', 1000};
  steps = {'Method', 'moreau', 'Step', 1e-4, 'OutputEvery', 10000};
  systems = lagrange_collection();
  fprintf('extra energies_count %d\n', numel(systems));
  for k = 1:numel(systems)
    s = systems(k);
    [e, h] = deal(recorded(s{1}.energies, s{1}), recorded(s{1}.hand, s{1}));
    a = [best_of(e, s{1}, 20, steps), best_of(h, s{1}, 20, steps)];
    b = [best_of(e, s{1}, 60, exact), best_of(h, s{1}, 60, exact)];
    c = [best_of(e, s{1}, 1e-3, steps), best_of(h, s{1}, 1e-3, steps)];
    fprintf('energy %d %s\n', k, s{1}.name);
    values = [a(1)/a(2), b(1)/b(2), 1e3*c];
    names = {'moreau', 'event', 'ten', 'hand'};
    for j = 1:4, fprintf('extra energies_%s_%d %.4g\n', names{j}, k, values(j)); end
  end
end

function sys = recorded(sys, s)
  sys = nsd_compile(sys.start(s.q, s.v), 'Target', 'tape');
end

function seconds = best_of(sys, s, t1, options)
  quiet = nsd_silence_warnings({'nsd:energy:gain'}); %#ok<NASGU>
  seconds = Inf;
  for k = 1:3
    clock = cputime();
    nsd_simulate(sys, [0 t1], s.q, s.v, options{:}, 'Progress', 'off');
    seconds = min(seconds, cputime() - clock);
  end
end
