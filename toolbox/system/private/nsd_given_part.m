function x = nsd_given_part(sys, name)
%NSD_GIVEN_PART  What sys.C, sys.K, sys.F and sys.restitution show: matrices, zero where a linear
%   system has none; one e per contact;
%   the function or the numbers F, or the struct of nsd_harmonic and nsd_table.
  if strcmp(name, 'restitution')
    parts = cellfun(@(r) r.e.*ones(max([r.rows, numel(r.e)]), 1), sys.Gaps, ...
                    'UniformOutput', false);
    x = vertcat(zeros(0, 1), parts{:});
    return
  end
  x = sys.(name);
  if ~strcmp(name, 'Force')
    if isempty(x) && strcmp(sys.Kind, 'linear'), x = zeros(size(sys.Mass)); end
    return
  end
  if isfield(x, 'handle') && ~isempty(x.handle)
    x = x.handle;
  elseif isfield(x, 'constant') && any(strcmp(x.kind, {'none', 'constant'}))
    x = x.constant;
  elseif isfield(x, 'values') && strcmp(x.kind, 'columns')
    x = x.values;
  end
end
