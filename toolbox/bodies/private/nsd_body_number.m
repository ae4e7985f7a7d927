function k = nsd_body_number(world, given, caller, least)
%NSD_BODY_NUMBER  Numbers of bodies from numbers or one label; LEAST 0: also the ground, 1: not.
  if ischar(given)
    k = find(strcmp(given, world.Labels));
    if isscalar(k), return; end
    error('nsd:bodies:noBody', '%s: no body is called ''%s''; names are given by world.named', ...
          caller, given);
  end
  k = given;
  if ~isnumeric(k) || ~isreal(k) || any(k(:) ~= round(k(:))) || any(k(:) < least) ...
      || any(k(:) > world.Bodies)
    ground = '';
    if least == 0, ground = ', and 0 is the ground'; end
    shown = '';
    if isnumeric(k) && ~isempty(k), shown = sprintf(', not%s', sprintf(' %g', k)); end
    error('nsd:bodies:noBody', ['%s: bodies are numbered from 1 to %d in the order they were ' ...
          'added%s%s; add the body first'], caller, world.Bodies, ground, shown);
  end
  k = double(k(:)');
end
