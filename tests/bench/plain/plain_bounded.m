function [x, moves, sets] = plain_bounded(A, b, moves, bounded)
%PLAIN_BOUNDED  A*x - b >= 0, x >= 0, complementary where BOUNDED, A*x = b elsewhere: sparse active
%   sets in plain Octave, a backslash for each set, from the set MOVES.
  n = numel(b);
  for sets = 1:n
    x = zeros(n, 1);
    x(moves) = A(moves, moves) \ b(moves);
    r = A*x - b;
    wrong = bounded & ((moves & x < -1e-14) | (~moves & r < -1e-14));
    if ~any(wrong), return; end
    moves(wrong) = ~moves(wrong);
  end
end
