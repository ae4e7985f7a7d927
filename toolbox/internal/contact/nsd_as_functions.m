function sys = nsd_as_functions(linear)
%NSD_AS_FUNCTIONS  A linear system as one of functions, which takes gaps @(q,t): a moving floor.
%   What is large, sparse, or has contacts, joints, parameters or a table of forces stays linear.
  sys = linear;
  F = linear.Force;
  relations = [linear.Gaps, linear.JointGroups, linear.Drags];
  if ~strcmp(linear.Kind, 'linear') || ~isempty(relations) || issparse(linear.Mass) ...
      || linear.Coordinates > 50 || ~isempty(fieldnames(linear.Parameters)) ...
      || ~any(strcmp(F.kind, {'none', 'constant', 'harmonic', 'function'}))
    return
  end
  n = linear.Coordinates;
  [M, C, K] = deal(linear.Mass, full_of(linear.Damping, n), full_of(linear.Stiffness, n));
  sys = NsdSystem.lagrangian(M, whole_force(F, C, K, n));
  if any(K(:)) && isequal(K, K'), sys = sys.potential(@(q) q.'*K*q/2); end
  if ~isempty(linear.Name) || ~isempty(linear.Labels)
    sys = sys.named(linear.Name, linear.Labels);
  end
  if ~isempty(linear.InitialPosition)
    sys = sys.start(linear.InitialPosition, linear.InitialVelocity);
  end
end

function force = whole_force(F, C, K, n)
% @(t,q,v) F(t) - C v - K q, without the terms that are zero
  [damped, springs] = deal(any(C(:)), any(K(:)));
  c = F.constant + zeros(n, 1);
  [a, b, w] = deal(F.cosine, F.sine, F.omega);
  part = @(t) c;
  if strcmp(F.kind, 'function'), part = @(t) reshape(F.handle(t), n, 1); end
  if strcmp(F.kind, 'harmonic'), part = @(t) c + a*cos(w*t) + b*sin(w*t); end
  force = @(t, q, v) part(t);
  if damped && springs, force = @(t, q, v) part(t) - C*v - K*q; end
  if damped && ~springs, force = @(t, q, v) part(t) - C*v; end
  if ~damped && springs, force = @(t, q, v) part(t) - K*q; end
end

function A = full_of(A, n)
  if isempty(A), A = 0; end
  A = full(A) + zeros(n)*isscalar(A);
end
