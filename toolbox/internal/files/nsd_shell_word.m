function text = nsd_shell_word(text)
%NSD_SHELL_WORD  A text as one word of a command for system(), whatever letters it has.
%   The only door to the shell: in quotes no letter but the quote itself has a meaning there. What
%   cmd of Windows cannot quote is refused with nsd:file:badName, and so is a zero, which ends texts
%   in C.
  if any(text == 0) || (ispc() && any(ismember(text, sprintf('"%%\r\n'))))
    error('nsd:file:badName', 'a name has letters that cannot be given to the shell: %s', text);
  end
  if ispc()
    text = ['"' text '"'];
  else
    text = ['''' strrep(text, '''', '''\''''') ''''];
  end
end
