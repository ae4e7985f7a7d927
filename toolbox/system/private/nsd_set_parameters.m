function p = nsd_set_parameters(p, given)
%NSD_SET_PARAMETERS  The struct of parameters P with names and values, or one struct, added to it.
  if isscalar(given) && isstruct(given{1}) && isscalar(given{1})
    given = reshape([fieldnames(given{1}), struct2cell(given{1})]', 1, []);
  end
  if mod(numel(given), 2) ~= 0
    error('nsd:system:missing', 'parameter takes names and values: parameter(''omega'', 2.6)');
  end
  for k = 1:2:numel(given)
    [name, value] = given{k:k+1};
    if ~ischar(name) || ~isrow(name) || ~isvarname(name)
      error('nsd:system:badName', ['parameter: a name must be a word that can be a field, as ' ...
            'omega or k1']);
    end
    p.(name) = nsd_check_number(value, 'finite', ['parameter ' name], 'nsd:system:badParameter');
  end
end
