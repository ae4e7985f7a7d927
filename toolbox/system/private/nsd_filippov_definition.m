function s = nsd_filippov_definition(given)
%NSD_FILIPPOV_DEFINITION  Arguments of NsdSystem.filippov, checked, as one struct.
  if numel(given) < 2 || ~isa(given{1}, 'function_handle') || ~isa(given{2}, 'function_handle')
    error('nsd:system:missing', 'NsdSystem.filippov needs functions f(t,x,side) and s(x)');
  end
  given{1} = nsd_require_arguments(given{1}, 3:4, 'f(t,x,side)', 'filippov');
  form = 's(x) or s(x,t)';
  [given{2}, open.surface] = nsd_require_arguments(given{2}, 1:3, form, 'filippov');
  open.surfaceJacobian = false;
  s = struct('kind', 'filippov', 'n', NaN, 'm', NaN, 'rate', given{1}, ...
             'surface', given{2}, 'surfaceJacobian', [], ...
             'withTime', double(abs(nargin(given{2})) > 1), 'laws', {{'switching surface'}}, ...
             'open', open);
  for k = 3:2:numel(given)
    nsd_match_name(given{k}, {'SurfaceJacobian'}, 'system', 'filippov');
    if k == numel(given) || ~isa(given{k+1}, 'function_handle')
      error('nsd:system:badOption', 'filippov: SurfaceJacobian must be a function');
    end
    form = 'ds/dx(x) or ds/dx(x,t)';
    [f, s.open.surfaceJacobian] = nsd_require_arguments(given{k+1}, 1:3, form, 'filippov');
    s.surfaceJacobian = f;
  end
  s = nsd_bind_functions(s);
end
