function text = nsd_count_text(count, noun)
%NSD_COUNT_TEXT  '1 contact', '2 contacts'; 'contacts (as many as the functions return)' while
%   the count is NaN.
  if isnan(count)
    text = [noun 's (as many as the functions return)'];
  else
    text = sprintf('%d %s%s', count, noun, repmat('s', 1, count ~= 1));
  end
end
