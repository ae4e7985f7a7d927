function name = nsd_match_name(given, known, area, caller)
%NSD_MATCH_NAME  The known option name that `given` spells, ignoring case.
%   Anything else raises nsd:<area>:unknownOption and offers the nearest names.
  if ~ischar(given)
    example = '';
    if isnumeric(given) && isscalar(given) && any(strcmp(caller, {'contact', 'nsd_ball'}))
      example = sprintf(': the rebound is written ''Restitution'', %g', given);
    end
    error(['nsd:' area ':unknownOption'], ...
          '%s: expected an option name (a character vector), got %s%s', caller, class(given), ...
          example);
  end
  hit = find(strcmpi(given, known), 1);
  if isempty(hit)
    error(['nsd:' area ':unknownOption'], '%s has no option "%s"; nearest: %s', caller, given, ...
          strjoin(nsd_nearest_names(given, known), ', '));
  end
  name = known{hit};
end
