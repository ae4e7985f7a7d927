function list = nsd_own_questions(list)
%NSD_OWN_QUESTIONS  Questions that nsd_question has added in this session; set when one is given.
  persistent kept
  if nargin > 0, kept = list; end
  if isempty(kept)
    kept = struct('name', {}, 'parameters', {}, 'question', {}, 'exact', {}, 'tolerance', {}, ...
                  'because', {}, 'hint', {}, 'mistakes', {}, 'script', {}, 'plot', {});
  end
  list = kept;
end
