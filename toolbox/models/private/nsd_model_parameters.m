function p = nsd_model_parameters(caller, defaults, given)
%NSD_MODEL_PARAMETERS  Name-value pairs over the defaults of a model.
%   A default that is a word takes a word, Force what NsdSystem.linear takes, others one number.
%   Unknown names raise nsd:model:unknownOption, bad values nsd:model:badValue.
  p = nsd_pair_options(caller, given, defaults, 'model', 'unknownOption');
  for name = fieldnames(p)'
    [value, default] = deal(p.(name{1}), defaults.(name{1}));
    if ischar(default) && ~ischar(value)
      error('nsd:model:badValue', '%s must be a word, not %s', name{1}, class(value));
    elseif ~ischar(default) && ~strcmp(name{1}, 'Force') && ~isequal(value, default)
      p.(name{1}) = nsd_check_number(value, 'finite', name{1}, 'nsd:model:badValue');
    end
  end
end
