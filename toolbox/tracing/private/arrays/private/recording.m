function x = recording(x)
%RECORDING  An array as a traced constant when a user's function asks for it, otherwise plain.
  stack = dbstack('-completenames');
  caller = '';
  if numel(stack) > 2, caller = stack(3).file; end
  host = {fullfile(matlabroot(), 'share', 'octave'), fullfile(matlabroot(), 'toolbox')};
  if ~any(cellfun(@(folder) strncmp(caller, folder, numel(folder)), host)) && ~is_helper(caller)
    x = NsdTrace.from(x);
  end
end

function yes = is_helper(file)
% below toolbox/tracing, toolbox/internal or a private folder of the toolbox
  toolbox = nsd_toolbox_folder();
  yes = strncmp(file, [toolbox filesep()], numel(toolbox) + 1);
  if yes
    rooms = '[/\\](tracing|internal|private)[/\\]';
    yes = ~isempty(regexp(file(numel(toolbox)+1:end), rooms, 'once'));
  end
end
