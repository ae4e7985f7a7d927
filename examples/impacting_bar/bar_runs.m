function results = bar_runs(jobs, varargin)
%BAR_RUNS  Runs of the bar study on all cores: apparent restitution over two windows.
%   RESULTS = BAR_RUNS(JOBS) with rows [MODEL METHOD E ANGLE FRACTION PHASE], METHOD 1 for
%   'paoli', 2 for 'event-newmark', drops a bar for each row, with steps of 1e-7 s, until
%   2.5 ms pass without contact. Rows of RESULTS are those of BAR_MEASURE.
%   BAR_RUNS(JOBS, 'Cluster', 'slurm', 'Folder', F, ...) gives options to NSD_SWEEP: the sweeps
%   are folders in F, one after the other; the same call goes on with those that are there.
%
%   Example
%       r = bar_runs([2 1 0 70 0 0; 2 1 0 90 0 0]);
%
%   See also BAR_MEASURE, BAR_STUDY, NSD_SWEEP, NSD_BAR.
  methods = {'paoli', 'event-newmark'};
  results = NaN(size(jobs, 1), 3);
  [kinds, ~, kind] = unique(jobs(:, 1:2), 'rows');        % one sweep for systems that are alike
  for k = 1:size(kinds, 1)
    make = @(p) nsd_bar('Model', kinds(k, 1), 'Restitution', p.e, 'Angle', p.angle, ...
                        'Fraction', p.fraction, 'Phase', p.phase);
    for horizon = [8e-3, 16e-3, 32e-3]
      left = find(kind == k & isnan(results(:, 1)));
      if isempty(left), continue; end
      p = struct('e', jobs(left, 3), 'angle', jobs(left, 4), 'fraction', jobs(left, 5), ...
                 'phase', jobs(left, 6));
      given = in_folder(varargin, sprintf('sweep%d_%dms', k, round(1000*horizon)));
      out = nsd_sweep(make, p, [0 horizon], 'Method', methods{kinds(k, 2)}, 'Step', 1e-7, ...
                      'OutputEvery', 10, 'Reduce', @bar_measure, given{:});
      if ~isstruct(out)
        out.wait();
        out = out.gather();
      end
      if any(strcmp(out.status, 'missing'))
        error('nsd:bar:missing', 'runs are missing: call again to go on');
      end
      results(left, :) = out.value;
    end
  end
  if any(isnan(results(:)))
    error('nsd:bar:noFlight', 'a bar did not leave the floor for 2.5 ms');
  end
end

function given = in_folder(given, name)
% options with a folder of its own for each sweep
  at = find(strcmpi(given(1:2:end), 'Folder'));
  if isempty(at), return; end
  folder = given{2*at};
  if ~exist(folder, 'dir'), mkdir(folder); end
  given{2*at} = fullfile(folder, name);
end
