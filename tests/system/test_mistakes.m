function test_suite = test_mistakes()
%TEST_MISTAKES  What newcomers type first, and what they are told.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_properties_of_a_system_are_not_assigned()
  % ball.restitution = 0.5 did nothing, without a word, and the run went on with 0.9
  ball = NsdSystem.linear(1, 0, 0, -9.81).contact(1, 0, 'Restitution', 0.9);
  told(@() assigned(ball, 'restitution', 0.5), 'nsd:system:readOnly', 'parameter(''restitution''');
  told(@() assigned(ball, 'M', 2), 'nsd:system:readOnly', 'parameter(''mass''');
  told(@() assigned(ball, 'F', 0), 'nsd:system:readOnly', 'parameter(''constant''');
  told(@() assigned(ball, 'Labels', {'x'}), 'nsd:system:readOnly', 'named(');
  told(@() assigned(ball, 'foo', 0), 'nsd:system:readOnly', 'new system');
  told(@() part_assigned(ball), 'nsd:system:readOnly', 'Gaps');
  assertEqual(ball.parameter('restitution', 0.5).restitution, 0.5);
end

function test_properties_of_worlds_and_solutions_are_not_assigned()
  world = NsdBodies('Gravity', [0 -9.81]);
  told(@() assigned(world, 'Gravity', [0 0]), 'nsd:bodies:readOnly', 'parameter(''gravity''');
  told(@() assigned(world, 'Contacts', 3), 'nsd:bodies:readOnly', 'Contacts');
  sol = nsd_simulate(nsd_ball(), [0 0.1]);
  told(@() assigned(sol, 'q', 3), 'nsd:solution:readOnly', 'copy');
end

function test_systems_may_stand_in_an_array()
  [a, b] = deal(nsd_ball(), nsd_ball('Restitution', 0.5));
  list(2) = b;
  list(1) = a;
  assertEqual(list(2).restitution, 0.5);
  assertEqual(list(1).restitution, a.restitution);
end

function test_a_saved_system_comes_back_whole()
  ball = NsdSystem.linear(2, 0, 3, -9.81).contact(1, 0, 'Restitution', 0.9);
  s = ball.toStruct();
  assertFalse(isfield(s, 'restitution'));
  assertTrue(isequal(NsdSystem.fromStruct(s), ball));
  s.M = 7;                                       % files of earlier versions hold these names
  assertEqual(NsdSystem.fromStruct(s).M, 2);
end

function told(f, identifier, word)
% f raises the identifier, and its message holds the word
  assertExceptionThrown(f, identifier);
  try
    f();
  catch err
    assertTrue(~isempty(strfind(err.message, word)), err.message);
  end
end

function assigned(object, name, value)
  object.(name) = value; %#ok<NASGU>
end

function part_assigned(ball)
  ball.Gaps{1}.b = 3; %#ok<NASGU>
end
