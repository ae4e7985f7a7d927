function c = random_run(number)
%RANDOM_RUN  Run NUMBER of fuzz_runs, of the random numbers: system, span, q, v, given, name, steps.
%   STEPS: a loop of nsd_step is the same run.
  makers = {@laws_of_impact, @contacts_that_yield, @rubbing, @nonlinear, @bodies};
  c = makers{1 + mod(number, numel(makers))}();
  c.system = c.system.start(c.q, c.v);
end

function c = new_run(name, system, q, v, given)
  c = struct('name', name, 'system', system, 'span', [0 0.3], 'q', q, 'v', v, 'given', {given}, ...
             'steps', true);
  if any(strcmp('event', given)), c.steps = false; end
end

function given = method_of(words, fixed)
% a method of the list WORDS, with a step or, unless FIXED, by tolerances
  word = words{1 + floor(numel(words)*rand())};
  given = {'Method', word, 'Step', 0.01};
  adaptive = {'moreau', 'newmark', 'hht', 'genalpha', 'rattle'};
  own = nargin < 2 && rand() < 0.2 && any(strcmp(word, adaptive));
  if own || strcmp(word, 'event')
    given = {'Method', word, 'RelTol', 1e-5, 'AbsTol', 1e-7};
  end
end

function [sys, q, v, H] = free_masses(n)
% masses, springs and a force, near the origin
  G = randn(n);
  L = randn(n, 1 + floor(n*rand()));
  sys = NsdSystem.linear(G*G'/n + 0.5*eye(n), 0.1*(rand() < 0.5)*(L*L'), ...
                         10*(rand() < 0.5)*(L*L'), nsd_harmonic(10*randn(n, 1), 5*rand()));
  q = randn(n, 1);
  v = 3*randn(n, 1);
  H = randn(n, 1 + floor(min(3, n)*rand()));
end

function c = laws_of_impact()
  [sys, q, v, H] = free_masses(2 + floor(3*rand()));
  m = size(H, 2);
  laws = {{'Impact', 'newton'}, {'Impact', 'poisson'}, {'Impact', 'moreau'}, ...
          {'Impact', 'energetic'}, {'Impact', 'fremond'}, {'MultipleImpact', 'sequential'}, ...
          {'MultipleImpact', 'lzb'}};
  law = laws{1 + floor(numel(laws)*rand())};
  sys = sys.contact(H, 0.2*rand(m, 1) - H'*q, 'Restitution', rand(), law{:});
  words = {'rattle', 'event'};
  if strcmp(law{2}, 'newton'), words = {'moreau', 'newmark', 'paoli', 'rattle', 'kern'}; end
  c = new_run(['law ' law{2}], sys, q, v, method_of(words));
end

function c = contacts_that_yield()
  [sys, q, v, H] = free_masses(2 + floor(3*rand()));
  m = size(H, 2);
  k = 10^(2 + 4*rand());
  laws = {{'Stiffness', k}, {'Stiffness', k, 'Damping', 0.2*sqrt(k)}, ...
          {'Stiffness', k, 'Compliance', 'hertz'}, ...
          {'Stiffness', k, 'Compliance', 'hunt-crossley', 'Damping', k*rand()}, ...
          {'Stiffness', k, 'Compliance', 'flores', 'Restitution', 0.1 + 0.9*rand()}};
  law = laws{1 + floor(numel(laws)*rand())};
  if rand() < 0.3, law = [law, {'Friction', 0.5*rand(), 'Tangent', randn(size(H))}]; end
  sys = sys.contact(H, 0.2*rand(m, 1) - H'*q, law{:});
  c = new_run('yielding', sys, q, v, method_of({'moreau', 'event'}, 'fixed'));
end

function c = rubbing()
  number = 1 + floor(1e6*rand());
  s = method_system(number);
  c = new_run('rubbing', s.system, s.q0, s.v0, ...
              method_of({'moreau', 'newmark', 'hht', 'genalpha', 'rattle', 'event'}));
end

function c = nonlinear()
  bend = 0.3*randn();
  sys = NsdSystem.lagrangian(@(q) [2 + cos(q(2)), 0.2; 0.2, 1 + bend^2*q(1)^2], ...
                             @(t, q, v, p) [-p.k*q(1) + sin(3*t); -9.81*sin(q(2)) - 0.1*v(2)]);
  sys = sys.parameter('k', 5*rand()).contact(@(q) q(1) + 0.2 + bend*q(2)^2, 'Restitution', rand());
  if rand() < 0.4, sys = sys.contact(@(q) 1.5 - q(2)); end
  q = [0.2; 0.3*randn()];
  c = new_run('nonlinear', sys, q, [-1; 1].*rand(2, 1), ...
              method_of({'moreau', 'newmark', 'genalpha', 'paoli', 'rattle', 'event'}));
end

function c = bodies()
% a chain of boxes on joints, some falling on a plane, perhaps a motor and a spring
  flat = rand() < 0.4;
  if flat, up = [0; 1]; else, up = [0; 0; 1]; end
  d = numel(up);
  first = double((1:d)' == 1);
  world = NsdBodies('Gravity', -9.81*up, 'Friction', 0.8*rand(), 'Restitution', ...
                    (rand() < 0.5)*rand()).plane(up, 0);
  axes = axis_of(flat);
  boxes = 1 + floor(3*rand());
  height = 0.1 + 0.4*rand();
  for k = 1:boxes
    world = world.box('Size', 0.8*first + 0.2*(1 - first), 'Position', k*first + height*up, ...
                      'Mass', 0.5 + rand(), 'Velocity', randn(d, 1));
  end
  for k = 2:boxes
    world = world.joint('hinge', [k-1 k], 'Point', (k - 0.5)*first + height*up, ...
                        'Friction', (rand() < 0.3)*rand(), axes{:});
  end
  if rand() < 0.3
    world = world.spring([0 1], 'Points', [first + (height + 1)*up, first + height*up], ...
                         'Stiffness', 20*rand(), 'Damping', rand());
  end
  if rand() < 0.5, world = world.force(boxes, @(t, x) [sin(9*t) - x(1); zeros(d - 1, 1)]); end
  given = {'Step', 0.005};
  if rand() < 0.3, given = [given, {'Order', 2}]; end
  c = new_run('bodies', world, world.InitialPosition, world.InitialVelocity, given);
  c.steps = false;
end

function given = axis_of(flat)
  given = {};
  if ~flat, given = {'Axis', [0; 1; 0]}; end
end
