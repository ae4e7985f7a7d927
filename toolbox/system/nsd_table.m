function force = nsd_table(t, F)
%NSD_TABLE  Measured or tabulated force for NsdSystem.linear.
%   FORCE = NSD_TABLE(T, F) interpolates linearly between the columns of F, n-by-N,
%   given at the increasing times T. A run that leaves the table raises
%   nsd:simulate:tableRange; wrong sizes raise nsd:table:badSize.
%
%   Example
%       F   = nsd_table([0 1 2 10], [-9.81 -9.81 12 12]);
%       sys = NsdSystem.linear(1, 0, 0, F);
%       sol = nsd_simulate(sys.contact(1, 0), [0 3], 1, 0);
%
%   See also NSDSYSTEM, NSD_HARMONIC, NSD_SIMULATE.
  if nargin < 2 || ~isnumeric(t) || ~isnumeric(F) || ndims(F) > 2 || numel(t) < 2 || ...
      size(F, 2) ~= numel(t)
    hint = '';
    if nargin > 1 && size(F, 1) == numel(t), hint = '; did you mean F''?'; end
    error('nsd:table:badSize', 'nsd_table needs times T and F with one column per time%s', hint);
  end
  [t, F] = deal(double(full(t)), double(full(F)));
  if ~all(isfinite([t(:); F(:)])) || any(diff(t(:)) <= 0)
    error('nsd:table:notIncreasing', 'T must increase strictly, and T and F must be finite');
  end
  force = struct('nsdForce', 'table', 'times', t(:)', 'values', F);
end
