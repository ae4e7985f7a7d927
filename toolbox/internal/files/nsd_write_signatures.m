function nsd_write_signatures(toolbox)
%NSD_WRITE_SIGNATURES  What MATLAB's completion reads, from the tables of options and methods.
%   Writes resources/functionSignatures.json of the folder TOOLBOX, schema 1.0.0, for nsd_setup.
  system = input_of('sys', 'required', '[["NsdSystem"], ["NsdBodies"]]', 'what is run');
  only = input_of('sys', 'required', '"NsdSystem"', 'an NsdSystem');
  span = input_of('tspan', 'required', '["numeric", "vector"]', '[t0 t1] or times of the rows');
  start = {input_of('q0', 'ordered', '["numeric"]', 'position at the start'), ...
           input_of('v0', 'ordered', '["numeric"]', 'velocity at the start')};
  options = option_inputs();
  number = @(name, what) input_of(name, 'required', '["numeric"]', what);
  relation = {input_of('obj', 'required', '"NsdSystem"', ''), ...
              input_of('H', 'required', '[["numeric"], ["function_handle"]]', 'normals or gap'), ...
              input_of('b', 'ordered', '["numeric"]', 'distance at q = 0')};
  either = '[["numeric"], ["function_handle"]]';
  surface = {pair('Restitution', '[["numeric"], ["char"]]'), pair('Friction', either), ...
             pair('Tangent', either), pair('TangentialRestitution', '"numeric"'), ...
             pair('Jacobian', '"function_handle"'), pair('Rate', '"function_handle"')};
  energies = {input_of('T', 'required', either, 'kinetic energy @(q,v), or M(q)'), ...
              input_of('V', 'ordered', either, 'potential @(q)'), ...
              pair('Dissipation', '"function_handle"'), pair('Force', either)};
  plots = input_of('what', 'ordered', ['["char", "choices={''position'', ''velocity'', ' ...
                   '''reaction'', ''energy'', ''gap'', ''phase'', ''state'', ''output''}"]'], '');
  sol = input_of('obj', 'required', '"NsdSolution"', '');
  file_name = input_of('file', 'required', '["char", "file=*.mat,*.h5,*.csv"]', '');
  entries = { ...
    'nsd_simulate', [{system, span}, start, options]; ...
    'nsd_prepare', [{system, span}, options]; ...
    'nsd_options', options; ...
    'nsd_compare', [{system, span, input_of('methods', 'required', '"cell"', '')}, options]; ...
    'nsd_step', [{only, method_input('required'), number('t', 'end of the step'), ...
                  input_of('state', 'required', '"struct"', 'q and v'), ...
                  number('h', 'length of the step')}, options]; ...
    'nsd_sweep', [{system, input_of('parameters', 'required', '"struct"', ''), span}, options]; ...
    'NsdSystem.energies', energies; ...
    'NsdSystem.contact', [relation, surface]; ...
    'NsdSystem.joint', [relation, surface(5:6)]; ...
    'NsdSolution.plot', {sol, plots}; ...
    'NsdSolution.export', {sol, file_name}; ...
    'NsdSolution.save', {sol, file_name}; ...
    'NsdSolution.load', {file_name}; ...
    'nsd_setup', {input_of('action', 'ordered', '["char", "choices={''build''}"]', '')}};
  text = cell(1, size(entries, 1));
  for k = 1:numel(text)
    text{k} = sprintf('  "%s": {"inputs": [\n    %s]}', entries{k, 1}, ...
                      strjoin(entries{k, 2}, sprintf(',\n    ')));
  end
  text = sprintf('{\n  "_schemaVersion": "1.0.0",\n%s\n}\n', strjoin(text, sprintf(',\n')));
  folder = fullfile(toolbox, 'resources');
  if exist(folder, 'dir') ~= 7, [~, ~] = mkdir(folder); end
  nsd_write_file(fullfile(folder, 'functionSignatures.json'), text);
end

function inputs = option_inputs()
  table = nsd_option_table();
  inputs = cell(1, numel(table));
  for k = 1:numel(table)
    inputs{k} = input_of(table(k).name, 'namevalue', type_of(table(k).check), table(k).help);
  end
end

function text = method_input(kind)
  [~, names] = nsd_method_table();
  text = input_of('method', kind, type_of(names), 'the scheme');
end

function text = type_of(check)
% what MATLAB offers and refuses: words, a function, indices, or one number
  if iscell(check)
    text = sprintf('["char", "choices={%s}"]', strjoin(strcat('''', check, ''''), ','));
  elseif ischar(check) && strcmp(check, 'function')
    text = '"function_handle"';
  elseif ischar(check)
    text = '["numeric", "vector"]';
  else
    text = '["numeric", "scalar"]';
  end
end

function text = pair(name, type)
  text = input_of(name, 'namevalue', type, '');
end

function text = input_of(name, kind, type, purpose)
  text = sprintf('{"name": "%s", "kind": "%s", "type": %s', name, kind, type);
  if ~isempty(purpose), text = [text sprintf(', "purpose": "%s"', strrep(purpose, '"', ''''))]; end
  text = [text '}'];
end
