function test_suite = test_lcp_data()
%TEST_LCP_DATA  Linear complementarity problems from outside; skipped when they are not there.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_every_problem_of_our_collection_is_solved()
  folder = data_folder('lcp');
  files = [dir(fullfile(folder, '*.lcp.csv')); dir(fullfile(folder, '*.lcp.bin'))];
  assertTrue(numel(files) > 0);
  for k = 1:numel(files)
    [M, q] = data_lcp(fullfile(folder, files(k).name));
    [z, info] = nsd_lcp(M, q);
    assertEqual(info.status, 'ok', files(k).name);
    assertTrue(max(abs(min(z, M*z + q)))/max(1, max(abs(q))) <= 1e-9, files(k).name);
  end
end

function test_direct_solvers_solve_the_small_ones()
  folder = data_folder('lcp');
  files = dir(fullfile(folder, '*_10.lcp.csv'));
  for k = 1:numel(files)
    [M, q] = data_lcp(fullfile(folder, files(k).name));
    for solver = {'active', 'lemke', 'newton', 'enum'}
      [~, info] = nsd_lcp(M, q, 'Solver', solver{1});
      assertEqual(info.status, 'ok', [solver{1} ' on ' files(k).name]);
    end
  end
end

function test_gauss_seidel_is_honest_on_problems_where_it_diverges()
  folder = data_folder('lcp');
  files = dir(fullfile(folder, 'pmat_*.lcp.csv'));
  for k = 1:numel(files)
    [M, q] = data_lcp(fullfile(folder, files(k).name));
    [z, info] = nsd_lcp(M, q, 'Solver', 'pgs');
    good = max(abs(min(z, M*z + q)))/max(1, max(abs(q))) <= 1e-10;
    assertEqual(strcmp(info.status, 'ok'), good, files(k).name);
  end
end

function test_siconos_problems_are_solved()
  folder = data_folder('siconos/lcp');
  files = dir(fullfile(folder, '*.dat'));
  assertTrue(numel(files) > 0);
  for k = 1:numel(files)
    [M, q] = data_siconos_lcp(fullfile(folder, files(k).name));
    [z, info] = nsd_lcp(M, q);
    assertEqual(info.status, 'ok', files(k).name);
    assertTrue(max(abs(min(z, M*z + q)))/max(1, max(abs(q))) <= 1e-12, files(k).name);
  end
end

function test_siconos_cps_2_has_the_answer_of_the_book()
  [M, q] = data_siconos_lcp(fullfile(data_folder('siconos/lcp'), 'lcp_CPS_2.dat'));
  for solver = {'auto', 'lemke', 'newton', 'enum'}
    z = nsd_lcp(M, q, 'Solver', solver{1});
    assertElementsAlmostEqual(z, [0; 1; 3], 'absolute', 1e-12);
  end
end

function test_siconos_mixed_problems_are_solved()
  folder = data_folder('siconos/mlcp');
  files = dir(fullfile(folder, '*.dat'));
  assertTrue(numel(files) > 0);
  for k = 1:numel(files)
    [M, q, eq] = data_siconos_mlcp(fullfile(folder, files(k).name));
    [z, info] = nsd_mlcp(M, q, eq);
    assertEqual(info.status, 'ok', files(k).name);
    w = M*z + q;
    free = eq;
    if size(M, 1) ~= size(M, 2)
      free = (1:size(M, 2))' <= size(M, 2) - nnz(~eq);
    end
    r = max([abs(w(eq)); abs(min(z(~free), w(~eq)))]);
    assertTrue(r <= 1e-12*max(1, max(abs(q))), files(k).name);
  end
end
