function nsd_show_events(events)
%NSD_SHOW_EVENTS  What sol.eventTable() prints: events by kind, then the first and the last of them.
  count = numel(events.t);
  if count == 0
    fprintf('  no events\n');
    return
  end
  fprintf('  %s: %s\n', nsd_count_text(count, 'event'), nsd_kind_counts(events));
  numbers = {'vBefore', 'vAfter', 'impulse', 'loss'};
  numbers = numbers(cellfun(@(name) any(events.(name) ~= 0 & ~isnan(events.(name))), numbers));
  partner = 'contact';
  if isfield(events, 'bodies'), partner = 'bodies'; end
  fprintf('  %6s %12s  %-12s %9s%s\n', '', 't', 'kind', partner, sprintf(' %11s', numbers{:}));
  few = 5;                                        % rows at either end
  rows = 1:count;
  if count > 2*few + 1, rows = [1:few, NaN, count-few+1:count]; end
  for k = rows
    if isnan(k)
      fprintf('  %6s\n', '...');
      continue
    end
    values = cellfun(@(name) events.(name)(k), numbers);
    text = strrep(sprintf(' %11.4g', values), 'NaN', '   ');      % events of the user
    fprintf('  %6d %12.7g  %-12s %9s%s\n', k, events.t(k), events.kind{k}, ...
            strtrim(sprintf('%d ', events.(partner)(k, :))), text);
  end
end
