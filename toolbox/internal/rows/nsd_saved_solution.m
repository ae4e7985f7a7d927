function [computed, recorded, kept] = nsd_saved_solution(kind, s, run)
%NSD_SAVED_SOLUTION  What a saved solution holds, and a run from it.
%   [COMPUTED, RECORDED, KEPT] = NSD_SAVED_SOLUTION(KIND) names what differs from row to row in the
%   struct of toStruct: properties that are computed, and those that show an array of the result of
%   a run. KEPT: names in saved solutions, and in the result, of arrays that no property shows.
%   NSD_SAVED_SOLUTION(KIND, RESULT): RECORDED has further rows of the result that are properties.
%   [RUN, RESULT] = NSD_SAVED_SOLUTION(KIND, S, RUN) are those of the solution that was saved as the
%   struct S.
  kept = {'Times', 'Works', 'Log', 'Forces', 'Drags', 'Accelerations'; ...
          't', 'energy', 'log', 'reaction', 'tangentialReaction', 'acceleration'};
  computed = {'q', 'v', 'gap', 'reaction', 'energy'};
  recorded = {'impulse', 'tangential', 'rolling', 'surface', 'multiplier'};
  if strcmp(kind.name, 'bodies'), recorded = [recorded, {'contacts', 'joints'}]; end
  if ~kind.mechanical, [computed, recorded] = deal({'x'}, {}); end
  if strcmp(kind.name, 'hybrid')                  % sol.y is the state, sol.gap the guards
    computed = {'x', 'y', 'gap'};
  end
  if nargin > 2
    check_whole(kind, s, kept(1, :));
    [computed, recorded] = unpacked(s, run, computed, kept);
  elseif nargin > 1 && isfield(s, 'rows')
    more = intersect(s.rows, properties('NsdSolution')');
    named = [{'q', 'v', 'status', 'stats', 'sensitivity'}, computed, recorded, kept(2, :)];
    recorded = [recorded, setdiff(more, named)];
  end
end

function [run, result] = unpacked(s, run, computed, arrays)
  kept = s.kept;
  [run.t0, run.h, run.every] = deal(kept.Grid(1), kept.Grid(2), kept.Grid(3));
  [run.jumps, run.smooth, run.flight] = deal(kept.Jumps, kept.Smooth, kept.Flight);
  if isfield(kept, 'Options'), run.options = kept.Options; end
  if isfield(kept, 'Adaptive'), run.adaptive = kept.Adaptive; end
  for name = arrays
    if isfield(kept, name{1}), result.(name{2}) = kept.(name{1}); end
  end
  others = setdiff(computed, {'q', 'v'});
  result.rows = setdiff(fieldnames(s)', [others, {'t', 'events', 'system', 'kept'}]);
  for name = result.rows, result.(name{1}) = s.(name{1}); end
  if isfield(s, 'x'), [result.q, result.v] = deal(s.x, zeros(size(s.x, 1), 0)); end
end

function check_whole(kind, s, arrays)
% what every version reads; a struct of another version, or one that was changed, may lack it
  rows = {'x'};
  if kind.mechanical, rows = {'q', 'v', 'gap', 'energy'}; end
  need('', s, [{'t'}, rows]);
  need('kept.', s.kept, [{'Grid', 'Jumps', 'Smooth', 'Flight'}, arrays]);
  names = {'t', 'contact', 'kind', 'vBefore', 'vAfter', 'impulse', 'loss'};
  if ~strcmp(kind.name, 'bodies'), names = [names, {'row', 'stateQ'}]; end
  if kind.mechanical && ~isempty(s.kept.Log), need('kept.Log.', s.kept.Log, names); end
  if ~isempty(s.kept.Flight)
    need('kept.Flight.', s.kept.Flight, {'Mass', 'Damping', 'Stiffness', 'Force', ...
         'ContactNormals', 'ContactOffset', 'JointNormals', 'Laws'});
  end
  for name = intersect(rows, {'x', 'q', 'v'})
    if size(s.(name{1}), 1) ~= numel(s.t)
      error('nsd:solution:badStruct', ['the struct has %d times and %d rows of %s: it is not ' ...
            'one that sol.toStruct() made'], numel(s.t), size(s.(name{1}), 1), name{1});
    end
  end
  if numel(s.kept.Grid) ~= 3
    error('nsd:solution:badStruct', 'kept.Grid of the struct has %d numbers, three are needed', ...
          numel(s.kept.Grid));
  end
end

function need(where, s, names)
  missing = names;
  if isstruct(s) && isscalar(s), missing = names(~isfield(s, names)); end
  if ~isempty(missing)
    error('nsd:solution:badStruct', ['the struct has no %s%s: it was saved by another version ' ...
          'of nsd, or changed; run the system again'], where, missing{1});
  end
end
