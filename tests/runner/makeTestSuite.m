function suite = makeTestSuite(handles)
%MAKETESTSUITE  Suite of the handles whose name begins or ends with "test".
%   SUITE = MAKETESTSUITE(HANDLES) is a struct array with fields name and run.
  suite = struct('name', {}, 'run', {});
  for k = 1:numel(handles)
    name = func2str(handles{k});
    name = regexprep(name, '^@', '');
    if ~isempty(regexpi(name, '^((test.*)|(.*test))$', 'once'))
      suite(end+1) = struct('name', name, 'run', handles{k}); %#ok<AGROW>
    end
  end
end
