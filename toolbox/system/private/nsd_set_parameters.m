function p = nsd_set_parameters(p, given)
%NSD_SET_PARAMETERS  name, value pairs into the struct of parameters, checked.
  if isscalar(given) && isstruct(given{1}) && isscalar(given{1})
    given = reshape([fieldnames(given{1}), struct2cell(given{1})]', 1, []);
  end
  if mod(numel(given), 2) ~= 0
    error('nsd:system:missing', 'parameter takes names and values: parameter(''omega'', 2.6)');
  end
  for k = 1:2:numel(given)
    name = given{k};
    value = given{k+1};
    if ~ischar(name) || ~isvarname(name)
      error('nsd:system:badName', ['parameter: a name must be a word that can be a field, as ' ...
            'omega or k1']);
    end
    if ~isnumeric(value) || ~isscalar(value) || ~isreal(value) || ~isfinite(value)
      error('nsd:system:badParameter', 'parameter %s must be a finite real number, not %s %s', ...
            name, nsd_size_text(value), class(value));
    end
    p.(name) = double(value);
  end
end
