function tapes = nsd_no_tapes(sys)
%NSD_NO_TAPES  The struct of tapes of a system with no tape in it: the names that gateways expect.
%   c/model/tape/tape_model.h, or tape_first_order.h, tape_hybrid.h, tape_filippov.h. Without SYS:
%   a mechanical system.
  s = [];
  if nargin > 0, s = sys.FirstOrder; end
  if isfield(s, 'reset')
    names = {'rate', 'guard', 'guardJacobian', 'guardBias', 'reset', 'mass'};
  elseif isfield(s, 'surface')
    names = {'rate', 'surface', 'surfaceJacobian'};
  elseif ~isempty(s)
    names = {'rate', 'rateJacobian', 'output', 'outputJacobian', 'action', 'actionJacobian'};
  else
    names = {'mass', 'massJacobian', 'force', 'forceJacobian', 'gap', 'gapJacobian', 'gapBias', ...
             'joint', 'jointJacobian', 'jointBias', 'potential', 'tangent'};
  end
  tapes = cell2struct(cell(1, numel(names)), names, 2);
end
