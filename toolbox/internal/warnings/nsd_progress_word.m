function word = nsd_progress_word(word)
%NSD_PROGRESS_WORD  The option Progress as gateways take it: in a batch job lines of their own.
  if isempty(word), word = 'auto'; end
  if ~strcmp(word, 'off') && ~nsd_is_interactive(), word = [word ' lines']; end
end
