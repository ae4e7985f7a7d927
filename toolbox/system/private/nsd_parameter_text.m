function text = nsd_parameter_text(p)
%NSD_PARAMETER_TEXT  'omega = 2.6, k = 5' for a struct of parameters.
  pairs = [fieldnames(p), struct2cell(p)]';
  text = strrep(strtrim(sprintf('%s = %g; ', pairs{:})), ';', ',');
  text = text(1:end-1);
end
