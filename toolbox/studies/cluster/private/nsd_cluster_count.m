function count = nsd_cluster_count(m, w, own, options, site, limit, workers)
%NSD_CLUSTER_COUNT  Number of chunks: four for each worker, none below 30 s, none beyond half of
%   the time limit, from the cost of the first runs; at most LIMIT, the longest array.
  count = own.Chunks;
  if isempty(count)
    total = m.N*cost_of_a_run(m, w, options);
    count = min(4*workers, floor(total/30));
    longest = seconds_of(site.TimeLimit);
    count = max([1, count, ceil(2*total/longest)]);
    count = min(count, limit);
  elseif count > limit
    error('nsd:cluster:tooMany', ['%d chunks are more than the longest array of this site, ' ...
          '%d: leave out Chunks, or take fewer'], count, limit);
  end
  count = min(count, m.N);
end

function seconds = cost_of_a_run(m, w, options)
% mean of some runs, made here one by one until a second has passed; the first warms up
  order = nsd_cluster_order(m.N);
  options.Progress = 'off';
  [m, w] = nsd_cluster_pack(m, w);
  spent = [];
  begun = tic();
  while numel(spent) < min(8, m.N) && toc(begun) < 1
    [one, kept] = nsd_cluster_take(struct('m', m, 'w', w), order(numel(spent) + 1));
    clock = tic();
    nsd_sweep_run(one, kept, struct('File', '', 'Threads', 1), options);
    spent(end+1) = toc(clock); %#ok<AGROW>
  end
  seconds = mean(spent(min(2, end):end));
end

function seconds = seconds_of(text)
% of a time limit of Slurm: minutes, minutes:seconds, hours:minutes:seconds, days-hours:...
  seconds = Inf;
  if isempty(text), return; end
  days = 0;
  if any(text == '-')
    [first, rest] = strtok(text, '-');
    days = str2double(first);
    numbers = [str2double(strsplit(rest(2:end), ':')), 0, 0];
    seconds = days*86400 + numbers(1:3)*[3600; 60; 1];
    return
  end
  numbers = str2double(strsplit(text, ':'));
  switch numel(numbers)
    case 1, seconds = 60*numbers;
    case 2, seconds = numbers*[60; 1];
    otherwise, seconds = numbers*[3600; 60; 1];
  end
end
