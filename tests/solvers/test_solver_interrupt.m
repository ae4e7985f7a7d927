function test_suite = test_solver_interrupt()
%TEST_SOLVER_INTERRUPT  Ctrl-C ends every solver within a second, with the answer it has.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_friction_solvers_stop()
  % nsd_friction did not answer Ctrl-C in 45 seconds
  problem = 'm = 200; n = 3*m; G = randn(n, m); W = G*G''/n; q = randn(n, 1); mu = 0.6*ones(m, 1);';
  for solver = {'auto', 'nsgs', 'newton', 'interior', 'proximal', 'lemke'}
    assert_stops(problem, sprintf(['nsd_friction(W, q, mu, ''Solver'', ''%s'', ''Tolerance'', ' ...
                                   '1e-30, ''MaxIter'', 1e9)'], solver{1}));
  end
end

function test_complementarity_solvers_stop()
  % a tolerance that no answer passes, or more supports than half a second allows
  assert_stops('n = 20; M = randn(n); q = randn(n, 1);', 'nsd_lcp(M, q, ''Solver'', ''enum'')');
  game = ['B = kron(rand(40) < 0.3 & ~eye(40), ones(6)); E = kron(eye(40), ones(1, 6));' ...
          'M = [floor(4*rand(240)).*B -E''; E zeros(40)]; q = [zeros(240, 1); -ones(40, 1)];'];
  assert_stops(game, 'nsd_lcp(M, q, ''Solver'', ''lemke'', ''MaxIter'', 1e9)');
  assert_stops('G = randn(400, 200); q = -rand(400, 1);', ...
               'nsd_lcp(G*G'', q, ''Solver'', ''pgs'', ''Tolerance'', 1e-300, ''MaxIter'', 1e9)');
  assert_stops('n = 500; M = randn(n); q = 10*randn(n, 1);', ...
               'nsd_relay(M, q, -1, 1, ''Tolerance'', 1e-300, ''MaxIter'', 1e9)');
end

function assert_stops(problem, call)
% one second is promised; the limit leaves two for a busy machine
  out = interrupted_child(['randn(''twister'', 3); rand(''twister'', 3); ' problem ...
      'start = tic; [z, info] = ' call ';' ...
      'printf(''[%s %d %d]'', info.status, toc(start) < 3, all(isfinite(z(:))));' ...
      '[z, info] = nsd_lcp([2 1; 1 2], [-5; 6]); printf(''[%s]'', info.status);']);
  assertTrue(~isempty(strfind(out, '[stopped 1 1][ok]')), [call ': ' out]);
end
