function test_suite = test_bar_study()
%TEST_BAR_STUDY  The impacting bar as doc/impacting-bar.md tells it, on a few of its runs.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_apparent_restitution_agrees_with_the_reference_for_both_methods()
  % model 2, e = 0: 0.5733 at 60 and 0.2089 at 70 degrees, within 0.001
  on_the_path();
  for method = 1:2
    at60 = bar_job([2 method 0 60 0 0]);
    at70 = bar_job([2 method 0 70 0 0]);
    assertElementsAlmostEqual([at60(1), at70(1)], [0.5733, 0.2089], 'absolute', 1e-3);
    assertEqual(at70(3), 1);
  end
  at65 = bar_job([2 1 0 65 0 0]);
  assertEqual(at65(3), 2);                       % a second contact interval
end

function test_dip_lies_at_69_degrees_for_every_model_and_law()
  on_the_path();
  angles = 67:71;
  for job = [1 2 2; 0 0 1]                       % model, e
    e = arrayfun(@(a) first_of(bar_job([job(1) 1 job(2) a 0 0])), angles);
    [lowest, where] = min(e);
    assertTrue(abs(angles(where) - 69) <= 1);
    assertTrue(lowest > 0.15 && lowest < 0.2, sprintf('%g', lowest));
  end
end

function test_energy_at_the_start_is_that_of_the_paper()
  on_the_path();
  for model = 1:2
    paper = bar_paper_table(1 + 2*model);
    angles = [30 45 60 90];
    for k = 1:4
      bar = nsd_bar('Model', model, 'Angle', angles(k));
      W = bar.energy(bar.InitialPosition, bar.InitialVelocity);
      assertElementsAlmostEqual(W, paper(1, k), 'absolute', 5e-8);   % digits printed
    end
  end
end

function test_event_driven_energy_of_table_5_at_90_degrees()
  % W_min and d_rel of the paper, whose phase happens to be ours
  on_the_path();
  row = bar_energies(2, true, 90, 1);
  assertElementsAlmostEqual(row(3), 0.3014752, 'absolute', 2e-7);
  assertElementsAlmostEqual(row(4), 1.738e-4, 'absolute', 1e-6);
end

function test_jobs_in_parallel_are_the_same_jobs()
  on_the_path();
  jobs = [2 1 0 60 0 0; 2 1 0 70 0 0; 2 1 0.5 80 0 0; 2 1 1 90 0 0];
  folder = tempname();
  clean = onCleanup(@() remove(folder));
  together = evalc_rows(jobs, folder);
  for k = 1:4
    assertEqual(together(k, :), bar_job(jobs(k, :)));
  end
end

function rows = evalc_rows(jobs, folder) %#ok<INUSD>  used in the text below
  rows = [];
  evalc('rows = bar_parallel(jobs, folder);');   % without its progress line
end

function x = first_of(row)
  x = row(1);
end

function on_the_path()
  addpath(fullfile(fileparts(mfilename('fullpath')), '..', 'examples', 'impacting_bar'));
end

function remove(folder)
  if exist('OCTAVE_VERSION', 'builtin'), confirm_recursive_rmdir(false, 'local'); end
  rmdir(folder, 's');
end
