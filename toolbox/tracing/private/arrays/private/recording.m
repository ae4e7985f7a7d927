function x = recording(x)
%RECORDING  An array as a traced constant for the user's functions; plain for the host's and ours.
  stack = dbstack('-completenames');
  caller = '';
  if numel(stack) > 2, caller = stack(3).file; end
  tracing = fileparts(fileparts(fileparts(mfilename('fullpath'))));
  plain = {fullfile(matlabroot(), 'share', 'octave'), fullfile(matlabroot(), 'toolbox'), ...
           [tracing filesep()], [fullfile(fileparts(tracing), 'private') filesep()]};
  if ~any(cellfun(@(folder) strncmp(caller, folder, numel(folder)), plain))
    x = NsdTrace.from(x);
  end
end
