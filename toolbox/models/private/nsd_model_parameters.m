function p = nsd_model_parameters(caller, p, given)
%NSD_MODEL_PARAMETERS  Name-value pairs over the defaults of a model.
%   A default that is a word takes a word, Force what NsdSystem.linear takes, others one number.
%   Unknown names raise nsd:model:unknownOption and list the known ones, bad values
%   nsd:model:badValue.
  known = fieldnames(p);
  for k = 1:2:numel(given)
    hit = [];
    if ischar(given{k}), hit = find(strcmpi(given{k}, known), 1); end
    if isempty(hit) || k == numel(given)
      error('nsd:model:unknownOption', '%s takes name-value pairs of: %s', caller, ...
            strjoin(known', ', '));
    end
    name = known{hit};
    p.(name) = checked(given{k+1}, name, ischar(p.(name)));
  end
end

function value = checked(value, name, isWord)
  if isWord && ~ischar(value)
    error('nsd:model:badValue', '%s must be a word, not %s', name, class(value));
  elseif isWord || strcmp(name, 'Force')
    return
  end
  if ~(isnumeric(value) || islogical(value)) || ~isreal(value) || ~isscalar(value)
    error('nsd:model:badValue', '%s must be one real number', name);
  end
  value = full(double(value));
end
