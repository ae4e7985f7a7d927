function nsd_export_csv(sol, file, what)
%NSD_EXPORT_CSV  What sol.export(FILE) writes: one header line, then one line per row.
%   Columns: t, q1.., v1.., gap1.., impulse1.., reaction1.., tangential1.., tangentialReaction1..,
%   multiplier1.., and the energies and works by name; first-order systems: t, x1.., y1..,
%   lambda1... WHAT 'events': one line per event. Numbers have 17 digits, so reading them gives the
%   same bits.
%   The file is written whole or not at all. Raises nsd:solution:badFile, nsd:solution:empty and
%   nsd:file:notWritten.
  if isempty(sol.system)
    error('nsd:solution:empty', 'this NsdSolution holds no run to export');
  end
  if ~ischar(file) || isempty(file)
    error('nsd:solution:badFile', 'sol.export needs the name of a file');
  end
  refuse_other_formats(file);
  if strcmp(what, 'events')
    nsd_write_file(file, event_lines(sol.events()));
    return
  end
  columns = {'x', 'y', 'lambda'};
  works = struct();
  if nsd_kind(sol.system).mechanical
    columns = {'q', 'v', 'gap', 'impulse', 'reaction', 'tangential', 'tangentialReaction', ...
               'multiplier'};
    works = sol.energy;
  end
  parts = cellfun(@(name) sol.(name), columns, 'UniformOutput', false);
  names = cellfun(@numbered, columns, parts, 'UniformOutput', false);
  write(file, [{'t'}, names{:}, fieldnames(works)'], [{sol.t}, parts, struct2cell(works)']);
end

function text = event_lines(events)
% one line per event; kind is a word, all else are numbers
  T = nsd_event_table(events);
  if ~iscell(T)                              % MATLAB
    T = splitvars(T);
    T = [T.Properties.VariableNames; table2cell(T)];
  end
  format = repmat({'%.17g'}, 1, size(T, 2));
  format{strcmp(T(1, :), 'kind')} = '%s';
  values = T(2:end, :)';
  text = [strjoin(T(1, :), ','), sprintf('\n'), sprintf([strjoin(format, ',') '\n'], values{:})];
end

function refuse_other_formats(file)
  [~, name, ending] = fileparts(file);
  if any(strcmpi(ending, {'', '.csv', '.txt', '.dat'})), return; end
  hint = '';
  if strcmpi(ending, '.mat')
    hint = sprintf('; for a MAT-file: sol.save(''%s.mat'')', name);
  end
  error('nsd:solution:badFile', 'sol.export writes CSV, not %s: name the file %s.csv%s', ...
        ending, name, hint);
end

function write(file, names, parts)
  parts = parts([true, ~cellfun(@isempty, parts(2:end))]);
  folder = fileparts(nsd_absolute_name(file));
  if exist(folder, 'dir') ~= 7
    error('nsd:solution:badFile', 'cannot write %s: there is no folder %s', file, folder);
  end
  nsd_write_file(file, @(part) write_table(part, names, parts));
end

function write_table(file, names, parts)
% raises what is missing of the table in the file; fprintf and fclose would not
  [id, reason] = fopen(file, 'w');
  if id < 0, error('nsd:file:notWritten', '%s', reason); end
  closing = onCleanup(@() fclose(id));
  text = sprintf('%s\n', strjoin(names, ','));
  fwrite(id, text);
  wanted = numel(text);
  format = [repmat('%.17g,', 1, numel(names) - 1), '%.17g\n'];
  count = numel(parts{1});
  for first = 1:10000:count                  % 10000 rows at a time: less memory
    rows = first:min(first + 9999, count);
    piece = cellfun(@(part) full(part(rows, :)), parts, 'UniformOutput', false);
    text = sprintf(format, [piece{:}]');
    fwrite(id, text);
    wanted = wanted + numel(text);
  end
  clear closing
  found = nsd_file_size(file);
  if found ~= wanted, error('nsd:file:notWritten', '%s', nsd_disk_full(found, wanted)); end
end

function names = numbered(letter, columns)
  names = arrayfun(@(k) sprintf('%s%d', letter, k), 1:size(columns, 2), 'UniformOutput', false);
end
