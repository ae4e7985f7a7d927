function tapes = nsd_no_tapes()
%NSD_NO_TAPES  The struct of tapes of a nonlinear system with no tape in it (tape_model.h).
  names = {'mass', 'massJacobian', 'force', 'forceJacobian', 'gap', 'gapJacobian', 'gapBias', ...
           'joint', 'jointJacobian', 'jointBias', 'potential', 'tangent'};
  tapes = cell2struct(cell(1, numel(names)), names, 2);
end
