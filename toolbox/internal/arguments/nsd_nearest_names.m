function [names, far, hint] = nsd_nearest_names(given, known)
%NSD_NEAREST_NAMES  Up to three known names that are spelled most like `given`, nearest first; one
%   alone where it is much nearer than the others.
%   FAR is the edit distance of the first name; 1 where its letters are those of GIVEN in another
%   order; half one, less than any other, where one name is the beginning of the other. The
%   letters of the theory, as e, stand for the names of their options, with FAR zero.
%   HINT is '; did you mean NAME?' where GIVEN is a text that nearly is a name, else ''.
  hint = '';
  if ~ischar(given), [names, far] = deal({}, Inf); return; end
  [names, far] = nearest(given, known);
  if far <= max(1, numel(given)/2), hint = sprintf('; did you mean %s?', names{1}); end
end

function [names, far] = nearest(given, known)
  [names, far] = of_letter(lower(given), known);
  if ~isempty(names), return; end
  given = given(1:min(end, 60));                 % a word of thousands of letters is like no name
  far = zeros(1, numel(known));
  for k = 1:numel(known)
    [a, b] = deal(lower(given), lower(known{k}));
    far(k) = edit_distance(a, b);
    shared = min(numel(a), numel(b));
    if isequal(sort(a), sort(b)) && far(k) > 0, far(k) = 1; end  % letters in another order
    if shared > 0 && strncmp(a, b, shared)
      far(k) = min([far(k), ones(1, shared > 2)]) - 0.5;
    end
  end
  [far, order] = sort(far);
  count = min(3, numel(known));
  if count > 1 && far(1) <= 2 && far(2) > 2*far(1), count = 1; end
  names = known(order(1:count));
  far = min([far, Inf]);                          % Inf where no name is known
end

function [names, far] = of_letter(given, known)
% the name that is meant by a letter of the theory, or by a word of other programs or systems
  meant = {'e', 'Restitution'; 'mu', 'Friction'; 'k', 'Stiffness'; 'c', 'Damping'; ...
           'm', 'Mass'; 'g', 'Gravity'; 'h', 'Step'; 'dt', 'Step'; 'tolerance', 'RelTol'; ...
           'tol', 'RelTol'; 'position', 'state'; 'velocity', 'state'; 'q', 'state'; ...
           'v', 'state'};
  row = strcmp(given, meant(:, 1)) & ismember(meant(:, 2), known);
  names = reshape(meant(row, 2), 1, []);
  far = 0;
end

function d = edit_distance(a, b)
% insertions, deletions and exchanges of letters that turn a into b
  at = 0:numel(b);
  row = at;
  for i = 1:numel(a)
    row = [i, min(row(2:end) + 1, row(1:end-1) + (a(i) ~= b))];
    row = cummin(row - at) + at;                 % insertions
  end
  d = row(end);
end
