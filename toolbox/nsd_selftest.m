function varargout = nsd_selftest()
%NSD_SELFTEST  Check an installed toolbox against known answers, in seconds.
%   NSD_SELFTEST() runs one problem for each kernel, prints what was expected and what came
%   out, and raises nsd:selftest:failed when one of them is wrong.
%   OK = NSD_SELFTEST() returns true or false instead.
%
%   Example
%       nsd_selftest
%
%   See also NSD_SETUP, NSD_SIMULATE, NSD_EXACT.
  checks = list_of_checks();
  good = true(1, size(checks, 1));
  fprintf('  %-46s %-18s %-18s\n', 'check', 'expected', 'got');
  for k = 1:numel(good)
    try
      value = checks{k, 4}();
      word = sprintf('%.12g', value);
      good(k) = abs(value - checks{k, 2}) <= checks{k, 3};
    catch problem
      word = problem.message;
      good(k) = false;
    end
    mark = 'ok';
    if ~good(k), mark = 'FAILED'; end
    fprintf('  %-46s %-18.12g %-18s %s\n', checks{k, 1}, checks{k, 2}, word, mark);
  end
  fprintf('  %d of %d as they should be\n', sum(good), numel(good));
  if nargout > 0
    varargout{1} = all(good);
  elseif ~all(good)
    error('nsd:selftest:failed', '%d of %d checks failed', sum(~good), numel(good));
  end
end

function checks = list_of_checks()
% name, expected, tolerance, value; where the numbers come from: doc/developer/check-values.md
  osc = nsd_oscillator();
  M = [0 0 -1 -1; 0 0 1 -2; 1 -1 2 -2; 1 2 -2 4];
  bridge = diode_bridge();
  handles = NsdSystem.lagrangian(1, @(t, q, v) -9.81).contact(@(q) q, 'Restitution', 0.9);
  block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
  block = block.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
  last = @(sol) sol.q(end, 1);
  checks = { ...
    'linear complementarity problem, z(1)', 2.8, 1e-12, ...
      @() [1 0 0 0]*nsd_lcp(M, [2; 2; -2; -6]); ...
    'bouncing ball, Moreau-Jean', 0.0010599625, 1e-9, ...
      @() last(run_quietly(nsd_ball(), [0 2], 'Step', 0.005)); ...
    'the same model by function handles', 0.0010599625, 1e-9, ...
      @() last(run_quietly(handles, [0 2], 1, 0, 'Step', 0.005)); ...
    'impacting oscillator, Moreau-Jean', 0.505586256402, 1e-9, ...
      @() last(run_quietly(osc, [0 6], 'Step', 0.01)); ...
    'impacting oscillator, Schatzman-Paoli', 0.526190064851, 1e-9, ...
      @() last(run_quietly(osc, [0 6], 'Step', 0.01, 'Method', 'paoli')); ...
    'impacting oscillator, HHT', 0.505560023644, 1e-9, ...
      @() last(run_quietly(osc, [0 6], 'Step', 0.01, 'Method', 'hht', 'Alpha', 0.1)); ...
    'ball, event-driven: impact 44', 8.491374025647692, 5e-12, ...
      @() impact(run_quietly(nsd_ball(), [0 10], 'Method', 'event', 'RelTol', 1e-12), 44); ...
    'impacting pendulum, event-driven: impact 3', 17.462140056099, 1e-8, ...
      @() impact(run_quietly(nsd_pendulum(), [0 20], 'Method', 'event'), 3); ...
    'Coulomb friction in space, r(1)', 0.538842740336, 1e-9, ...
      @() [1 0 0]*nsd_friction([2 .3 -.2; .3 1.5 .1; -.2 .1 1], [-1; .8; -.5], 0.4); ...
    'sliding block, Moreau-Jean', 0.6795846, 1e-9, ...
      @() last(run_quietly(block, [0 1], [0; 0], [2; 0], 'Step', 0.01)); ...
    'diode bridge, implicit theta scheme', 0.7883868726, 1e-9, ...
      @() last(run_quietly(bridge, [0 5e-3], [10; 0], 'Step', 1e-6)); ...
    'filled graphs: step against ramp', 0.2/1.4, 1e-14, ...
      @() nsd_hausdorff([0 .5 .5 1]', [0 0 1 1]', [0 .3 .7 1]', [0 0 1 1]'); ...
    'energy balance, what is missing', 0, 1e-12, ...
      @() ledger_gap(run_quietly(osc, [0 6], 'Step', 0.01))};
end

function t = impact(sol, k)
  hits = sol.events.t(strcmp(sol.events.kind, 'impact'));
  t = hits(k);
end

function sys = diode_bridge()
  [L, C, R] = deal(1e-2, 1e-6, 1e3);
  sys = NsdSystem.firstOrder([0 -1/C; 1/L 0], [0 0 -1/C 1/C; 0 0 0 0], ...
                             [0 0; 0 0; -1 0; 1 0], ...
                             [1/R 1/R -1 0; 1/R 1/R 0 -1; 1 0 0 0; 0 1 0 0]);
end

function miss = ledger_gap(sol)
  E = sol.energy;
  works = 0;
  for name = nsd_work_table(), works = works + E.(name{1}); end
  miss = max(abs(E.total - E.total(1) - works));
end

function sol = run_quietly(varargin)
  restore = nsd_silence_warnings({'nsd:energy:gain'});                        %#ok<NASGU>
  sol = nsd_simulate(varargin{:}, 'Progress', 'off');
end

%!test
%! assert(nsd_selftest());
