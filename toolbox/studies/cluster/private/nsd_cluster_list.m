function text = nsd_cluster_list(numbers)
%NSD_CLUSTER_LIST  Increasing numbers as schedulers write them: '1-3,7'.
  ends = [find(diff(numbers(:)') ~= 1), numel(numbers)];
  starts = [1, ends(1:end-1) + 1];
  words = cell(1, numel(ends));
  for k = 1:numel(ends)
    [a, b] = deal(numbers(starts(k)), numbers(ends(k)));
    if a == b, words{k} = sprintf('%d', a); else, words{k} = sprintf('%d-%d', a, b); end
  end
  text = strjoin(words, ',');
end
