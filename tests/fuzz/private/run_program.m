function [outputs, given] = run_program(program)
%RUN_PROGRAM  Run a program of public_calls.m: its last outputs, and the arguments of its last step.
  last = [];
  for k = 1:numel(program)
    [f, given] = program{k}{:};
    place = cellfun(@(x) ischar(x) && isequal(x, '<last>'), given);
    given(place) = {last};
    if isequal(f, 'export')
      last.export(given{:});
      outputs = {last};
    elseif isequal(f, @nsd_check)
      outputs = {[]};                             % prints only, when there is nothing to check
      nsd_check(given{:});
    elseif ischar(f)
      outputs = {last.(f)(given{:})};
    elseif any(strcmp(func2str(f), {'nsd_lcp', 'nsd_mlcp', 'nsd_relay', 'nsd_friction', ...
                                    'nsd_project'}))
      [outputs{1:2}] = f(given{:});
    else
      outputs = {f(given{:})};
    end
    last = outputs{1};
  end
end
