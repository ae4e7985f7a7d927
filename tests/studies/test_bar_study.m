function test_suite = test_bar_study()
%TEST_BAR_STUDY  The impacting bar as doc/study/impacting-bar.md tells it, on a few of its runs.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_apparent_restitution_agrees_with_the_reference_for_both_methods()
  % model 2, e = 0: 0.5733 at 60 and 0.2089 at 70 degrees, within 0.001
  on_the_path();
  found = runs([2 1 0 60 0 0; 2 1 0 70 0 0; 2 2 0 60 0 0; 2 2 0 70 0 0; 2 1 0 65 0 0]);
  assertElementsAlmostEqual(found(1:4, 1), [0.5733; 0.2089; 0.5733; 0.2089], 'absolute', 1e-3);
  assertEqual(found([2 4 5], 3), [1; 1; 2]);      % a second contact interval at 65 degrees
end

function test_dip_lies_at_69_degrees_for_every_model_and_law()
  on_the_path();
  angles = (67:71)';
  law = [1 0; 2 0; 2 1];                         % model, e
  jobs = zeros(0, 6);
  for k = 1:3
    jobs = [jobs; repmat([law(k, 1) 1 law(k, 2)], 5, 1), angles, zeros(5, 2)]; %#ok<AGROW>
  end
  found = runs(jobs);
  for k = 1:3
    [lowest, where] = min(found(5*k-4:5*k, 1));
    assertTrue(abs(angles(where) - 69) <= 1);
    assertTrue(lowest > 0.15 && lowest < 0.2, sprintf('%g', lowest));
  end
end

function test_closed_form_of_the_apparent_restitution()
  % (BAR.17); 90 degrees: a rod alone, exactly 1; small x by the series, continued smoothly
  on_the_path();
  slim = 0.2/0.00635;
  assertElementsAlmostEqual(bar_closed_form([72 76 80 85 90], slim), ...
                            [0.2013 0.3969 0.6241 0.8870 1], 'absolute', 5e-5);
  angle = 90 - [0.45 0.46 0.47];                   % x passes 1e-3 between them
  assertTrue(abs(diff(bar_closed_form(angle, slim), 2)) < 1e-5);
  % the impulse is the integral of the force (BAR.15), in units of 2 l/c
  a = 75*pi/180;
  k = 2*sqrt(2)*cot(a)^2*sqrt(slim);
  force = @(s) 2*erfcx(k*s)/sin(a)^2*2.*s;         % t = s^2
  [~, impulse] = bar_closed_form(75, slim);
  assertElementsAlmostEqual(impulse, quadgk(force, 0, 1), 'absolute', 1e-9);
end

function test_dips_of_three_bars_are_predicted()
  % (BAR.18): computed 69, 75 and 61 degrees; the hemisphere counts in the shortest bar
  on_the_path();
  found = arrayfun(@(l) bar_dip(l/0.00635), [0.2 0.4 0.1]);
  assertElementsAlmostEqual(found, [70.33 74.56 63.76], 'absolute', 0.01);
  assertElementsAlmostEqual(bar_dip(0.2/0.00635, 1), 69.13, 'absolute', 0.01);
end

function test_modes_with_a_tip_mass_are_near_the_bar_and_without_near_the_closed_form()
  on_the_path();
  assertTrue(abs(bar_modes(80) - 0.6834) < 0.02);
  assertTrue(abs(bar_modes(72) - 0.2945) < 0.02);
  assertTrue(abs(bar_modes(80, 0) - bar_closed_form(80, 0.2/0.00635)) < 0.015);
end

function test_micro_impacts_of_an_upright_bar_end_when_the_axial_wave_is_back()
% rest of the tip of a continuous bar: 2 l/c. Finer bars come nearer, by both methods
  evalc('ends = bar_upright();');
  late = abs(ends/(2*0.2/sqrt(2.1e11/7876.7)) - 1);
  assertTrue(all(late(2, :) < 0.02 & late(1, :) > 0.1 & late(1, :) < 0.25), mat2str(late));
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

function test_runs_of_the_study_are_single_runs()
  on_the_path();
  found = runs([2 1 0.5 80 0 0; 2 1 0 60 0 0]);
  bar = nsd_bar('Model', 2, 'Restitution', 0.5, 'Angle', 80);
  sol = simulate_quietly(bar, [0 8e-3], 'Method', 'paoli', 'Step', 1e-7, 'OutputEvery', 10);
  assertEqual(found(1, :), bar_measure(sol));
end

function found = runs(jobs) %#ok<INUSD>  used in the text below
  found = [];
  evalc('found = bar_runs(jobs);');               % without its progress line
end

function on_the_path()
  addpath(toolbox_folder('..', 'examples', 'impacting_bar'));
end
