function [trace, hint, wants, err] = nsd_trace(f, sizes, names, folders)
%NSD_TRACE  Record the operations of a function f(t, q, v, p); sizes = [1 n n], p by names.
%   TRACE is the input of gateway 'tape', or [] with the reason in HINT. FOLDERS below
%   tracing/private are on the path during the call; WANTS names one that would help, or is ''.
%   ERR: the error behind the hint, or [].
  [trace, hint, wants, err] = deal([], '', '', []);
  if exist('NsdTrace') == 0 %#ok<EXIST>  a class
    error('nsd:setup:notOnPath', ['folders of the toolbox are not on the path: run nsd_setup, ' ...
          'which adds them']);
  end
  values = NsdTrace.start([sizes, 1 + 0*(1:numel(names))], operation_codes());
  p = struct();
  for k = 1:numel(names), p.(names{k}) = values{numel(sizes) + k}; end
  restore = helpers_on_path(folders); %#ok<NASGU>  until the end of this function
  try
    result = f(values{1:numel(sizes)}, p);
    trace = NsdTrace.finish(result);
  catch err
    wants = wanted_folder(err);
    hint = reason(err, wants);
  end
end

function codes = operation_codes()
% numbers of the operations of a tape (c/model/tape/tape_ops.h), a struct by name
  persistent known
  if isempty(known)
    names = nsd_kernel('tape');
    known = cell2struct(num2cell(0:numel(names) - 1), names, 2);
  end
  codes = known;
end

function restore = helpers_on_path(folders)
  restore = [];
  if isempty(folders), return; end
  tracing = fullfile(fileparts(which('NsdTrace')), 'private');   % not in genpath
  folders = cellfun(@(name) fullfile(tracing, name), folders, 'UniformOutput', false);
  silent = nsd_silence_warnings({'Octave:shadowed-function', 'MATLAB:dispatcher:nameConflict'});
  addpath(folders{:});
  restore = onCleanup(@() helpers_off(folders, silent));
end

function helpers_off(folders, ~)
% the warnings come back when the handle that holds them goes
  rmpath(folders{:});
end

function folder = wanted_folder(err)
  text = err.message;
  folder = '';
  if ~isempty(strfind(text, 'map_value()'))                  % [a; 1 2] in Octave
    folder = 'matrices';
  elseif ~isempty(strfind(text, 'for assignment of')) ...     % F = zeros(2,1); F(1) = a
      || ~isempty(strfind(text, 'onversion to double')) ...
      || ~isempty(strfind(text, 'onverting from NsdTrace'))
    folder = 'arrays';
  end
end

function text = reason(err, wants)
  text = strrep(err.message, sprintf('\n'), ' ');
  if strcmp(wants, 'arrays')
    text = ['an entry of a plain array is assigned a traced value: start from zeros, as in ' ...
            'A = zeros(2) + [1 2; 3 4], or write [a; b; ...]'];
  elseif ~isempty(strfind(text, 'octave_base_value'))
    text = 'a built-in function, such as cellfun, gets values that it cannot record: write a loop';
  elseif ~isempty(strfind(text, '''object''')) || ~isempty(strfind(text, 'for object'))
    text = [text ' (it takes no traced values)'];
  end
  [place, inside] = nsd_user_line(err.stack);
  if ~isempty(inside), text = sprintf('%s (in %s)', regexprep(text, '\s+', ' '), inside); end
  text = [text place];
end
