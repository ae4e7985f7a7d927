function text = bar_tables(folder, phases)
%BAR_TABLES  Energy of the dropped bar for e = 1, beside tables 2-5 of Paoli and Schatzman (2007).
%   TEXT = BAR_TABLES(FOLDER) writes tables.md into FOLDER. Each number is the range over
%   40 phases of the first impact within its time step, BAR_TABLES(FOLDER, PHASES) over
%   others: with e = 1 the energy lost or gained depends on this phase, which the paper
%   does not say. d_rel is (W_exp - W_mean)/W_exp, the sign of the paper's tables.
%
%   Example
%       text = bar_tables(tempname(), 1);
%
%   See also BAR_STUDY, NSD_BAR.
  if nargin < 2, phases = 40; end
  if ~exist(folder, 'dir'), mkdir(folder); end
  angles = [30 45 60 90];
  names = {'W_exp', 'maximum', 'minimum', 'd_rel', 's_rel'};
  text = '';
  for table = 2:5
    model = 1 + (table > 3);
    event = mod(table, 2) == 1;
    ranges = zeros(5, numel(angles), 2);
    for k = 1:numel(angles)
      found = bar_energies(model, event, angles(k), phases);
      ranges(:, k, 1) = min(found, [], 1)';
      ranges(:, k, 2) = max(found, [], 1)';
    end
    text = [text, one_table(table, ranges, angles, names)]; %#ok<AGROW>
  end
  out = fopen(fullfile(folder, 'tables.md'), 'w');
  fprintf(out, '%s', text);
  fclose(out);
end

function text = one_table(table, ranges, angles, names)
  method = {'time stepping', 'event-driven'};
  paper = bar_paper_table(table);
  text = sprintf('\n**Table %d: model %d, %s**\n\n| | %s |\n|---|%s\n', table, 1 + (table > 3), ...
                 method{1 + (mod(table, 2) == 1)}, ...
                 strjoin(arrayfun(@(a) sprintf('%d degrees', a), angles, ...
                                  'UniformOutput', false), ' | '), ...
                 repmat('---|', 1, numel(angles)));
  for i = 1:numel(names)
    text = [text, sprintf('| %s, paper |', names{i}), sprintf(' %.7f |', paper(i, :)), ...
            sprintf('\n| %s, nsd |', names{i})]; %#ok<AGROW>
    for k = 1:numel(angles)
      text = [text, sprintf(' %.7f .. %.7f |', ranges(i, k, 1), ranges(i, k, 2))]; %#ok<AGROW>
    end
    text = [text, sprintf('\n')]; %#ok<AGROW>
  end
end
