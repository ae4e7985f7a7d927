function nsd_require_linear(r, caller)
%NSD_REQUIRE_LINEAR  Contacts and joints of a linear system are matrices and numbers.
  if ischar(r.restitution)
    error('nsd:system:badSize', ['%s: Restitution must be a number, or one per contact; a ' ...
          'name of a parameter goes with NsdSystem.lagrangian'], caller);
  end
  if ~isempty(r.value) || any(structfun(@(x) isa(x, 'function_handle'), r.surface))
    error('nsd:system:linearOnly', ...
          ['%s: a linear system takes matrices (H of H''q + b, tangents), not functions; ' ...
           'functions go with NsdSystem.lagrangian'], caller);
  end
end
