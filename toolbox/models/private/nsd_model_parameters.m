function p = nsd_model_parameters(caller, p, given)
%NSD_MODEL_PARAMETERS  Name-value pairs over the defaults of a model.
%   Unknown names raise nsd:model:unknownOption and list the known ones.
  known = fieldnames(p);
  for k = 1:2:numel(given)
    hit = find(strcmpi(given{k}, known), 1);
    if isempty(hit) || k == numel(given)
      error('nsd:model:unknownOption', '%s takes name-value pairs of: %s', caller, ...
            strjoin(known', ', '));
    end
    p.(known{hit}) = given{k+1};
  end
end
