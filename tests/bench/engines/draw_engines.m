function draw_engines(results, picture)
%DRAW_ENGINES  Error over CPU time of the engines, from the lines that run_engines has written.
  text_of = fileread(results);
  lines = regexp(text_of, 'extra engine (\S+) (\S+) (\S+) (\S+) (\S+)', 'tokens');
  lines = vertcat(lines{:});
  scenes = {'slide', 'bounce', 'stack', 'spheres'};
  titles = {'a box slides to rest', 'elastic ball, 10 s', 'ten boxes at rest, 60 s', ...
            'thousand spheres fall, 3 s'};
  units = {'error of the distance (m)', 'energy lost or gained (relative)', 'largest drift (m)', ...
           'mean overlap (diameters)'};
  engines = {'nsd', 'Bullet-10', 'Bullet-50', 'ODE-20', 'ODE-100', 'MuJoCo', 'Jolt-10', ...
             'Jolt-50', 'Rapier-4', 'Rapier-20'};
  figure('Visible', 'off', 'Position', [0 0 1000 760]);
  for k = 1:numel(scenes)
    subplot(2, 2, k);
    names = {};
    for e = 1:numel(engines)
      here = strcmp(lines(:, 1), scenes{k}) & strcmp(lines(:, 2), engines{e});
      if ~any(here), continue; end
      numbers = str2double(lines(here, 4:5));
      loglog(numbers(:, 1), max(numbers(:, 2), 1e-16), [mark_of(e) '-'], 'Color', color_of(e));
      hold('on');
      names{end+1} = engines{e}; %#ok<AGROW>
    end
    xlabel('CPU time (s)');
    ylabel(units{k});
    title(titles{k});
    if k == 1, legend(names, 'Location', 'southwest'); end     % one serves all panels
  end
  nsd_style(gcf());
  print(picture, '-dpng', '-r150');
end

function mark = mark_of(e)
  marks = 'pos^dvx+<>';
  mark = marks(e);
end

function color = color_of(e)
% one colour for each engine, whatever engines a panel has
  colors = [0 0.45 0.74; 0.85 0.33 0.1; 0.93 0.69 0.13; 0.49 0.18 0.56; ...
            0.47 0.67 0.19; 0.2 0.2 0.2];
  family = [1 2 2 3 3 4 5 5 6 6];
  color = colors(family(e), :);
end
