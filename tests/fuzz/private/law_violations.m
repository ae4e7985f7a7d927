function lies = law_violations(s, sol)
%LAW_VIOLATIONS  Laws that the rows of a run with status 'ok' break, as sentences.
%   Recomputed from rows: gaps are not negative by more than the steps of the scheme allow, impulses
%   (with 'event' also forces) push, lie in the cone of friction, and act at closed contacts only;
%   joints hold.
  lies = {};
  if ~strcmp(sol.status, 'ok'), return, end
  event = strcmp(sol.stats.method, 'event');
  fast = max([0.1; abs(sol.v(:))]);
  times = sol.t;
  chosen = unique(round(linspace(1, numel(times), 60)));      % the functions of S take time
  gap = zeros(numel(chosen), s.m);
  joint = 0;
  for k = 1:numel(chosen)
    q = sol.q(chosen(k), :)';
    gap(k, :) = s.gap(q, times(chosen(k)))';
    joint = max([joint; abs(s.joint(q))]);
  end
  if event
    [slack, jointSlack] = deal(1e-7, 1e-7);
  else
    [slack, jointSlack] = deal(20*sol.stats.step*fast, 20*sol.stats.step*fast^2);
  end
  forces = {'impulse', sol.impulse, sol.tangential};
  if event, forces = [forces; {'force', sol.reaction, sol.tangentialReaction}]; end
  for i = 1:size(forces, 1)
    [name, N, T] = forces{i, :};
    size_of_N = max([1e-12; abs(N(:))]);
    excess = abs(T) - bsxfun(@times, N, s.mu');
    far = N(chosen, :).*(gap > slack + (event == 0)*sol.stats.step*fast*4);
    lies = [lies, sentence(-min([0; N(:)]) > 1e-6*size_of_N, sol, [name ' pulls']), ...
            sentence(max(excess(:)) > 1e-5*size_of_N, sol, [name ' outside its cone']), ...
            sentence(max(far(:)) > 1e-6*size_of_N, sol, [name ' at an open contact'])]; %#ok<AGROW>
  end
  lies = [lies, sentence(min([0; gap(:)]) < -slack, sol, 'penetration'), ...
          sentence(joint > jointSlack, sol, 'a joint is open')];
end

function lie = sentence(broken, sol, text)
  lie = {};
  if broken, lie = {sprintf('%s h = %.3g: %s', sol.stats.method, sol.stats.step, text)}; end
end
