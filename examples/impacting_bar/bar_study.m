function bar_study(folder, angles, varargin)
%BAR_STUDY  All figures and tables of Paoli and Schatzman (2007), computed and drawn again.
%   BAR_STUDY(FOLDER) computes tables 2-5 and figures 3-9 on all cores and writes the
%   data (CSV) and the pictures (PNG) into FOLDER; BAR_STUDY(FOLDER, ANGLES) takes other
%   angles than 20:90 degrees in figures 5-9. With all angles it takes minutes.
%   BAR_STUDY(FOLDER, ANGLES, 'Cluster', 'slurm', 'Folder', F, ...) makes the runs on a cluster.
%
%   Example
%       bar_study(tempname(), [60 90])
%
%   See also NSD_BAR, BAR_RUNS, BAR_TABLES, BAR_FIGURES.
  if nargin < 2, angles = 20:90; end
  if ~exist(folder, 'dir'), mkdir(folder); end
  jobs = [grid_of({1:2, 1:2, [1 0.75 0.5 0.25 0], angles, 0, 0}); ...        % figures 5, 6, 7
          grid_of({2, 1, 1, angles, [1e-3 5e-3 1e-2], 0:40:160}); ...        % figure 8
          grid_of({2, 1, [0.5 0], angles, 5e-3, 0:40:160})];                 % figure 9
  results = bar_runs(jobs, varargin{:});
  write_csv(fullfile(folder, 'restitution.csv'), ...
            'model,method,e,angle,fraction,phase,e_2.5ms,e_1ms,intervals', [jobs, results]);
  bar_tables(folder);
  bar_figures(folder, [jobs, results]);
end

function jobs = grid_of(axes)
  grids = cell(1, 6);
  [grids{:}] = ndgrid(axes{:});
  jobs = cell2mat(cellfun(@(g) g(:), grids, 'UniformOutput', false));
end

function write_csv(file, header, table)
  out = fopen(file, 'w');
  fprintf(out, '%s\n', header);
  fprintf(out, [repmat('%.10g,', 1, size(table, 2) - 1) '%.10g\n'], table');
  fclose(out);
end
