function x = nsd_pack(x)
%NSD_PACK  Data that save can store in any format: functions become structs of text and values.
%   A function handle is stored as its text with the values that it holds; NSD_UNPACK makes the
%   handle again. Local and nested functions cannot be found again: they raise nsd:file:notSaved,
%   and so do objects.
  if isa(x, 'function_handle')
    info = functions(x);
    text = func2str(x);
    if text(1) ~= '@' && ~any(strcmp(info.type, {'simple', 'anonymous'}))
      error('nsd:file:notSaved', ['the function %s is local to a file and could not be found ' ...
            'again: give it a file of its own, or write @(...) ...'], text);
    end
    values = struct();
    if isfield(info, 'workspace') && ~isempty(info.workspace), values = info.workspace{1}; end
    x = struct('nsdFunction', text, 'nsdValues', nsd_pack(values));
  elseif iscell(x)
    x = cellfun(@nsd_pack, x, 'UniformOutput', false);
  elseif isstruct(x)
    x = cell2struct(nsd_pack(struct2cell(x)), fieldnames(x), 1);
  elseif ~(isnumeric(x) || islogical(x) || ischar(x))
    error('nsd:file:notSaved', 'a value of class %s cannot be saved', class(x));
  end
end
