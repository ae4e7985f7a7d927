function item = nsd_asked(item, p)
%NSD_ASKED  A question of the course with the numbers P: its text, answer and frequent mistakes.
  for name = {'question', 'exact', 'mistakes'}
    if isa(item.(name{1}), 'function_handle'), item.(name{1}) = item.(name{1})(p); end
  end
end
