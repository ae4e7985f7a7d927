function site = nsd_cluster_site(given, stored)
%NSD_CLUSTER_SITE  Settings of a site: options, then environment, then the user's file, then STORED.
%   GIVEN is a struct of options, empty where there is none. A variable of the environment is
%   NSD_ and the name in capitals, such as NSD_PARTITION. The file, ~/.nsd/cluster.m, is a script
%   that sets fields of the struct site: site.Partition = 'long'. STORED: settings of the folder.
  names = NsdSweepJob.settings();
  site = cell2struct(cell(size(names)), names, 2);
  sources = {stored, file_of_user(), environment(names), given};
  for k = 1:numel(sources)
    for name = names
      if isfield(sources{k}, name{1}) && ~isempty(sources{k}.(name{1}))
        site.(name{1}) = sources{k}.(name{1});
      end
    end
  end
  site = checked(site);
end

function site = environment(names)
  site = struct();
  for name = names
    text = getenv(['NSD_' upper(name{1})]);
    if isempty(text), continue; end
    number = str2double(text);
    if any(strcmp(name{1}, {'Modules', 'Submit'}))
      site.(name{1}) = strsplit(strtrim(text));
    elseif strcmp(name{1}, 'Workers')
      site.(name{1}) = number;
    else
      site.(name{1}) = text;
    end
  end
end

function site = file_of_user()
  site = struct();
  file = fullfile(getenv('HOME'), '.nsd', 'cluster.m');
  if isempty(getenv('HOME')) || exist(file, 'file') ~= 2, return; end
  try
    run(file);
  catch err
    error('nsd:cluster:badSite', '%s fails: %s', file, err.message);
  end
  unknown = {};
  if isstruct(site), unknown = setdiff(fieldnames(site)', NsdSweepJob.settings()); end
  if ~isstruct(site) || ~isempty(unknown)
    error('nsd:cluster:badSite', '%s may set site.%s and nothing else', file, ...
          strjoin(NsdSweepJob.settings(), ', site.'));
  end
end

function site = checked(site)
  for name = {'Partition', 'Account', 'TimeLimit', 'Memory', 'Program'}
    text = nsd_chars(site.(name{1}));
    if isnumeric(text) && isscalar(text), text = sprintf('%g', text); end
    if isempty(text), text = ''; end
    site.(name{1}) = text;
    require(ischar(text) && ~any(text < ' '), name{1}, 'a text on one line');
  end
  for name = {'Modules', 'Submit'}
    texts = nsd_chars(site.(name{1}));
    if isempty(texts), texts = {}; end
    if ischar(texts), texts = {texts}; end
    require(iscellstr(texts) && ~any([texts{:}] < ' '), name{1}, 'a text, or a cell of texts');
    site.(name{1}) = texts;
  end
  time = site.TimeLimit;
  require(isempty(time) || ~isempty(regexp(time, '^\d+(-\d+)?(:\d+){0,2}$', 'once')), ...
          'TimeLimit', 'minutes, hours:minutes:seconds or days-hours');
  if ~isempty(site.Workers)
    site.Workers = nsd_check_number(site.Workers, 'count', 'Workers', 'nsd:cluster:badValue');
  end
end

function require(good, name, words)
  if ~good, error('nsd:cluster:badValue', '%s must be %s', name, words); end
end
