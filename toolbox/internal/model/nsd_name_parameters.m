function err = nsd_name_parameters(err, sys)
%NSD_NAME_PARAMETERS  Add the names of the parameters to an error about a missing field of p.
%   Where a number is used like a struct, a function takes t, q or v in the place of p; the message
%   then says which arguments functions take.
  if dotted(err) && ~isempty(fieldnames(sys.Parameters))
    forms = '@(t,q,v,p) (force), @(q,t,p) (gap, joint), @(q,p) (mass, potential)';
    if ~isempty(sys.FirstOrder)
      forms = ['f(t,x,p), h(x,lambda,t,p), g(x,lambda,t,p) (firstOrder), f(t,x,p), h(x,t,p), ' ...
               'r(x,i,t,p) (hybrid), f(t,x,side,p), s(x,t,p) (filippov)'];
    end
    err = struct('message', [err.message '; functions that take the parameters p are ' forms], ...
                 'identifier', 'nsd:simulate:parameter', 'stack', err.stack);
    return
  end
  missing = ~isempty(strfind(err.message, 'has no member')) ...
            || strcmp(err.identifier, 'MATLAB:nonExistentField');
  if ~missing || ~takes_parameters(sys), return; end
  names = strjoin(setdiff(fieldnames(sys.Parameters)', {'nsd_least_limit'}), ', ');
  if isempty(names), names = 'none'; end
  err = struct('message', sprintf('%s; the parameters named with sys.parameter are: %s', ...
                                  err.message, names), ...
               'identifier', 'nsd:simulate:parameter', 'stack', err.stack);
end

function yes = dotted(err)
% true for the errors that MATLAB and Octave raise for x.k where x is a number
  yes = ~isempty(strfind(err.message, 'cannot be indexed with .')) ...
        || ~isempty(strfind(err.message, 'ot indexing is not supported')) ...
        || strcmp(err.identifier, 'MATLAB:structRefFromNonStruct');
end

function takes = takes_parameters(sys)
  takes = ~isempty(sys.FirstOrder);
  counts = nsd_kind(sys).counts;
  for name = fieldnames(sys.Originals)'
    takes = takes || nargin(sys.Originals.(name{1})) == counts.(name{1});
  end
  relations = [sys.Gaps, sys.JointGroups];
  for k = 1:numel(relations)
    given = struct2cell(relations{k}.original);
    given(cellfun(@isempty, given)) = [];
    takes = takes || any(cellfun(@(f) nargin(f) == 3, given));
  end
end
