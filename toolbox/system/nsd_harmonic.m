function force = nsd_harmonic(a, omega, phase, constant)
%NSD_HARMONIC  Harmonic force for NsdSystem.linear.
%   F = NSD_HARMONIC(A, OMEGA) is F(t) = A*cos(OMEGA*t) with A n-by-1.
%   F = NSD_HARMONIC(A, OMEGA, PHASE) is F(t) = A*cos(OMEGA*t + PHASE)   [PHASE = 0];
%       PHASE = -pi/2 gives a sine.
%   F = NSD_HARMONIC(A, OMEGA, PHASE, CONSTANT) adds an n-by-1 constant  [0].
%   Several frequencies: A n-by-k, OMEGA and PHASE with k elements.
%
%   The kernels evaluate the force: no table is stored, and Method 'event' uses the
%   exact solution between impacts. Wrong sizes raise nsd:harmonic:badSize.
%
%   Example
%       sys = NsdSystem.linear(1, 0.1, 4, nsd_harmonic(2, 1.7, 0, -9.81));
%       sys = sys.contact(1, 3, 'Restitution', 0.7);
%       sol = nsd_simulate(sys, [0 20], 0, 0);
%
%   See also NSDSYSTEM, NSD_TABLE, NSD_SIMULATE.
  if nargin < 2
    error('nsd:harmonic:missing', 'nsd_harmonic needs the amplitude A and the frequency OMEGA');
  end
  if nargin < 3 || isempty(phase), phase = 0; end
  if nargin < 4, constant = []; end
  a = nsd_real_array(a, 'A', 'harmonic');
  omega = nsd_real_array(omega, 'OMEGA', 'harmonic');
  phase = nsd_real_array(phase, 'PHASE', 'harmonic');
  if ~isnumeric(constant) || ~isreal(constant)
    error('nsd:harmonic:type', 'CONSTANT must be real numbers, one per row of A');
  end
  k = numel(omega);
  if isscalar(phase), phase = repmat(phase, 1, k); end
  if size(a, 2) ~= k || numel(phase) ~= k
    error('nsd:harmonic:badSize', ...
          'A must have one column per frequency (%d), and PHASE as many elements', k);
  end
  turn = repmat(phase(:)', size(a, 1), 1);
  force = struct('nsdForce', 'harmonic', 'cosine', a.*cos(turn), 'sine', -a.*sin(turn), ...
                 'omega', omega(:), 'constant', constant(:));
end
