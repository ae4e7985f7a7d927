function nsd_benchmark_show(row, first)
%NSD_BENCHMARK_SHOW  Print a row of NSD_BENCHMARK, and what other engines gave.
  if first
    fprintf('%-7s %-66s %9s %16s %16s %9s %-9s %5s %7s\n', 'case', 'question', 'step', 'exact', ...
            'nsd', 'error', 'accuracy', 'order', 'CPU s');
  end
  order = '';
  if ~isnan(row.order), order = sprintf('%.2f', row.order); end
  fprintf('%-7s %-66s %9.3g %16.10g %16.10g %9.2g %-9s %5s %7.2f', row.name, row.title, ...
          row.step, row.exact, row.value, row.error, row.accuracy, order, row.seconds);
  if ~row.ok, fprintf('  above %g', row.bound); end
  if ~strcmp(row.status, 'ok'), fprintf('  status %s', row.status); end
  fprintf('\n');
  if isempty(row.published), return; end
  fprintf('      published, %s:', row.published(1).hardware);
  for one = row.published
    if isnan(one.value), fprintf('  %s cannot', one.engine); continue; end
    fprintf('  %s %.3g (%.3g s)', one.engine, one.value, one.seconds);
  end
  fprintf('\n');
end
