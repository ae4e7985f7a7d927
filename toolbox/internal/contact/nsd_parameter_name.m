function name = nsd_parameter_name(name, option, caller)
%NSD_PARAMETER_NAME  The NAME of a parameter that gives the value of an OPTION, checked.
  if isrow(name) && isvarname(name), return; end
  fix = '';
  if isrow(name) && ~isnan(str2double(name)), fix = ['; a number has no quotes: ' name]; end
  error('nsd:system:badName', '%s: %s ''%s'' is not a valid parameter name%s', caller, option, ...
        reshape(name, 1, []), fix);
end
