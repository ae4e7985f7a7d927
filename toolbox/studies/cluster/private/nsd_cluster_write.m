function nsd_cluster_write(folder, m, w, own, options, head)
%NSD_CLUSTER_WRITE  The folder of a sweep: sweep.mat with all that workers need, and its hash.
%   Functions of the user's that are not recorded are copied into functions/, so that the folder is
%   complete. sweep.sha256 is written last: a folder without it holds no sweep.
  options.Progress = 'off';
  content = identity(nsd_sweep_content(m, w, options));
  [m, w, handles] = nsd_cluster_pack(m, w);
  if ~isempty(m.compiled), m.compiled.options.Progress = 'off'; end
  [code, files] = nsd_sweep_code(handles);
  require_files(handles, files);
  names = {'', 'functions', 'log', 'parts', 'saved', 'state'};
  for k = 1:numel(names), make_folder(fullfile(folder, names{k})); end
  copy_functions(files, fullfile(folder, 'functions'));
  bytes = nsd_saved_bytes(struct('head', head, 'order', nsd_cluster_order(m.N), 'm', m, 'w', w, ...
                                  'options', options, 'code', {code}, ...
                                  'handles', {handles}, 'content', content, 'study', own.Study));
  nsd_write_file(fullfile(folder, 'sweep.mat'), bytes);
  nsd_write_file(fullfile(folder, 'sweep.sha256'), ...
                 sprintf('%s  sweep.mat\n', nsd_kernel('hash', bytes)));
end

function content = identity(content)
% what is not in the members of the sweep anyway
  content = rmfield(content, {'parameters', 'q0', 'v0', 't0', 't1', 'h', 'reduction'});
end

function make_folder(folder)
  [made, reason] = mkdir(folder);
  if ~made
    error('nsd:cluster:badFolder', 'the folder %s cannot be made: %s', folder, reason);
  end
end

function require_files(handles, files)
% functions beside others in a file, nested ones and those of the prompt cannot be found by workers
  for k = 1:numel(handles)
    info = functions(handles{k});
    names = {info.function};
    if any(info.function == '('), names = called_names(info); end
    for name = names
      if ~is_found(name{1}, files)
        error('nsd:cluster:localFunction', ['%s stands beside other functions in a file, or ' ...
              'was typed at the prompt: processes of a cluster cannot call it. Put it into a ' ...
              'file of its own'], name{1});
      end
    end
  end
end

function names = called_names(info)
% words before an opening bracket, without arguments and values that the function holds
  words = regexp(info.function, '(?<![.\w])([A-Za-z]\w*)\s*\(', 'tokens');
  inputs = regexp(info.function, '@\s*\(([^)]*)\)', 'tokens');
  inputs = regexp(strjoin([{''}, inputs{:}], ','), '\w+', 'match');
  held = {};
  if isfield(info, 'workspace') && ~isempty(info.workspace)
    held = fieldnames(info.workspace{1})';
  end
  names = setdiff([{}, words{:}], [inputs, held]);
end

function yes = is_found(name, files)
  [~, bases] = cellfun(@fileparts, files, 'UniformOutput', false);
  yes = any(strcmp(name, bases)) || any(exist(name) == [3 5]); %#ok<EXIST>
  if ~yes && exist(name, 'file') == 2
    yes = ~strcmp(nsd_file_owner(which(name)), 'user');
  end
end

function copy_functions(files, to)
  for k = 1:numel(files)
    [place, base, ending] = fileparts(files{k});
    [~, last] = fileparts(place);
    target = to;
    if strcmp(last, 'private')
      target = fullfile(to, 'private');
      make_folder(target);
    end
    [bytes, reason] = nsd_read_bytes(files{k});
    if ~isempty(reason), error('nsd:cluster:badFolder', '%s: %s', files{k}, reason); end
    nsd_write_file(fullfile(target, [base ending]), bytes);
  end
end
