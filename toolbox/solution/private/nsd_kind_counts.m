function [text, hits, rests] = nsd_kind_counts(events)
%NSD_KIND_COUNTS  How many events there are of each kind, as '10 impact, 1 accumulation'.
%   HITS: the impacts of contacts that approach. RESTS: the others, which time stepping logs where a
%   contact begins to push without approach: a body that rests from the start, or one that is
%   slightly inside and already separates. They are no collisions, and are counted by themselves.
  rests = strcmp(events.kind, 'impact') & events.vBefore >= 0;
  hits = strcmp(events.kind, 'impact') & ~rests;
  kinds = events.kind(~rests);
  counts = cellfun(@(kind) sprintf('%d %s', sum(strcmp(kind, kinds)), kind), ...
                   reshape(unique(kinds), 1, []), 'UniformOutput', false);
  if any(rests)
    counts{end+1} = sprintf('%d impact without approach (vBefore >= 0: closed at rest)', ...
                            sum(rests));
  end
  text = strjoin(counts, ', ');
end
