function nsd_check_whole(value, name, lowest, area)
%NSD_CHECK_WHOLE  Raise nsd:<area>:badValue unless VALUE is a whole number, LOWEST or larger.
  if ~isnumeric(value) || ~isscalar(value) || ~isreal(value) ...
      || ~(value >= lowest && value == fix(value) && isfinite(value))
    error(['nsd:' area ':badValue'], '%s must be a whole number from %d', name, lowest);
  end
end
