function [f, open] = nsd_require_arguments(f, counts, form, caller)
%NSD_REQUIRE_ARGUMENTS  Raise unless f takes one of COUNTS arguments; FORM for messages: 'f(t,x)'.
%   The last brackets of FORM, as in 'h(x) or h(x,t)', are the order in which f is called: a
%   function that names them in another order is wrapped, and OPEN is true where its names do not
%   tell which one is the state (nsd_ordered_arguments).
  f = nsd_wrap_builtin(f);
  found = nargin(f);
  if found >= 0 && ~any(found == counts)
    error('nsd:system:badFunction', ['%s: the function takes %s, but is called as ' ...
          '%s: write @%s'], caller, nsd_count_text(found, 'argument'), form, ...
          form(find(form == '(', 1):end));
  end
  wanted = regexp(form, '\(([^)]*)\)$', 'tokens', 'once');
  [f, open] = nsd_ordered_arguments(f, strsplit(wanted{1}, ','), 'badFunction', form);
end
