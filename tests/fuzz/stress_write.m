function count = stress_write(folder)
%STRESS_WRITE  Everything that writes files, into a folder: says [right], or [nsd:...] for errors.
%   STRESS_WRITE('size') is the number of bytes that the table has when it is whole.
  persistent bytes
  sol = nsd_simulate(nsd_ball(), [0 0.2], 'Step', 0.002);
  if strcmp(folder, 'size')
    if isempty(bytes)
      file = tempname();
      sol.export([file '.csv']);
      bytes = nsd_file_size([file '.csv']);
      nsd_remove_file([file '.csv']);
    end
    count = bytes;
    return
  end
  said = {};
  wanted = stress_sweep('');
  silent = nsd_silence_warnings({'nsd:sweep:notSaved'}); %#ok<NASGU>
  calls = {@() sol.export(fullfile(folder, 'a.csv')), ...
           @() library(fullfile(folder, 'libraries')), ...
           @() right(stress_sweep(fullfile(folder, 'a.mat')), wanted)};
  for k = 1:3
    try
      calls{k}();
    catch err
      said{end+1} = err.identifier; %#ok<AGROW>
      if k == 3 && ~strcmp(err.identifier, 'nsd:sweep:badFile'), rethrow(err); end
      if ~strncmp(err.identifier, 'nsd:', 4), rethrow(err); end
    end
  end
  fprintf('[%s]', strjoin([said, {'right'}], ']['));
end

function right(out, wanted)
  if ~isequaln(out, wanted), error('stress:bits', 'results differ'); end
end

function library(folder)
  sys = NsdSystem.lagrangian(1, @(t, q, v) -3*sin(q)).start(1, 0);
  [~, info] = nsd_compile(sys, 'Folder', folder);
  if info.force(0, 1, 0) ~= -3*sin(1), error('stress:library', 'the library is wrong'); end
end
