function tapes = nsd_kept_tapes(sys, n, made)
%NSD_KEPT_TAPES  What an earlier run has recorded of the same functions, or [].
%   TAPES = NSD_KEPT_TAPES(SYS, N): sys.Tapes of an earlier run with N coordinates, whatever start
%   and values of the parameters it had, if nothing else has changed that the functions reach.
%   NSD_KEPT_TAPES(SYS, N, MADE) keeps what was recorded, from the second run of these functions
%   on, if it is known what they reach (nsd_code_of) and no function holds values of parameters.
  persistent kept seen
  tapes = [];
  stamp = sys.FunctionStamp;
  if stamp == 0, return; end
  names = fieldnames(sys.Parameters);
  at = 0;
  for k = 1:numel(kept)
    found = kept{k};
    if found.stamp == stamp && found.n == n && isequal(found.names, names), at = k; break; end
  end
  if nargin < 3
    if at > 0 && strcmp(found.code.key, nsd_code_of(found.code).key), tapes = found.tapes; end
    return
  end
  again = any(seen == stamp);
  seen = [stamp, seen(find(seen ~= stamp, 7))];    % the last systems: runs may take turns
  if ~again || (at > 0 && isempty(found.tapes)), return; end
  code = nsd_code_of(sys);
  good = code.known && all([made.report.compiled]) && ~any([made.report.fixed]);
  if ~good, made = []; end                         % not to be asked again
  if at > 0, kept(at) = []; end
  kept = [{struct('stamp', stamp, 'n', n, 'names', {names}, 'code', code, 'tapes', made)}, ...
          kept(1:min(end, 3))];
end
