function F = nsd_force_function(F, M)
%NSD_FORCE_FUNCTION  The force of NsdSystem.lagrangian as a function of (t,q,v), or of (t,q,v,p);
%   others raise nsd:system:badForce and say what to write. M: the first argument of lagrangian.
  if ~isa(F, 'function_handle')
    if isa(M, 'function_handle') && any(nargin(M) == [3 4]) && ~isempty(F)
      error('nsd:system:badForce', ['M and F are swapped: the mass comes first, ' ...
            'NsdSystem.lagrangian(M, F)']);
    end
    hint = '@(t,q,v) or @name';
    if isnumeric(F) && ~isempty(F) && ndims(F) == 2 && numel(F) <= 6 %#ok<ISMAT>
      hint = sprintf('write a constant one as @(t,q,v) %s', mat2str(double(F), 15));
    elseif ischar(F) && isrow(F) && isvarname(F)
      hint = sprintf('@(t,q,v) or a handle: @%s', F);
    elseif ischar(F) && isrow(F)
      hint = sprintf('a handle, not text: @(t,q,v) %s', F);
    end
    error('nsd:system:badForce', 'NsdSystem.lagrangian needs M and a function F: %s', hint);
  end
  F = nsd_ordered_arguments(F, {'t', 'q', 'v'}, 'badForce', 'F must be @(t,q,v)');
  if ~any(nargin(F) == [3 4 -1])
    hint = '';
    if nargin(F) == 2                             % f(t,y) of ode45
      hint = ['. With f(t,y) of ode45, y = [q; v], write the lower half of its result: ' ...
              'F = @(t,q,v) [zeros(n), eye(n)]*f(t,[q; v]), M = eye(n); or take it as it is ' ...
              'by NsdSystem.hybrid(f)'];
    end
    error('nsd:system:badForce', ['F takes %s: it must be @(t,q,v), or @(t,q,v,p) with ' ...
          'parameters%s'], nsd_count_text(nargin(F), 'argument'), hint);
  end
end
