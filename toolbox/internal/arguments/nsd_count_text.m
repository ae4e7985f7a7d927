function text = nsd_count_text(count, noun)
%NSD_COUNT_TEXT  '1 contact', '2 contacts', '2 bodies'; 'contacts (as many as the functions return)'
%   while the count is NaN.
  several = [noun 's'];
  if noun(end) == 'y', several = [noun(1:end-1) 'ies']; end
  if isnan(count)
    text = [several ' (as many as the functions return)'];
  elseif count == 1
    text = ['1 ' noun];
  else
    text = sprintf('%d %s', count, several);
  end
end
