function test_suite = test_elastic_bar()
%TEST_ELASTIC_BAR  Finite-element bars against exact waves; the models and their parameters.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_matrices_are_those_of_linear_elements()
  bar = nsd_elastic_bar('Elements', 2, 'Length', 2, 'Young', 3, 'Density', 6, 'Area', 1, ...
                        'Gravity', 2);
  assertElementsAlmostEqual(full(bar.Mass), [2 1 0; 1 4 1; 0 1 2], 'absolute', 1e-14);
  assertElementsAlmostEqual(full(bar.Stiffness), 3*[1 -1 0; -1 2 -1; 0 -1 1], 'absolute', 1e-14);
  assertElementsAlmostEqual(bar.force(0, zeros(3, 1), zeros(3, 1)), [-6; -12; -6], ...
                            'absolute', 1e-13);
  lumped = nsd_elastic_bar('Elements', 2, 'Length', 2, 'Density', 6, 'Area', 1, ...
                           'MassMatrix', 'lumped', 'MassDamping', 2, 'StiffnessDamping', 1e-9);
  assertElementsAlmostEqual(full(lumped.Mass), diag([3 6 3]), 'absolute', 1e-14);
  assertElementsAlmostEqual(lumped.Damping, 2*lumped.Mass + 1e-9*lumped.Stiffness, ...
                            'absolute', 1e-9);
end

function test_one_element_is_a_bar_too()
  bar = nsd_elastic_bar('Elements', 1);
  assertEqual(bar.Coordinates, 2);
  assertEqual(simulate_quietly(bar, [0 1e-3], 'Method', 'hht').status, 'ok');
end

function test_first_free_frequency_is_that_of_the_continuum()
  % both ends free: omega = pi c/L; the error of linear elements is (pi/N)^2/24
  bar = nsd_elastic_bar('Elements', 50);
  omega = sqrt(sort(eig(full(bar.Mass)\full(bar.Stiffness))));
  assertElementsAlmostEqual(omega(2)/(pi*sqrt(210e9/7800)), 1, 'absolute', 2*(pi/50)^2/24);
end

function test_steel_bar_has_contact_times_and_force_of_the_wave()
  % 1000 elements, h = 0.5 L/(N c): contact 5.0e-4 to 8.85449645e-4 s, 1270.83 N, all within 1 %
  N = 1000;
  c = sqrt(210e9/7800);
  h = 0.5/(N*c);
  steps = round(1e-3/h);
  bar = nsd_elastic_bar('Elements', N);
  for method = {{'newmark'}, {'hht'}, {'genalpha'}, {'newmark', 'GGL', 'on'}, ...
                {'genalpha', 'GGL', 'on'}}
    sol = simulate_quietly(bar, [0 steps*h], 'Step', h, 'Method', method{1}{:}, ...
                           'OutputEvery', steps);
    E = sol.events;
    hit = E.t(find(strcmp(E.kind, 'impact'), 1));
    left = E.t(find(strcmp(E.kind, 'detach'), 1, 'last'));
    assertTrue(abs(hit/5.0e-4 - 1) < 0.01);
    assertTrue(abs(left/8.85449645e-4 - 1) < 0.01);
    % the impulse is the change of momentum: mean force over the exact contact
    momentum = sum(bar.Mass*(sol.v(end, :) - sol.v(1, :))');
    assertTrue(abs(momentum/3.85449645e-4/1270.827478 - 1) < 0.01);
    assertTrue(abs(mean(sol.v(end, :)) - 0.1) < 1e-3);
    assertTrue(abs(sol.energy.total(end)/sol.energy.total(1) - 1) < 0.01);
  end
end

function test_steel_bar_force_is_the_plateau()
  % where numerical damping has calmed the mesh: every row in the middle of the contact
  N = 200;
  h = 0.5/(N*sqrt(210e9/7800));
  sol = simulate_quietly(nsd_elastic_bar('Elements', N), [0 8e-4], 'Step', h, ...
                         'Method', 'genalpha', 'SpectralRadius', 0.2);
  middle = sol.t > 5.5e-4 & sol.t < 8e-4;
  assertTrue(max(abs(sol.reaction(middle)/1270.827478 - 1)) < 0.01);
end

function test_doyen_bar_has_the_contacts_of_the_first_period()
  % h = l/c, Beta = 1/6, consistent mass: waves without dispersion. [1, 5/3], [11/3, 13/3], 16/3
  [contacts, energy] = doyen_run(1000, 6.9);
  wanted = [1, 5/3; 11/3, 13/3; 19/3, 7];
  assertTrue(all(abs(contacts(1:3, 1) - wanted(:, 1)) < 0.005*16/3));
  assertTrue(all(abs(contacts(1:2, 2) - wanted(1:2, 2)) < 0.005*16/3));
  assertTrue(abs(contacts(3, 1) - contacts(1, 1) - 16/3) < 0.005*16/3);
  assertTrue(max(abs(energy - 1)) < 0.01);
end

function test_doyen_bar_keeps_orbit_and_energy_over_ten_periods()
  % 2000 elements; two contacts per period, mean period within 0.5 %, energy within 1 %
  [contacts, energy] = doyen_run(2000, 54);
  assertEqual(size(contacts, 1), 20);
  period = (contacts(19, 1) - contacts(1, 1))/9;
  assertTrue(abs(period/(16/3) - 1) < 0.005, sprintf('period %g', period));
  assertTrue(max(abs(energy - 1)) < 0.01);
end

function test_two_balls_fall_and_meet_the_floor_together_with_the_spring_at_rest()
  sol = simulate_quietly(nsd_two_balls(), [0 0.44], 'Step', 1e-4, 'Method', 'newmark');
  assertElementsAlmostEqual(sol.q(:, 1), 1 - 5*sol.t.^2, 'absolute', 1e-10);
  assertElementsAlmostEqual(sol.q(:, 2), sol.q(:, 1), 'absolute', 1e-10);
end

function test_bad_parameters_of_the_bar_are_refused()
  for bad = {{'Elements', 0}, {'Elements', 2.5}, {'Case', 'wood'}, {'MassMatrix', 'none'}, ...
             {'Young', -1}}
    assertExceptionThrown(@() nsd_elastic_bar(bad{1}{:}), 'nsd:model:badValue');
  end
  assertExceptionThrown(@() nsd_elastic_bar('Colour', 1), 'nsd:model:unknownOption');
end

function [contacts, energy] = doyen_run(N, T)
% intervals of contact, those closer than 0.1 joined (chatter), and the energy with gravity
  h = 10/N/30;
  steps = round(T/h);
  before = warning('off', 'nsd:simulate:unstableParameters');   % the limit of stability is meant
  restore = onCleanup(@() warning(before)); %#ok<NASGU>
  sol = simulate_quietly(nsd_elastic_bar('Case', 'doyen', 'Elements', N), [0 steps*h], ...
                         'Step', h, 'Method', 'newmark', 'Beta', 1/6, 'OutputEvery', N/10);
  energy = (500 + sol.energy.total - sol.energy.external)/500;
  E = sol.events;
  first = strcmp(E.kind, 'impact');
  contacts = zeros(0, 2);
  for k = 1:numel(E.t)
    if first(k) && (isempty(contacts) || (contacts(end, 2) > 0 && E.t(k) > contacts(end, 2) + 0.1))
      contacts(end+1, :) = [E.t(k), 0]; %#ok<AGROW>
    elseif ~first(k)
      contacts(end, 2) = E.t(k);
    end
  end
end
