function options = nsd_option_texts(options)
%NSD_OPTION_TEXTS  A struct of options with functions as their text, which any format can hold.
  for name = fieldnames(options)'
    if isa(options.(name{1}), 'function_handle')
      options.(name{1}) = func2str(options.(name{1}));
    end
  end
end
