function unused = nsd_warn_unused(sys, names, area)
%NSD_WARN_UNUSED  Warn of parameters (of NAMES) that no function of a nonlinear system uses.
%   This is known only when all functions are recorded: no warning where a function has no record,
%   such as functions written in C. The warning is nsd:<area>:unusedParameter. With an output: no
%   warning, but the cell of their names.
  unused = {};
  if isempty(names) || isempty(sys.Tapes) || sys.Rough, return; end
  report = sys.Tapes.report;
  if ~all([report.compiled]) || any([report.fixed]), return; end
  all_names = fieldnames(sys.Parameters);
  used = false(numel(all_names), 1);
  for r = sys.Gaps, used = used | strcmp(all_names, r{1}.restitution); end
  tapes = struct2cell(sys.Tapes.tapes);
  recorded = tapes(~cellfun(@isempty, tapes));
  if all(cellfun(@(tape) isempty(tape.output), recorded)), return; end
  for k = 1:numel(recorded)
    last = recorded{k}.inputs;                    % the parameters are the last inputs
    if ~all(used)
      used = used | nsd_tape_reads(recorded{k}, last - numel(all_names) + 1:last);
    end
  end
  unused = names(ismember(names, all_names(~used)));
  if isempty(unused) || nargout > 0, return; end
  near = nsd_nearest_names(unused{1}, setdiff(all_names(used), unused)');
  hint = '';
  if ~isempty(near), hint = sprintf('; did you mean %s?', near{1}); end
  nsd_warn(['nsd:' area ':unusedParameter'], ...
           'parameter %s is used by no function of the system%s', unused{1}, hint);
end
