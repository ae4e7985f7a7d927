function test_suite = test_signatures()
%TEST_SIGNATURES  What MATLAB's editor and help browser read: signatures, info.xml, versions.
  test_functions = localfunctions(); %#ok<NASGU>  read by initTestSuite
  initTestSuite;
end

function test_signatures_name_functions_and_options_that_exist()
  [folder, clean] = new_folder(); %#ok<ASGLU>
  nsd_write_signatures(folder);
  s = jsondecode(fileread(fullfile(folder, 'resources', 'functionSignatures.json')));
  for name = setdiff(fieldnames(s)', {'x_schemaVersion', '_schemaVersion'})
    parts = strsplit(strrep(strrep(name{1}, 'NsdSystem_', 'NsdSystem.'), 'NsdSolution_', ...
                            'NsdSolution.'), '.');
    assertTrue(~isempty(which(parts{1})), name{1});
    if numel(parts) > 1, assertTrue(any(strcmp(parts{2}, methods(parts{1}))), name{1}); end
  end
  inputs = s.nsd_simulate.inputs;
  if iscell(inputs)
    names = cellfun(@(x) x.name, inputs, 'UniformOutput', false);
  else
    names = {inputs.name};
  end
  known = nsd_option_table();
  assertTrue(all(ismember({known.name}, names)));
end

function test_one_version_everywhere()
  % `ver` reads the second line of Contents.m, which has this form
  lines = strsplit(fileread(toolbox_folder('Contents.m')), sprintf('\n'));
  found = regexp(lines{2}, '^% Version (\S+) \(R\d{4}[ab]\) \d\d-[A-Z][a-z]{2}-\d{4}\s*$', ...
                 'tokens', 'once');
  assertEqual(found, {nsd_version()});
  citation = fileread(toolbox_folder('..', 'CITATION.cff'));
  assertTrue(~isempty(strfind(citation, sprintf('\nversion: %s\n', nsd_version()))));
  assertTrue(~isempty(strfind(evalc('nsd_version()'), ['nsd ' nsd_version() ','])));
end

function test_info_xml_names_the_oldest_release()
  text = fileread(toolbox_folder('info.xml'));
  assertTrue(~isempty(strfind(text, '<matlabrelease>R2019b</matlabrelease>')));
  assertTrue(~isempty(strfind(text, '<help_location>html</help_location>')));
end
