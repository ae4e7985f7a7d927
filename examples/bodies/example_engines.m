%% How exact are rigid-body engines?
% SimBenchmark's four tests at one step each: error over CPU time. Published values of five engines
% (Intel i7-7700HQ, 2.8 GHz) and NsdBodies on this machine. Left and below is better.
found = nsd_benchmark('engines');
names = {'C1', 'C2', 'C3', 'C4'};
titles = {'49 elastic balls bounce', '216 elastic balls fall', '216 balls fall and rest', ...
          'plate with 25 balls is pulled'};
units = {'mean (E - E_0)^2 (J^2)', 'mean (E - E_0)^2 (J^2)', 'mean squared overlap (m^2)', ...
         'mean squared error (m^2/s^2)'};
if isempty(get(0, 'CurrentFigure')), figure('Position', [100 100 1000 700]); end
for k = 1:4
  row = found(find(strcmp({found.name}, names{k}), 1, 'last'));    % C2: with the default LcpTol
  others = row.published;
  others = others(~isnan([others.value]));
  subplot(2, 2, k);
  loglog([others.seconds], [others.value], 'o', row.seconds, row.value, 'p', 'MarkerSize', 8);
  values = log10([others.value, row.value]);
  room = 0.1*(max(values) - min(values));
  above = 10^(0.5*room);
  for one = others
    text(one.seconds, one.value*above, one.engine, 'HorizontalAlignment', 'center');
  end
  text(row.seconds, row.value*above, 'nsd', 'HorizontalAlignment', 'center');
  axis([0.01 10, 10.^[min(values) - room, max(values) + 1.5*room]]);
  title(titles{k});
  xlabel('CPU time (s), machines differ');
  ylabel(units{k});
end
nsd_style
