function printTestResults(name, results, seconds)
%PRINTTESTRESULTS  One line for a test file, then its failed and skipped tests.
  outcomes = {results.outcome};
  failed = strcmp(outcomes, 'failed');
  skipped = strcmp(outcomes, 'skipped');
  text = sprintf('%-32s %4d passed', name, sum(strcmp(outcomes, 'passed')));
  if any(failed)
    text = sprintf('%s, %d failed', text, sum(failed));
  end
  if any(skipped)
    text = sprintf('%s, %d skipped', text, sum(skipped));
  end
  if nargin > 2
    text = sprintf('%-60s %7.2f s', text, seconds);
  end
  fprintf('%s\n', text);
  for r = results(failed)
    fprintf('  FAILED %s (%s)\n', r.name, r.location);
    fprintf('         %s\n', strrep(r.message, sprintf('\n'), sprintf('\n         ')));
  end
  for r = results(skipped)
    fprintf('  skipped %s: %s\n', r.name, r.message);
  end
end
