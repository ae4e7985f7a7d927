function x = nsd_packed_result(column, block, layout, name)
%NSD_PACKED_RESULT  A part of a run that came as two arrays (mex/host/mex_packed.h).
%   X = NSD_PACKED_RESULT(COLUMN, BLOCK, LAYOUT, NAME) is an array of its rows; or its 'status';
%   or a part
%   of what nsd_run_result makes: 'log', 'energy', 'gaps', and with NAME 'outcome' a struct of all
%   numbers and the status; 'all' of it. [] where the run has none of this name.
%   COLUMN(LAYOUT.at.NAME) is a number of its head, as 'step'.
%   LAYOUT = NSD_PACKED_RESULT(GIVEN, RUN) from what gateway 'keep' gives for the run; columns.NAME:
%   its columns of BLOCK; before: the numbers of COLUMN before the events.
  if nargin < 4
    x = with_places(column, block);
  elseif isfield(layout.columns, name)
    x = block(:, layout.columns.(name));
  else
    x = other_part(column, block, layout, name);
  end
end

function layout = with_places(layout, run)
  layout.tangents = run.layout;
  [layout.outcome, layout.log, layout.energy] = nsd_run_result();
  layout.outcome = [layout.outcome; layout.numbers(:); {'status'}];
  layout.at = cell2struct(num2cell(1:numel(layout.head)), layout.head, 2);
  layout.before = numel(layout.head) + numel(layout.outcome) - 1;
  layout.columns = struct();
  widths = [layout.widths, ones(1, numel(layout.works))];
  names = [layout.names, strcat('work_', layout.works)];
  for k = 1:numel(names)
    layout.columns.(names{k}) = sum(widths(1:k-1)) + (1:widths(k));
  end
  if isfield(layout.columns, 'tangential')  % with those that roll: nsd_split_tangential
    layout.columns.impulses = layout.columns.tangential;
    layout.columns = rmfield(layout.columns, 'tangential');
  end
end

function x = other_part(column, block, layout, name)
  x = [];
  switch name
    case 'status'
      words = {'ok', 'stopped'};
      x = words{1 + column(layout.at.status)};
    case 'outcome'
      numbers = num2cell(column(numel(layout.head)+1:layout.before));
      x = cell2struct([numbers; {other_part(column, block, layout, 'status')}], layout.outcome, 1);
    case 'gaps'
      if layout.gaps > 0, x = reshape(column(end-layout.gaps+1:end), [], 3); end
    case 'all'
      x = all_parts(column, block, layout);
    case {'tangential', 'rolling', 'surface'}
      if isempty(layout.tangents), return; end
      all = all_parts(column, block, layout);
      if isfield(all, name), x = all.(name); end
    case 'log'
      x = log_of(column, layout);
    case 'energy'
      x = layout.energy;
      for work = layout.works
        x.(work{1}) = block(:, layout.columns.(['work_' work{1}]));
      end
  end
end

function log = log_of(column, layout)
  [events, states, n] = deal(column(layout.at.events), column(layout.at.states), layout.n);
  fields = numel(layout.log) - 2;                 % the last two are the states
  at = layout.before;
  table = reshape(column(at+1:at+fields*events), events, fields);
  at = at + fields*events;
  both = reshape(column(at+1:at+2*n*states), n, 2*states);
  parts = [num2cell(table, 1), {both(:, 1:states), both(:, states+1:end)}];
  log = cell2struct(parts, layout.log, 2);
end

function result = all_parts(column, block, layout)
  result = other_part(column, block, layout, 'outcome');
  for name = layout.names
    from = strrep(name{1}, 'tangential', 'impulses');
    if ~isfield(layout.columns, from), from = name{1}; end
    result.(name{1}) = nsd_packed_result(column, block, layout, from);
  end
  result.rows = layout.names(~strcmp('t', layout.names));
  result.log = log_of(column, layout);
  result.energy = other_part(column, block, layout, 'energy');
  result.active = zeros(1, 0);
  if layout.gaps > 0, result.gaps = other_part(column, block, layout, 'gaps'); end
  if ~isfield(result, 't'), result.t = []; end
  if ~isempty(layout.tangents)
    result = nsd_split_tangential(struct('layout', layout.tangents), result);
  end
end
