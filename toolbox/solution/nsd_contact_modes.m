function [mode, words] = nsd_contact_modes(sol)
%NSD_CONTACT_MODES  What each contact does in each row of a solution: open, closed, stick, slip.
%   [MODE, WORDS] = NSD_CONTACT_MODES(SOL) for a solution of NSD_SIMULATE: MODE is N-by-m, a number
%   for each row and contact, and WORDS{MODE(i,j) + 1} its name:
%       0  'open'     no force, and the gap is not closed
%       1  'closed'   a contact without friction that pushes or touches
%       2  'stick'    a contact with friction that does not slide
%       3  'slip'     a contact with friction that slides
%   A gap up to 1e-9 of max(1, |q|) is closed, a sliding velocity up to 1e-9 of the largest
%   velocity of the run is none. Forces of time stepping are those of the step before.
%   Solutions without contacts raise nsd:solution:noContacts.
%
%   Example
%       block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
%       block = block.contact([0; 1], 0, 'Friction', 0.5, 'Tangent', [1; 0]);
%       sol = nsd_simulate(block, [0 1], [0; 0], [2; 0]);
%       [mode, words] = nsd_contact_modes(sol);
%       words{mode(end) + 1}                       % stick: it has come to rest
%
%   See also NSD_SIMULATE, NSDSOLUTION.
  words = {'open', 'closed', 'stick', 'slip'};
  if ~isa(sol, 'NsdSolution') || ~isa(sol.system, 'NsdSystem') || sol.system.Contacts == 0
    error('nsd:solution:noContacts', ['nsd_contact_modes takes a solution of an NsdSystem with ' ...
          'contacts; those of rigid bodies are in sol.contacts']);
  end
  sys = sol.system;
  m = sys.Contacts;
  slack = 1e-9*max(1, max(abs(sol.q(:))));
  pushes = sol.impulse(:, 1:m) > 0 | sol.reaction(:, 1:m) > 0;
  mode = double(pushes | sol.gap(:, 1:m) <= slack);
  fast = 1e-9*max(abs([sol.v(:); realmin]));
  first = 0;
  for k = 1:numel(sys.Gaps)
    r = sys.Gaps{k};
    at = first + (1:r.rows);
    first = first + r.rows;
    if isempty(r.surface.tangent), continue; end
    speed = sliding_speeds(sol, r);
    mode(:, at) = (2 + (speed > fast)).*(mode(:, at) > 0);
  end
end

function speed = sliding_speeds(sol, r)
% |T'v - w| of the contacts of a call, in all rows
  [T, count] = deal(r.surface.tangent, size(sol.q, 1));
  speed = zeros(count, r.rows);
  moves = isa(T, 'function_handle');
  if ~moves, each = size(T, 2)/r.rows; along = sol.v*T; end
  for i = 1:count
    if moves
      at = nsd_tangent_value(T, sol.q(i, :)', sol.t(i));
      each = size(at, 2)/r.rows;
      along = sol.v(i, :)*at;
      speed(i, :) = lengths(along, each, r);
    end
  end
  if ~moves, speed = lengths(along, each, r); end
end

function speed = lengths(along, each, r)
  w = r.surface.velocity(:)';
  if isscalar(w), w = repmat([w, zeros(1, each - 1)], 1, r.rows); end
  along = bsxfun(@minus, along, w);
  speed = sqrt(along(:, 1:each:end).^2 + (each > 1)*along(:, each:each:end).^2);
end
