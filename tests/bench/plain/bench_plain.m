function bench_plain(name)
%BENCH_PLAIN  Time one case in plain Octave code; prints lines "plain CASE KEY VALUE".
  c = bench_case(name);
  kind = strrep(name, 'check-', '');
  switch kind
    case 'kern'
      force = c.F;
      run = @(steps) plain_kern(1, @(t) force, c.q0, c.v0, c.e, c.h, steps);
    case {'ball', 'oscillator'}
      run = @(steps) plain_moreau_scalar(c, steps);
    otherwise
      run = @(steps) plain_moreau(c, steps);
  end
  N = c.plainSteps;
  best = Inf;
  repeats = 3;
  if strncmp(name, 'check-', 6)
    repeats = 1;
  end
  for k = 1:repeats
    start = cputime();
    [q, v, P] = run(N);
    best = min(best, cputime() - start);
  end
  if isvector(q)
    q = q(:)';
    v = v(:)';
  end
  fprintf('plain %s us %.6g\n', name, 1e6 * best / N);
  fprintf('plain %s steps %d\n', name, N);
  fprintf('plain %s q %.17g\n', name, mean(q(:, end)));
  fprintf('plain %s v %.17g\n', name, mean(v(:, end)));
  fprintf('plain %s impulse %.17g\n', name, sum(P(:)));
end
