function test_suite = test_curve()
%TEST_CURVE  Bifurcations over two parameters, branches through grazing, chattering orbits.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function sys = stopped(F, w, varargin)
% x'' + x'/10 + x = F cos(w t), x <= 1
  sys = NsdSystem.linear(1, 0.1, 1, nsd_harmonic(F, w)).contact(-1, 1, varargin{:}).start(0, 0);
end

function F = touching(w)
% the force at which the smooth motion of STOPPED just reaches the stop
  F = sqrt((1 - w.^2).^2 + (0.1*w).^2);
end

function sys = table_ball(Gamma, e)
% a ball on a table that moves as A sin(20 t), A = Gamma g/20^2
  persistent table
  if isempty(table)
    table = NsdSystem.lagrangian(1, @(t, q, v) -9.81);
    table = table.contact(@(q, t, p) q - p.A*sin(20*t), 'Restitution', 'e');
  end
  sys = table.parameter('A', Gamma*9.81/20^2, 'e', e);
end

function [family, T] = one_bounce()
% one impact per period near Gamma = 1.1, e = 1/2
  [w, g] = deal(20, 9.81);
  T = 2*pi/w;
  phi = acos(pi/3/1.1);
  flown = T - phi/w;
  q = 1.1*g/w^2*sin(phi) + g*T/2*flown - g*flown^2/2;
  family = @(Gamma, e) table_ball(Gamma, e).start(q, g*T/2 - g*flown);
end

function test_the_curve_of_grazing_is_where_the_amplitude_is_the_gap()
  family = @(F, w) stopped(F, w, 'Restitution', 0.8);
  x = touching(2)/(1 - 2^2 + 0.2i);            % complex amplitude of the smooth motion
  point = struct('kind', 'grazing', 'parameter', touching(2), 'q', real(x), 'v', real(2i*x));
  c = nsd_curve(family, point, [2 1.8], @(F, w) 2*pi/w, 'Points', 2);
  assertEqual({c.kind, c.status, c.contact}, {'grazing', 'ok', 1});
  assertElementsAlmostEqual(c.s([1 end])', [2 1.8], 'absolute', 1e-9);
  assertElementsAlmostEqual(c.p, touching(c.s), 'absolute', 1e-9);
  for k = 1:numel(c.p)                         % the rows are the motions at T0
    x = c.p(k)/(1 - c.s(k)^2 + 0.1i*c.s(k));
    assertElementsAlmostEqual([c.q(k), c.v(k)], [real(x), real(1i*c.s(k)*x)], 'absolute', 1e-8);
  end
end

function test_curves_of_folds_and_doublings_of_the_ball_on_a_table()
  % the jacobian of the bounce has the determinant e^2 and the multiplier -1 or 1 where the
  % acceleration of the table at the impact is -2 g (1 + e^2)/(1 + e)^2 or 0
  [family, T] = one_bounce();
  fold = @(e) pi*(1 - e)./(1 + e);
  doubling = @(e) sqrt((2*(1 + e.^2)./(1 + e).^2).^2 + fold(e).^2);
  cases = {'fold', [1.1 0.95], fold, 1e-9; 'doubling', [1.1 1.6], doubling, 1e-8};
  for k = 1:2
    [kind, values, exact, tolerance] = cases{k, :};
    b = nsd_branch(@(Gamma) family(Gamma, 0.5), values, T, 'Points', 4);
    found = b.bifurcations(strcmp({b.bifurcations.kind}, kind));
    c = nsd_curve(family, found(1), [0.5 0.6], T, 'Points', 2);
    assertEqual({c.kind, c.status}, {kind, 'ok'});
    assertElementsAlmostEqual(c.p, exact(c.s), 'absolute', tolerance);
  end
end

function test_a_branch_goes_on_through_a_grazing()
  % the smooth orbit ended here with status 'grazing', or crept to the grazing with ever shorter
  % steps until MaxPoints; with one impact more its multiplier begins at infinity (Nordmark 1991)
  b = nsd_branch(@(w) NsdSystem.linear(1, 0.1, 1, nsd_harmonic(1, w)).contact(-1, 0.2, ...
                 'Restitution', 0.8).start(-0.2, 0), [2.5 2.35], @(w) 2*pi/w, 'Points', 3);
  assertEqual({b.status, b.bifurcations.kind, b.bifurcations.form}, ...
              {'ok', 'grazing', 'square-root'});
  assertEqual(b.impacts([1 end])', [0 1]);
  first = find(b.impacts == 1, 1);
  assertTrue(abs(b.multipliers(first, 1)) > 50 && ~b.stable(first));
  assertTrue(abs(b.multipliers(end, 1)) < abs(b.multipliers(first, 1)));
end

function test_a_compliant_stop_grazes_with_the_power_3_2()
  b = nsd_branch(@(F) stopped(F, 2, 'Stiffness', 100), [2.9 3.1], pi, 'Points', 3);
  assertEqual({b.status, b.bifurcations.kind, b.bifurcations.form}, {'ok', 'grazing', '3/2'});
  assertElementsAlmostEqual(b.bifurcations.parameter, touching(2), 'absolute', 1e-7);
  assertElementsAlmostEqual(real(b.multipliers(1, :)), -exp(-0.05*pi)*[1 1], 'absolute', 1e-4);
  assertTrue(all(b.stable));                   % a power above 1 leaves the multipliers finite
end

function test_orbits_that_chatter_and_rest_are_followed_until_rest_ends()
  % rest forgets the past: both multipliers are 0. Rest ends where the last bounces are not over
  % before the table falls away; runs on both sides show it
  b = nsd_branch(@(G) table_ball(G, 0.5).start(0, G*9.81/20), [1.5 1.6], 2*pi/20, ...
                 'Points', 2, 'Settle', 3);
  kinds = {b.bifurcations.kind};
  assertEqual(kinds{1}, 'sticking');
  place = b.bifurcations(1).parameter;
  assertTrue(b.bifurcations(1).within <= 1e-7);
  resting = b.parameter <= place;
  assertTrue(sum(resting) >= 2 && all(b.impacts(resting) == 1) && all(b.stable(resting)));
  assertElementsAlmostEqual(b.multipliers(resting, :), zeros(sum(resting), 2), 'absolute', 1e-9);
  assertTrue(rests(place - 1e-3) && ~rests(place + 1e-3));
end

function yes = rests(Gamma)
  T = 2*pi/20;
  sol = nsd_simulate(table_ball(Gamma, 0.5), [0 6*T], 0, Gamma*9.81/20, 'Method', 'event');
  ends = sol.events.t(strcmp(sol.events.kind, 'accumulation'));
  yes = sum(ends > 2*T) >= 3;
end

function test_bad_requests_are_refused()
  point = struct('kind', 'fold', 'parameter', 1, 'q', 0, 'v', 0);
  family = @(p, s) stopped(p, s, 'Restitution', 0.8);
  refused = @(id, varargin) assertExceptionThrown(@() nsd_curve(varargin{:}), ['nsd:curve:' id]);
  refused('missing', family);
  refused('missing', family, point, [1 2]);
  refused('badValue', 3, point, [1 2], 1);
  refused('badValue', family, point, [1 2], 'pi');
  refused('badValue', family, point, [1 1], 1);
  refused('badValue', family, point, [1 2], 1, 'Points', 0);
  refused('badValue', family, point, [1 2], 1, 'T0', NaN);
  refused('badPoint', family, 'fold', [1 2], 1);
  refused('badPoint', family, setfield(point, 'kind', 'sticking'), [1 2], 1);    %#ok<SFLD>
  refused('unknownOption', family, point, [1 2], 1, 'Pints', 3);
  refused('badMethod', family, point, [1 2], 1, 'Method', 'moreau');
  refused('noStart', family, point, [2 2.1], pi);
end

function test_a_family_that_returns_no_system_is_refused()
  % random calls: the error was one of the interpreter, about a scalar and a dot
  point = struct('kind', 'grazing', 'parameter', 3, 'q', 0, 'v', 0.1);
  assertExceptionThrown(@() nsd_curve(@(p, s) 1, point, [2 1.9], 1), 'nsd:curve:badValue');
end
