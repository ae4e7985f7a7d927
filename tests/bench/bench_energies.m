function bench_energies()
%BENCH_ENERGIES  Runs of energies beside the same equations written by hand, both recorded.
%   Processor time of 200000 steps of 'moreau' and of a run by 'event' with small tolerances, the
%   best of three; the ratio is that of energies to equations by hand. Last, ten steps: what a
%   call takes that is not the first.
  here = fileparts(mfilename('fullpath'));
  addpath(fullfile(here, '..', 'system'));
  exact = {'Method', 'event', 'RelTol', 1e-12, 'AbsTol', 1e-13, 'MaxStep', 2e-3, ...
           'OutputEvery', 1000};
  steps = {'Method', 'moreau', 'Step', 1e-4, 'OutputEvery', 10000};
  for s = lagrange_collection()
    [e, h] = deal(recorded(s{1}.energies, s{1}), recorded(s{1}.hand, s{1}));
    a = [best_of(e, s{1}, 20, steps), best_of(h, s{1}, 20, steps)];
    b = [best_of(e, s{1}, 60, exact), best_of(h, s{1}, 60, exact)];
    c = [best_of(e, s{1}, 1e-3, steps), best_of(h, s{1}, 1e-3, steps)];
    fprintf(['energies %-20s moreau %6.1f ms, by hand %6.1f, ratio %.2f; event %6.1f ms, by ' ...
             'hand %6.1f, ratio %.2f; ten steps %.1f and %.1f ms\n'], s{1}.name, ...
            1e3*a, a(1)/a(2), 1e3*b, b(1)/b(2), 1e3*c);
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
