function problems = system_collection()
%SYSTEM_COLLECTION  Systems with contacts, shared by tests that run every method on all of them.
%   PROBLEMS is a struct array: name, sys (carries its start), span, step.
  problems = struct('name', {}, 'sys', {}, 'span', {}, 'step', {});
  add('ball', nsd_ball(), [0 2], 0.005);
  add('ball with e = 1', nsd_ball('Restitution', 1), [0 3], 0.005);
  add('ball with e = 0', nsd_ball('Restitution', 0), [0 1], 0.01);
  add('ball starting on the floor', nsd_ball('Height', 0), [0 1], 0.01);
  add('oscillator', nsd_oscillator(), [0 6], 0.01);
  add('forced, damped oscillator', ...
      nsd_oscillator('Damping', 0.3, 'Force', nsd_harmonic(3, 2)), [0 10], 0.01);
  add('two bodies and a wall', two_bodies(), [0 4], 0.005);
  add('chain of three balls', ...
      NsdSystem.linear(eye(3)).contact([-1 0; 1 -1; 0 1], -2, 'Restitution', 0.5) ...
      .start([-0.9; 2; 4], [1; 0; 0]), [0 2], 0.01);
  add('column of eight beads', column(8), [0 1.5], 0.002);
  add('spring chain above an obstacle', spring_chain(30), [0 0.4], 0.001);
  add('contacts that say the same', ...
      NsdSystem.linear(eye(2), 0, 0, [-1; -2]).contact([1 1 2 0; 0 0 0 1], 0, ...
      'Restitution', 0.5).start([0.3; 0.2], [-1; -1]), [0 2], 0.01);
  add('corner with a joint', ...
      NsdSystem.linear(diag([1 2 3]), 0.1*eye(3), eye(3), [-3; -2; -1]) ...
      .contact(eye(3), 0.1, 'Restitution', 0.3).joint([1; -1; 0]).joint([-2; 2; 0]) ...
      .start([0.5; 0.5; 0.5]), [0 3], 0.005);

  function add(name, sys, span, step)
    problems(end+1) = struct('name', name, 'sys', sys, 'span', span, 'step', step);
  end
end

function sys = two_bodies()
  K = [3 -2; -2 2];
  sys = NsdSystem.linear(diag([2 1]), 0.05*K, K, @(t) [0*t; sin(2*t)]);
  sys = sys.contact([1 -1; 0 1], [0.4; 0.2], 'Restitution', [0.6; 0.2]).start([0; 0], [-1; 1]);
end

function sys = column(N)
  H = [1, zeros(1, N-1); diff(eye(N))]';
  sys = NsdSystem.linear(eye(N), 0, 0, -9.81*ones(N, 1));
  sys = sys.contact(H, [-0.5; -ones(N-1, 1)], 'Restitution', 0.5).start(0.6 + 1.1*(0:N-1)');
end

function sys = spring_chain(n)
  one = ones(n, 1);
  K = 1e3*spdiags([-one 2*one -one], -1:1, n, n);
  H = sparse(5:5:n, 1:n/5, 1, n, n/5);
  sys = NsdSystem.linear(speye(n), 0.1*speye(n), K, -9.81*one);
  sys = sys.contact(H, 1e-2, 'Restitution', 0.5).start(0*one);
end
