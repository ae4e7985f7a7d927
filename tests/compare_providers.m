function compare_providers(label, given)
%COMPARE_PROVIDERS  Assert that a run is the same with functions called back, recorded, compiled.
%   GIVEN is the cell of the arguments of nsd_simulate. The first 400 steps are compared, to
%   1e-12 of the size of the motion: where motions are unstable a difference of rounding grows.
  sys = given{1};
  given = shortened(given);
  recorded = simulate_quietly(given{:}, 'Compile', 'on');
  same(label, recorded, simulate_quietly(given{:}, 'Compile', 'off'), 'called back');
  if strcmp(sys.Kind, 'lagrangian')
    start = {recorded.q(1, :)', recorded.v(1, :)', recorded.t(1)};
    given{1} = nsd_compile(sys, 'Start', start, 'Folder', fullfile(tempdir(), ...
                           sprintf('nsd_test_%d', getpid())));
    same(label, recorded, simulate_quietly(given{:}, 'Compile', 'on'), 'compiled');
  end
end

function given = shortened(given)
  at = find(strcmp(given, 'Step'), 1);
  span = given{2};
  if ~isempty(at) && numel(span) == 2
    given{2} = [span(1), min(span(2), span(1) + 400*given{at+1})];
  end
end

function same(label, a, b, what)
  label = sprintf('%s, recorded and %s', label, what);
  assertEqual(a.status, b.status, label);
  assertEqual(size(a.t), size(b.t), label);
  for field = {'q', 'v', 'x', 'impulse'}
    [x, y] = deal(a.(field{1}), b.(field{1}));
    miss = max([0; abs(x(:) - y(:))])/max([1; abs(x(:))]);
    assertTrue(miss <= 1e-12, sprintf('%s: %s differs by %.2g', label, field{1}, miss));
  end
end
